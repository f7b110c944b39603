import { consoleSettings, settingsMeanwhile } from '#contract/console/settings/settings.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { leavesOf } from '#domain/provider/leaves.ts'
import { SETTING_GROUPS, type SettingGroup } from '#domain/settings.ts'
import { eachOf } from '#contract/wire.ts'
import { URGENCIES } from '#domain/urgency.ts'
import { contrastOf, shadesOf, FILLED_SHADE } from '#ui/colours.ts'
import { useAct } from '../act.ts'
import type { RecordField } from '../forms/record-fields.tsx'
import { RecordForm } from '../forms/record-form.tsx'
import { MASTERS } from '../lists/list-query.ts'
import type { Messages } from '../messages/es.ts'
import { useMessages } from '../messages/index.ts'
import type { MasterMessages } from '../messages/masters-es.ts'
import { LANGUAGES, type SettingMessages, useSettingMessages } from './setting-messages.ts'
import { numbersIn, readNumber, withNumbers, written } from './setting-numbers.ts'
import styles from './settings-page.module.css'

export type SettingsNow = Data<typeof consoleSettings.list>
type Change = Input<typeof consoleSettings.change>

export const SETTINGS = [...MASTERS, 'settings'] as const

/** Each field by its path, as the server names it in a refusal. */
type Written = Readonly<Record<string, string>>

/** One group of settings in a dialog. */
export function SettingForm({ group, now, onClose }: { group: SettingGroup; now: SettingsNow; onClose: () => void }) {
  const words = useSettingMessages()
  const messages = useMessages()
  const change = useAct(consoleSettings.change, [SETTINGS])
  return (
    <RecordForm
      size="lg"
      record={now}
      told={(refusal) => refusal.told(settingsMeanwhile)}
      title={() => words.change(words.groups[group])}
      begin={(row) => (row ? writtenOf(row) : {})}
      fields={(form) => fieldsFor(group, form.fields, words, messages)}
      save={(fields, row) => change.mutateAsync({ newest: row?.newest ?? 0, ...changeOf(group, fields, row ?? now) })}
      done={() => words.saved(words.groups[group])}
      onClose={onClose}
    />
  )
}

const writtenOf = ({ names, contact, appearance, legal, promises, silence, limits, ...now }: SettingsNow): Written => ({
  'names.provider': names.provider,
  'names.product': names.product,
  'contact.phone': contact.phone,
  'contact.email': contact.email,
  'contact.emails.realEstate': contact.emails.realEstate ?? '',
  'contact.emails.apps': contact.emails.apps ?? '',
  'contact.emails.bc': contact.emails.bc ?? '',
  'contact.emails.technical': contact.emails.technical ?? '',
  'contact.suggestions': contact.suggestions ?? '',
  'contact.customerDefender': contact.customerDefender ?? '',
  'contact.dataProtection': contact.dataProtection ?? '',
  'contact.openingHours.es': contact.openingHours.es.join('\n'),
  'contact.openingHours.en': contact.openingHours.en.join('\n'),
  'appearance.accent': appearance.accent,
  ...Object.fromEntries(URGENCIES.map((urgency) => [hoursOf(urgency), String(promises.officeHours[urgency])])),
  'promises.nearHours': String(promises.nearHours),
  'silence.officeDays': String(silence.officeDays),
  'silence.warningOfficeDays': String(silence.warningOfficeDays),
  ...leavesWritten(legal),
  ...numbersWritten(limits, 'limits'),
  ...numbersWritten(now.assistant, 'assistant'),
  'assistant.name': now.assistant.name,
  'figures.byTechnician': now.figures.byTechnician ? 'yes' : 'no',
})

const leavesWritten = (legal: SettingsNow['legal']): Written => Object.fromEntries(leavesOf(legal, 'legal'))

const numbersWritten = (group: object, path: string): Written =>
  Object.fromEntries(numbersIn(group, path).map(([at, value]) => [at, written(at, value)]))

const hoursOf = (urgency: string) => `promises.officeHours.${urgency}`

