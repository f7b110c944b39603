import type { FastifyRequest } from 'fastify'
import { consoleApi } from '#contract/console/api.ts'
import { bindPublic } from '../../http/bind.ts'
import { Problem } from '../../http/problems.ts'
import { audit } from './audit-store.ts'
import type { ConsoleBinding } from './console-binding.ts'
import { confirmAddress, ownerOfAddressLink } from './new-address-store.ts'

const endpoints = consoleApi.consoleNewAddress

/**
 * Confirms a technician's changed address by the link that was mailed there. It wants no session: whoever has lost the old mailbox and
 * the password could not confirm otherwise. A mail scanner that opens the page confirms nothing.
 */
export function bindAddressLink(binding: ConsoleBinding): void {
  const { staff } = binding

  bindPublic(binding, endpoints.check, async ({ token }, { now, request }) => {
    const owner = await ownerOfAddressLink(staff, token, now)
    if (!owner) throw linkRefused(request)
    return owner
  })

  bindPublic(binding, endpoints.confirm, async ({ token }, { now, request }) => {
    await staff.acrossClients(async (tx) => {
      const owner = await confirmAddress(tx, token, now)
      if (!owner) throw linkRefused(request)
      await audit(tx, owner, endpoints.confirm.path, { details: { email: owner.email } }, now)
    })
    return null
  })
}

function linkRefused(request: FastifyRequest): Problem {
  request.log.warn({ security: 'address-link-refused', address: request.ip }, 'a link of an address was refused')
  return new Problem(401, (s) => s.session['link-refused']())
}
