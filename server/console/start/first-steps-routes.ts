import { isDeepStrictEqual } from 'node:util'
import { consoleApi } from '#contract/console/api.ts'
import { isEmail } from '#domain/contact-details.ts'
import { FIRST_STEPS, type FirstStep } from '#contract/console/start/first-steps.ts'
import { sampleDocuments, sampleFields } from '../../checkup/samples.ts'
import { editedCalendar } from '../../db/office-calendar-store.ts'
import { languageOf } from '../../http/language.ts'
import { writtenMail } from '../../mail/written-mail.ts'
import { SHIPPED_CONTENT, readOfficeCalendar } from '../../provider-settings.ts'
import { type ConsoleBinding, bindConsole, bindConsolePrepared } from '../door/console-binding.ts'
import type { ConsoleDependencies } from '../door/console-dependencies.ts'
import { wrong } from '../masters/master-form.ts'
import { stepsBegun } from './first-steps-store.ts'

type Needed = Pick<ConsoleDependencies, 'settings' | 'live' | 'mailer' | 'content'>

/** The way from an empty portal to the first customer's entry. */
export function bindFirstSteps(
  binding: ConsoleBinding,
  { settings, live, mailer, content = SHIPPED_CONTENT }: Needed,
): void {
  const endpoints = consoleApi.consoleFirstSteps

  bindConsole(binding, endpoints.view, async (_input, { tx, now }) => {
    // People who come back from the settings see their changes at once, even at another server.
    await live.refresh()
    const fields = sampleFields(live.now.settings, live.now.legal)
    const begun = await stepsBegun(tx, now)
    const isSample = isDeepStrictEqual((await editedCalendar(tx)).calendar, await readOfficeCalendar())
    const done: Readonly<Record<FirstStep, boolean>> = {
      ...begun,
      names: fields.length === 0,
      logo: live.now.logo.light !== null || live.now.logo.dark !== null,
      calendar: begun.calendar || !isSample,
    }
    return {
      done: FIRST_STEPS.filter((step) => done[step]),
      sampleFields: fields,
      sampleDocuments: (await sampleDocuments(content)).length,
      mailServer: mailer.isThere,
    }
  })

  bindConsolePrepared(binding, endpoints.testMail, async ({ to: typed }, { request, sentences }) => {
    const to = typed.trim()
    if (!isEmail(to)) throw wrong({ to: sentences.field['bad-email']() })
    const { subject, says } = WORDS[languageOf(request)]
    const words = { language: languageOf(request), subject, paragraphs: [says], closing: [] }
    const delivery = await mailer.deliver({ to, ...writtenMail(words, settings) }, async () => true)
    const accepted = delivery.is === 'sent'
    const said = (accepted ? delivery.answer : delivery.reason).slice(0, 500)
    return async ({ note }) => {
      await note({ details: { accepted, said } })
      return { accepted, said }
    }
  })
}

const WORDS = {
  es: {
    subject: 'Prueba de correo del portal de soporte',
    says: 'Si lee esto, el portal envía correos. Los avisos y los enlaces a sus clientes llegan por el mismo camino.',
  },
  en: {
    subject: 'Test mail of the support portal',
    says: 'If you read this, the portal sends mails. Notices and links to your clients take the same way.',
  },
}