function changeOf(group: SettingGroup, fields: Written, now: SettingsNow): Omit<Change, 'newest'> {
  const text = (name: string) => (fields[name] ?? '').trim()
  // Text that is no number is refused like a number that is too small.
  const number = (name: string) => Number(text(name).replace(',', '.')) || 0
  const given = (name: string, value: string) => (value === '' ? {} : { [name]: value })
  const lines = (name: string) =>
    text(name)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
  switch (group) {
    case 'names':
      return { names: { provider: text('names.provider'), product: text('names.product') } }
    case 'contact':
      return {
        contact: {
          phone: text('contact.phone'),
          email: text('contact.email'),
          emails: {
            ...given('realEstate', text('contact.emails.realEstate')),
            ...given('apps', text('contact.emails.apps')),
            ...given('bc', text('contact.emails.bc')),
            ...given('technical', text('contact.emails.technical')),
          },
          ...given('suggestions', text('contact.suggestions')),
          ...given('customerDefender', text('contact.customerDefender')),
          ...given('dataProtection', text('contact.dataProtection')),
          openingHours: { es: lines('contact.openingHours.es'), en: lines('contact.openingHours.en') },
        },
      }
    case 'appearance':
      return { appearance: { accent: text('appearance.accent').toLowerCase() } }
    case 'promises':
      return {
        promises: {
          officeHours: eachOf(URGENCIES, (each) => number(hoursOf(each))),
          nearHours: number('promises.nearHours'),
        },
      }
    case 'silence':
      return {
        silence: { officeDays: number('silence.officeDays'), warningOfficeDays: number('silence.warningOfficeDays') },
      }
    case 'logo':
      return {}
    case 'legal':
      return { legal: legalOf(lines) }
    case 'limits':
      return { limits: withNumbers(now.limits, 'limits', (path, before) => readNumber(path, text(path), before)) }
    case 'assistant':
      return {
        assistant: {
          ...withNumbers(now.assistant, 'assistant', (path, before) => readNumber(path, text(path), before)),
          name: text('assistant.name'),
        },
      }
    case 'figures':
      return { figures: { byTechnician: text('figures.byTechnician') === 'yes' } }
  }
}

function legalOf(lines: (name: string) => string[]): SettingsNow['legal'] {
  const inEachLanguage = (path: string) => ({ es: lines(`${path}.es`), en: lines(`${path}.en`) })
  return {
    personalData: inEachLanguage('legal.personalData'),
    assistant: {
      warnings: inEachLanguage('legal.assistant.warnings'),
      privacy: inEachLanguage('legal.assistant.privacy'),
      limitations: inEachLanguage('legal.assistant.limitations'),
    },
  }
}

const NOTICE_FIELDS = ['textEs', 'textEn', 'area', 'version', 'from', 'until'] as const

/** The label of each field by its path, for the history. */
export function labelsOf(
  words: SettingMessages,
  messages: Messages,
  notices: MasterMessages['notices'],
): ReadonlyMap<string, string> {
  const fields = SETTING_GROUPS.flatMap((group) => fieldsFor(group, {}, words, messages))
  const labels = fields.flatMap(labelsIn)
  const ofNotices = NOTICE_FIELDS.map((field) => [`notices.${field}`, notices[field]] as const)
  return new Map([...labels, ...ofNotices, ['logo.light', words.logoOf.light], ['logo.dark', words.logoOf.dark]])
}

function labelsIn(field: RecordField<Written>): readonly (readonly [name: string, label: string])[] {
  if (field === false || !('is' in field)) return []
  if (field.is === 'row') return field.of.flatMap(labelsIn)
  return 'label' in field ? [[field.name, field.label]] : []
}

