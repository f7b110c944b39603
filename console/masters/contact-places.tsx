import { Button, Checkbox } from '@mantine/core'
import type { CallOptions } from '../calls/call-queries.ts'
import { useMasterMessages } from '../messages/masters.ts'
import type { Contact } from './client-queries.ts'
import styles from './contact-places.module.css'
import masters from './masters.module.css'

type Places = Contact['places']

interface Props {
  readonly places: Places
  readonly offered: CallOptions['installations']
  readonly problem: string | undefined
  readonly onChange: (places: Places) => void
}

/** A contact's installations, and the companies for which they raise tickets there. */
export function ContactPlaces({ places, offered, problem, onChange }: Props) {
  const { contacts: words } = useMasterMessages()
  const companiesOf = (code: string) => places.find(({ installation }) => installation === code)?.companies
  const change = (code: string, companies: readonly string[] | null) =>
    onChange([
      ...places.filter(({ installation }) => installation !== code),
      ...(companies ? [{ installation: code, companies: [...companies] }] : []),
    ])
  return (
    <fieldset className={styles.places} aria-invalid={problem !== undefined} tabIndex={-1}>
      <legend>{words.places}</legend>
      <p className={masters.quiet}>{words.placesHint}</p>
      {problem !== undefined && (
        <p role="alert" className={masters.problem}>
          {problem}
        </p>
      )}
      {withKept(offered, places).map(({ code, version, companies }) => {
        const chosen = companiesOf(code)
        return (
          <div key={code} className={styles.place}>
            <Checkbox
              label={version === '' ? code : `${code} · ${version}`}
              checked={chosen !== undefined}
              onChange={({ currentTarget }) => change(code, currentTarget.checked ? [] : null)}
            />
            {chosen && companies.length > 0 && (
              <div role="group" aria-label={words.companiesOf(code)} className={styles.companies}>
                {companies.map((company) => (
                  <Checkbox
                    key={company.code}
                    label={`${company.code} ${company.name}`}
                    checked={chosen.includes(company.code)}
                    onChange={({ currentTarget }) =>
                      change(
                        code,
                        currentTarget.checked
                          ? [...chosen, company.code]
                          : chosen.filter((other) => other !== company.code),
                      )
                    }
                  />
                ))}
                {companies.length > 1 && (
                  <span className={masters.rowActs}>
                    <Button
                      size="compact-sm"
                      variant="default"
                      onClick={() => change(code, [...new Set([...chosen, ...companies.map((one) => one.code)])])}
                    >
                      {words.allCompanies}
                    </Button>
                    <Button size="compact-sm" variant="default" onClick={() => change(code, [])}>
                      {words.noCompany}
                    </Button>
                  </span>
                )}
              </div>
            )}
          </div>
        )
      })}
    </fieldset>
  )
}

/** A contact keeps its places even if they are no longer on offer to anybody else. */
const withKept = (offered: CallOptions['installations'], places: Places): CallOptions['installations'] => [
  ...offered.map((installation) => {
    const kept = places.find((place) => place.installation === installation.code)?.companies ?? []
    const known = new Set(installation.companies.map(({ code }) => code))
    return {
      ...installation,
      companies: [
        ...installation.companies,
        ...kept.filter((code) => !known.has(code)).map((code) => ({ code, name: '' })),
      ],
    }
  }),
  ...places
    .filter((place) => !offered.some(({ code }) => code === place.installation))
    .map(({ installation, companies }) => ({
      code: installation,
      version: '',
      companies: companies.map((code) => ({ code, name: '' })),
    })),
]
