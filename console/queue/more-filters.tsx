import { Button, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { HAPPENINGS, TICKET_MARKS, waitingMinutes } from '#contract/console/queue/queue-filter.ts'
import { RATINGS, TICKET_KINDS } from '#domain/ticket.ts'
import { Dialog } from '#ui/dialog.tsx'
import { useForm } from '../forms/use-form.ts'
import { useMessages } from '../messages/index.ts'
import { callOptionsQuery } from '../calls/call-queries.ts'
import { ClientChoice } from '../work/client-choice.tsx'
import { VersionInput } from '../work/version-input.tsx'
import { useListMessages } from './list-messages.ts'
import { type ListSearch, queueAddress } from './queue-search.ts'

interface Props {
  readonly list: ListSearch
  readonly onApply: (part: Partial<ListSearch>) => void
  readonly onClose: () => void
}

/** The less used filters of a list: client, kind, version, days, minutes without movement. */
export function MoreFilters({ list, onApply, onClose }: Props) {
  const words = useListMessages()
  const { kind: kinds } = useMessages()
  const id = useId()
  const form = useForm(begun(list), {
    check: ({ from, until, waitingMinutes: typed, happened, happenedFrom, happenedUntil }) => ({
      happenedUntil:
        happened !== '' && (happenedFrom === '' || happenedUntil === '')
          ? words.happenedDays
          : happenedFrom > happenedUntil && happenedUntil !== ''
            ? words.wrongDays
            : null,
      until: from !== '' && until !== '' && from > until ? words.wrongDays : null,
      waitingMinutes: typed === '' || waitingMinutes.safeParse(Number(typed)).success ? null : words.wrongMinutes,
    }),
    says: () => null,
  })
  const { fields, text } = form
  const named = useClientName(fields.client)
  const apply = () => {
    const { client, ...typed } = fields
    // Days alone, without a happening, filter nothing.
    const happening = typed.happened === '' ? { happenedFrom: '', happenedUntil: '' } : {}
    const next = queueAddress.read(
      queueAddress.changed(queueAddress.written(list), { ...typed, ...happening, client: client ?? '' }),
    )
    onApply({ ...NONE, ...next })
    onClose()
  }
  return (
    <Dialog
      opened
      size="md"
      title={words.more}
      onClose={onClose}
      footer={
        <Button type="submit" form={id}>
          {words.apply}
        </Button>
      }
    >
      <form id={id} onSubmit={form.onSubmit(apply)} noValidate>
        <Stack gap="sm">
          <ClientChoice chosen={named} onChoose={(client) => form.set({ client: client?.code ?? null })} />
          <NativeSelect
            label={words.kind}
            name="kind"
            value={fields.kind}
            onChange={({ currentTarget }) => form.put('kind', currentTarget.value)}
            data={[{ value: '', label: words.any }, ...TICKET_KINDS.map((value) => ({ value, label: kinds[value] }))]}
          />
          <VersionInput {...text('version')} label={words.version} />
          <TextInput type="date" label={words.from} {...text('from')} />
          <TextInput type="date" label={words.until} {...text('until')} />
          <TextInput
            inputMode="numeric"
            label={words.waitingMinutes}
            description={words.waitingLong}
            maxLength={7}
            {...text('waitingMinutes')}
          />
          <Happened form={form} />
        </Stack>
      </form>
    </Dialog>
  )
}

const begun = (list: ListSearch) => ({
  client: list.client ?? null,
  kind: list.kind ?? '',
  version: list.version ?? '',
  from: list.from ?? '',
  until: list.until ?? '',
  waitingMinutes: String(list.waitingMinutes ?? ''),
  happened: list.happened ?? '',
  happenedFrom: list.happenedFrom ?? '',
  happenedUntil: list.happenedUntil ?? '',
  rating: String(list.rating ?? ''),
  mark: list.mark ?? '',
})

type FormNow = ReturnType<typeof useForm<ReturnType<typeof begun>>>

/** The happening and its days, the rating, and the other properties of a ticket. */
function Happened({ form: { fields, put, text } }: { form: FormNow }) {
  const words = useListMessages()
  return (
    <>
      <NativeSelect
        label={words.happened}
        name="happened"
        value={fields.happened}
        onChange={({ currentTarget }) => put('happened', currentTarget.value)}
        data={[
          { value: '', label: words.any },
          ...HAPPENINGS.map((value) => ({ value, label: words.happenings[value] })),
        ]}
      />
      {fields.happened !== '' && (
        <>
          <TextInput type="date" label={words.happenedFrom} {...text('happenedFrom')} />
          <TextInput type="date" label={words.happenedUntil} {...text('happenedUntil')} />
        </>
      )}
      <NativeSelect
        label={words.rating}
        name="rating"
        value={fields.rating}
        onChange={({ currentTarget }) => put('rating', currentTarget.value)}
        data={[{ value: '', label: words.any }, ...RATINGS.map(String)]}
      />
      <NativeSelect
        label={words.mark}
        name="mark"
        value={fields.mark}
        onChange={({ currentTarget }) => put('mark', currentTarget.value)}
        data={[{ value: '', label: words.any }, ...TICKET_MARKS.map((value) => ({ value, label: words.marks[value] }))]}
      />
    </>
  )
}

/** Names every filter of the dialog, so that a change removes those without a value from the address. */
const NONE = {
  client: undefined,
  kind: undefined,
  version: undefined,
  from: undefined,
  until: undefined,
  waitingMinutes: undefined,
  happened: undefined,
  happenedFrom: undefined,
  happenedUntil: undefined,
  rating: undefined,
  mark: undefined,
}

/** The chosen client: its code, until its name is there. */
function useClientName(code: number | null) {
  const { data } = useQuery({ ...callOptionsQuery(code ?? 0), enabled: code !== null })
  return code === null ? null : { code, name: data?.client.name ?? String(code) }
}