function fieldsFor(
  group: SettingGroup,
  written: Written,
  words: SettingMessages,
  { urgency }: Messages,
): readonly RecordField<Written>[] {
  const text = (name: string, label: string, more: object = {}) => ({ is: 'text', name, label, ...more }) as const
  const email = (name: string, label: string, more: object = {}) =>
    text(name, label, { type: 'email', maxLength: 254, ...more })
  switch (group) {
    case 'names':
      return [
        text('names.provider', words.provider, { required: true, maxLength: 100 }),
        text('names.product', words.product, { required: true, maxLength: 100 }),
      ]
    case 'contact':
      return [
        text('contact.phone', words.phone, { required: true, maxLength: 60 }),
        email('contact.email', words.email, { required: true }),
        email('contact.emails.realEstate', words.realEstate),
        email('contact.emails.apps', words.apps),
        email('contact.emails.bc', words.bc),
        email('contact.emails.technical', words.technical),
        email('contact.suggestions', words.suggestions),
        email('contact.customerDefender', words.customerDefender),
        email('contact.dataProtection', words.dataProtection),
        { is: 'lines', name: 'contact.openingHours.es', label: words.openingHoursEs, hint: words.hoursHint, rows: 3 },
        { is: 'lines', name: 'contact.openingHours.en', label: words.openingHoursEn, rows: 3 },
      ]
    case 'appearance':
      return [
        text('appearance.accent', words.accent, { hint: words.accentHint, required: true, maxLength: 7, exact: true }),
        <Preview key="preview" accent={written['appearance.accent'] ?? ''} />,
      ]
    case 'promises':
      return [
        ...URGENCIES.map((each) => text(hoursOf(each), words.hoursOf(urgency[each]), { required: true, exact: true })),
        text('promises.nearHours', words.near, { required: true, exact: true, hint: words.promisesHint }),
      ]
    case 'silence':
      return [
        { is: 'digits', name: 'silence.officeDays', label: words.officeDays, required: true, hint: words.silenceHint },
        { is: 'digits', name: 'silence.warningOfficeDays', label: words.warning, required: true },
      ]
    case 'logo':
      return []
    case 'legal':
      return [{ is: 'note', text: words.legalHint }, ...legalFields(words)]
    case 'limits':
      return [
        { is: 'note', text: words.limitsHint },
        { is: 'row', of: numberFields(words.limits, 'limits') },
      ]
    case 'assistant':
      return [
        text('assistant.name', words.assistantName, { required: true, maxLength: 40 }),
        { is: 'row', of: numberFields(words.assistant, 'assistant') },
      ]
    case 'figures':
      return [
        { is: 'note', text: words.figuresHint },
        {
          is: 'one',
          name: 'figures.byTechnician',
          label: words.byTechnician,
          values: ['no', 'yes'],
          labels: words.allowed,
        },
      ]
  }
}

const legalFields = ({ legal, inLanguage }: SettingMessages): readonly RecordField<Written>[] =>
  Object.entries(legal).flatMap(([path, label]) =>
    LANGUAGES.map((language) => ({
      is: 'lines' as const,
      name: `legal.${path}.${language}`,
      label: inLanguage[language](label),
      rows: 4,
      required: true,
    })),
  )

const numberFields = (labels: Readonly<Record<string, string>>, group: string): readonly RecordField<Written>[] =>
  Object.entries(labels).map(([path, label]) => ({
    is: 'text' as const,
    name: `${group}.${path}`,
    label,
    required: true,
    exact: true,
  }))

/** The buttons that the colour makes, in both themes, with the contrast of their words. */
function Preview({ accent }: { accent: string }) {
  const words = useSettingMessages()
  const colour = accent.trim().toLowerCase()
  if (!/^#[0-9a-f]{6}$/.test(colour)) return null
  const shades = shadesOf(colour)
  const filled = [FILLED_SHADE.light, FILLED_SHADE.dark].map((shade) => shades[shade] ?? colour)
  return (
    <div className={styles.preview} role="img" aria-label={words.preview}>
      {filled.map((shade) => (
        <span key={shade} style={{ backgroundColor: shade }}>
          {words.edit} {contrastOf(shade, '#ffffff').toFixed(1)} : 1
        </span>
      ))}
    </div>
  )
}
