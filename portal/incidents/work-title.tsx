import { UnstyledButton } from '@mantine/core'
import { rowLink } from '#ui/paged-table.tsx'
import css from './incidents.module.css'

/** The whole title of an incident or a development; pressing it, or its row, opens its details. */
export const WorkTitle = ({ title, onOpen }: { title: string; onOpen: () => void }) => (
  <UnstyledButton className={`${rowLink} ${css.title}`} aria-haspopup="dialog" onClick={onOpen}>
    {title}
  </UnstyledButton>
)
