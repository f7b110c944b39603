import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { asRead } from '#browser/query-client.ts'
import { consoleNotices } from '#contract/console/notices.ts'
import { consoleSettings } from '#contract/console/settings/settings.ts'
import { CLIENT_AREAS } from '#domain/account.ts'
import { leavesOf } from '#domain/provider/leaves.ts'
import { SETTING_GROUPS, type SettingGroup } from '#domain/settings.ts'
import { URGENCIES } from '#domain/urgency.ts'
import { showAlert } from '#ui/alerts.tsx'
import { type Fact, Facts } from '#ui/facts.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { useAct } from '../act.ts'
import { call, sentenceOf } from '../api.ts'
import { Badge } from '../forms/badge.tsx'
import { MASTERS } from '../lists/list-query.ts'
import { MasterPage } from '../masters/master-page.tsx'
import masters from '../masters/masters.module.css'
import { useFormat, useMessages } from '../messages/index.ts'
import { useMasterMessages } from '../messages/masters.ts'
import { paths } from '../paths.ts'
import { LogoGroup, logoAt } from './logo-group.tsx'
import { SETTINGS, SettingForm, type SettingsNow, labelsOf } from './setting-form.tsx'
import { LANGUAGES, useSettingMessages } from './setting-messages.ts'
import { isInBytes, numbersIn, written } from './setting-numbers.ts'
import styles from './settings-page.module.css'

/** The provider's settings that take effect without a restart; for supervisors. */
export function SettingsPage() {
  const words = useSettingMessages()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: SETTINGS,
    queryFn: (query) => call(consoleSettings.list, {}, asRead(query)),
  })
  const [open, setOpen] = useState<SettingGroup | null>(null)
  return (
    <MasterPage title={words.title} lead={words.lead}>
      {data ? (
        <>
          {SETTING_GROUPS.map((group) =>
            group === 'logo' ? (
              <LogoGroup key={group} now={data} />
            ) : (
              <Group key={group} group={group} now={data} onEdit={() => setOpen(group)} />
            ),
          )}
          <p className={masters.quiet}>
            {words.bannerHint} <Link to={paths.notices}>{words.notices}</Link>.
          </p>
          <History now={data} />
        </>
      ) : error ? (
        <ErrorState text={sentenceOf(error)} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <LoadingState label={words.loading} />
      )}
      {open && data && <SettingForm group={open} now={data} onClose={() => setOpen(null)} />}
    </MasterPage>
  )
}

function Group({ group, now, onEdit }: { group: SettingGroup; now: SettingsNow; onEdit: () => void }) {
  const words = useSettingMessages()
  const isChanged = now.changed.includes(group)
  const name = words.groups[group]
  return (
    <section className={styles.group} aria-label={name}>
      <div className={styles.head}>
        <h2>{name}</h2>
        <Badge tone={isChanged ? 'good' : 'quiet'}>{isChanged ? words.changedHere : words.fromFile}</Badge>
        <Button size="xs" variant="default" aria-label={words.change(name)} onClick={onEdit}>
          {words.edit}
        </Button>
      </div>
      <Facts className={styles.facts} facts={useFacts(group, now)} />
    </section>
  )
}

function useFacts(
  group: SettingGroup,
  { names, contact, appearance, legal, promises, silence, limits, assistant, figures }: SettingsNow,
): readonly Fact[] {
  const words = useSettingMessages()
  const { urgency } = useMessages()
  switch (group) {
    case 'names':
      return [
        [words.provider, names.provider],
        [words.product, names.product],
      ]
    case 'contact':
      return [
        [words.phone, contact.phone],
        [words.email, contact.email],
        [words.realEstate, contact.emails.realEstate],
        [words.apps, contact.emails.apps],
        [words.bc, contact.emails.bc],
        [words.technical, contact.emails.technical],
        [words.suggestions, contact.suggestions],
        [words.customerDefender, contact.customerDefender],
        [words.dataProtection, contact.dataProtection],
        [words.openingHoursEs, contact.openingHours.es.join(' · ')],
        [words.openingHoursEn, contact.openingHours.en.join(' · ')],
      ]
    case 'appearance':
      return [
        [
          words.accent,
          <>
            <span className={styles.swatch} style={{ backgroundColor: appearance.accent }} aria-hidden />{' '}
            {appearance.accent}
          </>,
        ],
      ]
    case 'promises':
      return [
        ...URGENCIES.toReversed().map((each): Fact => [
          words.hoursOf(urgency[each]),
          String(promises.officeHours[each]),
        ]),
        [words.near, String(promises.nearHours)],
      ]
    case 'silence':
      return [
        [words.officeDays, String(silence.officeDays)],
        [words.warning, String(silence.warningOfficeDays)],
      ]
    case 'logo':
      return []
    case 'legal':
      return Object.entries(words.legal).flatMap(([path, label]) =>
        LANGUAGES.map((language): Fact => [
          words.inLanguage[language](label),
          leavesOf(legal, 'legal').get(`legal.${path}.${language}`),
        ]),
      )
    case 'limits':
      return numberFacts(words.limits, 'limits', limits)
    case 'assistant':
      return [[words.assistantName, assistant.name], ...numberFacts(words.assistant, 'assistant', assistant)]
    case 'figures':
      return [[words.byTechnician, figures.byTechnician ? words.allowed.yes : words.allowed.no]]
  }
}

