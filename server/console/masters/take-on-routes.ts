import { consoleApi } from '#contract/console/api.ts'
import type { Input } from '#contract/endpoint.ts'
import { isInstallationCode } from '#domain/account.ts'
import { isEmail } from '#domain/contact-details.ts'
import { type ConsoleBinding, type ConsoleContext, bindConsole } from '../door/console-binding.ts'
import type { ConsoleDependencies } from '../door/console-dependencies.ts'
import { insertClient } from './client-store.ts'
import { insertContact, nextContact, replacePlaces } from './contact-store.ts'
import { insertCompany, insertInstallation } from './installation-store.ts'
import { trimmed, written, wrong } from './master-form.ts'
import { newKey } from './new-key.ts'

type Typed = Input<typeof consoleApi.consoleClients.takeOn>

/** Takes on a new customer from one form: everything that lets their first person in, or nothing. */
export function bindTakingOn(binding: ConsoleBinding, { secrets }: Pick<ConsoleDependencies, 'secrets'>): void {
  bindConsole(binding, consoleApi.consoleClients.takeOn, async (typed, context) => {
    const { tx, sentences, note } = context
    const form = checked(typed, context)
    const { code: client, installation, company, version, entryMode, visibility } = form
    const { clientAdministrator, callerOptional } = form
    const own = tx.of(client)
    const taken = (field: 'code' | 'installation') => wrong({ [field]: sentences.master['code-taken']() })
    if (!(await insertClient(own, form))) throw taken('code')
    if (!(await insertInstallation(own, { code: installation, version, entryMode }))) throw taken('installation')
    await insertCompany(own, installation, { code: company, name: form.companyName })
    const rights = { installation, clientAdministrator, callerOptional }
    const { kid, secret } = await newKey(own, {}, rights, { ...context, secrets })
    const contact = await nextContact(own)
    const { contactName: name, contactEmail: email, contactPhone: phone } = form
    await insertContact(own, contact, { name, email, phone, visibility })
    await replacePlaces(own, contact, [{ installation, companies: [company] }])
    const details = { name: form.name, version, entryMode, company, kid, contact, visibility, ...rights }
    await note({ client, details })
    return {
      client: { code: client, name: form.name },
      installation,
      company,
      contact,
      kid,
      secret: written(secret ?? undefined),
    }
  })
}

/** All wrong fields at once. */
function checked(typed: Typed, { sentences }: ConsoleContext): Typed {
  const form = { ...trimmed(typed), areas: [...new Set(typed.areas)] }
  const badAddresses = (['email', 'contactEmail'] as const).filter((name) => form[name] !== '' && !isEmail(form[name]))
  const badCodes = (['installation', 'company'] as const).filter((name) => !isInstallationCode(form[name]))
  const fields = Object.fromEntries([
    ...badAddresses.map((name) => [name, sentences.field['bad-email']()]),
    ...badCodes.map((name) => [name, sentences.master['bad-code']()]),
  ])
  if (Object.keys(fields).length > 0) throw wrong(fields)
  return form
}
