import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { consoleSavedViews } from '#contract/console/queue/saved-views.ts'
import { showAlert } from '#ui/alerts.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useAct } from '../act.ts'
import { useForm } from '../forms/use-form.ts'
import { VIEW_NAMES, type View, paths } from '../paths.ts'
import { useTechnician } from '../session/session-store.ts'
import { useListMessages } from './list-messages.ts'
import { type ListSearch, filterOf, queueAddress } from './queue-search.ts'
import { SAVED_VIEWS, type SavedView } from './saved-view-queries.ts'

interface Props {
  readonly view: View
  readonly list: ListSearch
  /** The saved view that the list comes from, if this technician may change it. */
  readonly from: SavedView | undefined
  readonly onClose: () => void
}

/** Saves the current list under a name. For a saved view: renames it, gives it this filter, or removes it. */
export function SavedViewDialog({ view, list, from, onClose }: Props) {
  const { saving: words } = useListMessages()
  const { role } = useTechnician()
  const id = useId()
  const navigate = useNavigate()
  const form = useForm({ name: from?.name ?? '', team: false })
  const create = useAct(consoleSavedViews.create, [SAVED_VIEWS])
  const change = useAct(consoleSavedViews.change, [SAVED_VIEWS])
  const remove = useAct(consoleSavedViews.remove, [SAVED_VIEWS])
  const busy = create.isPending || change.isPending || remove.isPending
  const kept = { name: form.fields.name, view, filter: filterOf(list), order: list.order }

  const arrive = (saved: number | undefined, said: string) => {
    showAlert('success', said)
    onClose()
    void navigate({
      to: paths.queue,
      params: { vista: VIEW_NAMES[view] },
      search: queueAddress.written({ ...list, saved }),
      replace: true,
    })
  }
  const saveNew = () =>
    create.mutate(
      { ...kept, team: form.fields.team },
      { onSuccess: ({ savedView }) => arrive(savedView, words.saved(kept.name)), onError: form.refuse },
    )
  const saveOver = (savedView: number) =>
    change.mutate(
      { ...kept, savedView },
      { onSuccess: () => arrive(savedView, words.saved(kept.name)), onError: form.refuse },
    )
  const takeAway = ({ id: savedView, name }: SavedView) =>
    remove.mutate({ savedView }, { onSuccess: () => arrive(undefined, words.removed(name)), onError: form.refuse })

  return (
    <Dialog
      opened
      size="md"
      title={from ? words.titleOf(from.name) : words.title}
      dirty={form.dirty}
      onClose={onClose}
      footer={
        <Button type="submit" form={id} loading={busy}>
          {words.save}
        </Button>
      }
    >
      <form id={id} onSubmit={form.onSubmit(() => (from ? saveOver(from.id) : saveNew()))} noValidate>
        <Stack gap="sm">
          <p style={{ margin: 0 }}>{from?.team ? words.leadTeam : from ? words.leadOwn : words.lead}</p>
          <TextInput label={words.name} required maxLength={60} data-autofocus {...form.text('name')} />
          {!from && role === 'supervisor' && (
            <Checkbox
              label={words.team}
              checked={form.fields.team}
              onChange={({ currentTarget }) => form.set({ team: currentTarget.checked })}
            />
          )}
          {from && (
            <>
              <ShortAddress of={from} />
              <Group gap="sm">
                <Button variant="default" size="xs" disabled={busy} onClick={saveNew}>
                  {words.saveNew}
                </Button>
                <Button variant="default" size="xs" color="red" disabled={busy} onClick={() => takeAway(from)}>
                  {words.remove}
                </Button>
              </Group>
            </>
          )}
        </Stack>
      </form>
    </Dialog>
  )
}

/** An address that shows the list to any colleague who opens it. */
function ShortAddress({ of: { id } }: { of: SavedView }) {
  const { saving: words } = useListMessages()
  return (
    <TextInput
      readOnly
      label={words.address}
      description={words.addressHint}
      value={new URL(`/consola/vistas/${id}`, location.origin).href}
      onFocus={({ currentTarget }) => currentTarget.select()}
    />
  )
}
