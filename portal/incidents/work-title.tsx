import { UnstyledButton } from '@mantine/core'
import { rowLink } from '#ui/paged-table.tsx'
import css from './incidents.module.css'

export const WorkTitle = ({ title, onOpen }: { title: string; onOpen: () => void }) => (
  <UnstyledButton className={`${rowLink} ${css.title}`} aria-haspopup="dialog" onClick={onOpen}>
    {title}
  </UnstyledButton>
)
