import { api } from '#contract/api.ts'
import { consoleApi } from '#contract/console/api.ts'
import { PORTAL, audit } from '../console/door/audit-store.ts'
import { confirmContactsAddress, contactOfAddressLink } from '../console/masters/contact-address-store.ts'
import type { Database } from '../db/sql.ts'
import { type Binding, bindPublic } from '../http/bind.ts'
import { linkRefused } from '../http/link-refused.ts'

/**
 * Confirms a contact's changed address by the link that was mailed there, like a technician's
 * (`new-address-routes.ts`). People may ask for the erasure of their data, but audit lines stay, so the line names only
 * the field.
 */
export function bindContactAddressLink(binding: Binding, staff: Database): void {
  bindPublic(binding, api.session.checkAddressLink, async ({ token }, { now, request }) => {
    const link = await contactOfAddressLink(staff, token ?? '', now)
    if (!link) throw linkRefused(request, 'address-link')
    return { name: link.name, email: link.email }
  })

  bindPublic(binding, api.session.confirmAddress, async ({ token }, { now, request }) => {
    await staff.acrossClients(async (tx) => {
      const link = await confirmContactsAddress(tx, token ?? '', now)
      if (!link) throw linkRefused(request, 'address-link')
      const { client, contact } = link
      const details = { contact, personal: ['email'] }
      await audit(tx, PORTAL, consoleApi.consoleContacts.change.path, { client, details }, now)
    })
    return null
  })
}