function numberFacts(labels: Readonly<Record<string, string>>, group: string, of: object): readonly Fact[] {
  const values = new Map(numbersIn(of, group))
  return Object.entries(labels).map(([path, label]) => {
    const at = `${group}.${path}`
    return [label, written(at, values.get(at) ?? 0)]
  })
}

/** Who changed what, the newest first; the last change of a group can be taken back. */
function History({ now: { history } }: { now: SettingsNow }) {
  const words = useSettingMessages()
  const { dateTime } = useFormat()
  const labels = labelsOf(words, useMessages(), useMasterMessages().notices)
  const groups = { ...words.groups, notices: words.notices }
  const ofSettings = useAct(consoleSettings.undo, [SETTINGS])
  const ofNotices = useAct(consoleNotices.undo, [MASTERS])
  const isPending = ofSettings.isPending || ofNotices.isPending
  const undo = async (change: number, group: keyof typeof groups) => {
    try {
      await (group === 'notices' ? ofNotices : ofSettings).mutateAsync({ change })
      showAlert('success', words.undone(groups[group]))
    } catch (error) {
      showAlert('error', sentenceOf(error))
    }
  }
  return (
    <section className={styles.group} aria-label={words.history}>
      <div className={styles.head}>
        <h2>{words.history}</h2>
      </div>
      {history.length === 0 ? (
        <p className={masters.quiet}>{words.none}</p>
      ) : (
        <ul className={styles.history}>
          {history.map(({ change, group, undoes, mayUndo, by, at, fields }) => (
            <li key={`${group} ${change}`}>
              <div>
                <strong>{groups[group]}</strong>
                {undoes !== null && ` (${words.tookBack})`} · {words.by(by, dateTime(at))}
                <ChangedFields fields={fields} labels={labels} />
              </div>
              {mayUndo && (
                <Button
                  size="xs"
                  variant="default"
                  disabled={isPending}
                  aria-label={[
                    words.undoOf(groups[group]),
                    // Each notice has a last change.
                    ...(group === 'notices' ? [words.by(by, dateTime(at)), fields[0]?.to ?? fields[0]?.from] : []),
                  ].join(' · ')}
                  onClick={() => void undo(change, group)}
                >
                  {words.undo}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Each value before and after. */
function ChangedFields({
  fields,
  labels,
}: {
  readonly fields: SettingsNow['history'][number]['fields']
  readonly labels: ReadonlyMap<string, string>
}) {
  const words = useSettingMessages()
  const { notices } = useMasterMessages()
  const { area: areas } = useMessages()
  const { dateTime } = useFormat()
  const shown = (field: string, value: string | null) => {
    if (value === null || value === '') return words.nothing
    if (field === 'notices.area') {
      const area = CLIENT_AREAS.find((each) => each === value)
      return area ? areas[area] : notices.everybody
    }
    if (field === 'notices.from' || field === 'notices.until') return dateTime(new Date(value))
    if (field.startsWith('logo.')) return <img className={styles.small} src={logoAt(value)} alt={value} />
    return isInBytes(field) ? `${written(field, Number(value))} MB` : value
  }
  return (
    <ul className={styles.changed}>
      {fields.map(({ field, from, to }) => (
        <li key={field}>
          {labels.get(field) ?? field}: <del>{shown(field, from)}</del> → <ins>{shown(field, to)}</ins>
        </li>
      ))}
    </ul>
  )
}
