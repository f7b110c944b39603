import { Title } from '@mantine/core'
import { type TablerIcon, IconClock, IconMail, IconMailbox, IconPhone } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { provider } from '#browser/provider/provider.ts'
import { tickets } from '#contract/tickets.ts'
import { Facts } from '#ui/facts.tsx'
import { call } from '../api.ts'
import { usePageTitle } from '../layout/page-title.ts'
import { useMessages } from '../messages/index.ts'
import { useLanguage } from '../messages/language.ts'
import css from './contact-page.module.css'

/** Telephone, addresses and hours (spec §2, Contacto). */
export function ContactPage() {
  const { contact: words } = useMessages().pages
  const language = useLanguage()
  const { phone, email, emails, suggestions, customerDefender, dataProtection, openingHours } = provider.contact
  usePageTitle(words.title)
  return (
    <>
      <Title order={1} size="h2" mb="md">
        {words.title}
      </Title>
      <div className={css.cards}>
        <section className={css.card}>
          <CardTitle icon={IconPhone} words={words.phone} />
          <p className={css.phone}>
            <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>
          </p>
          <CardTitle icon={IconMail} words={words.emails} />
          <Addresses
            addresses={[
              [words.realEstate, emails.realEstate ?? email],
              [words.apps, emails.apps],
              [words.bc, emails.bc],
              [words.technical, emails.technical],
            ]}
          />
        </section>
        <div className={css.column}>
          <section className={css.card}>
            <CardTitle icon={IconClock} words={words.hours} />
            <OfficeNow />
            <ul className={css.hours}>
              {openingHours[language].map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </section>
          <section className={css.card}>
            <CardTitle icon={IconMailbox} words={words.others} />
            <Addresses
              addresses={[
                [words.suggestions, suggestions],
                [words.customerDefender, customerDefender],
                [words.dataProtection, dataProtection],
              ]}
            />
          </section>
        </div>
      </div>
    </>
  )
}

const CardTitle = ({ icon: Icon, words }: { icon: TablerIcon; words: string }) => (
  <h2 className={css.title}>
    <Icon size={22} stroke={1.7} aria-hidden />
    {words}
  </h2>
)

/** A detail that the provider lacks has no line. */
const Addresses = ({ addresses }: { addresses: readonly (readonly [string, string | undefined])[] }) => (
  <Facts
    className={css.addresses}
    facts={addresses.map(([whose, address]) => [whose, address && <Mail key={whose} to={address} />])}
  />
)

const Mail = ({ to }: { to: string }) => <a href={`mailto:${to}`}>{to}</a>

const MINUTE_MS = 60_000

const officeNowQuery = queryOptions({
  queryKey: ['office-now'] as const,
  queryFn: ({ signal }) => call(tickets.officeNow, {}, { signal }),
  refetchInterval: MINUTE_MS,
})

/** The hours below say it as well, so nothing is missing while the server is unavailable. */
function OfficeNow() {
  const { contact: words } = useMessages().pages
  const { data, isError } = useQuery(officeNowQuery)
  const known = isError ? undefined : data
  return (
    <p className={css.now} data-open={known?.open} role="status">
      {known &&
        (known.open ? words.openNow : known.nextOpening ? words.closedUntil(known.nextOpening) : words.closedNow)}
    </p>
  )
}
