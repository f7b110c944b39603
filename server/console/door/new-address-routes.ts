import { consoleApi } from '#contract/console/api.ts'
import { bindPublic } from '../../http/bind.ts'
import { linkRefused } from '../../http/link-refused.ts'
import { audit } from './audit-store.ts'
import type { ConsoleBinding } from './console-binding.ts'
import { confirmAddress, ownerOfAddressLink } from './new-address-store.ts'

const endpoints = consoleApi.consoleNewAddress

/**
 * Confirms a technician's changed address by the link that was mailed there. It needs no session: somebody who has lost
 * the old mailbox and the password could not confirm otherwise. A mail scanner that opens the page confirms nothing.
 */
export function bindAddressLink(binding: ConsoleBinding): void {
  const { staff } = binding

  bindPublic(binding, endpoints.check, async ({ token }, { now, request }) => {
    const owner = await ownerOfAddressLink(staff, token, now)
    if (!owner) throw linkRefused(request, 'address-link')
    return owner
  })

  bindPublic(binding, endpoints.confirm, async ({ token }, { now, request }) => {
    await staff.acrossClients(async (tx) => {
      const owner = await confirmAddress(tx, token, now)
      if (!owner) throw linkRefused(request, 'address-link')
      await audit(tx, owner, endpoints.confirm.path, { details: { email: owner.email } }, now)
    })
    return null
  })
}
