import { Button, Checkbox } from '@mantine/core'
import { Dialog } from '#ui/dialog.tsx'
import { useMessages } from '../messages/index.ts'
import css from './paged-list.module.css'

interface Props {
  /** The columns that may be taken out, in the list's order. */
  readonly columns: readonly { readonly key: string; readonly title: string }[]
  readonly hidden: readonly string[]
  readonly onChange: (hidden: readonly string[]) => void
  readonly onClose: () => void
}

/** Chooses which columns a list shows; each press counts at once. */
export function ColumnsDialog({ columns, hidden, onChange, onClose }: Props) {
  const words = useMessages().tickets.columns
  return (
    <Dialog
      opened
      size="sm"
      leave="back"
      title={words.title}
      onClose={onClose}
      footer={
        <Button variant="default" disabled={hidden.length === 0} onClick={() => onChange([])}>
          {words.all}
        </Button>
      }
    >
      <fieldset className={css.columns}>
        <legend>{words.hint}</legend>
        {columns.map(({ key, title }) => (
          <Checkbox
            key={key}
            label={title}
            checked={!hidden.includes(key)}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.checked ? hidden.filter((other) => other !== key) : [...hidden, key])
            }
          />
        ))}
      </fieldset>
    </Dialog>
  )
}
