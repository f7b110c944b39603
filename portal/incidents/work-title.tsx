import { Link } from '@tanstack/react-router'
import { rowLink } from '#ui/paged-table.tsx'
import { RowTitle } from '../lists/row-parts.tsx'
import { paths } from '../paths.ts'
import css from './incidents.module.css'

/** Opens an incident or a development over its list. */
export const WorkTitle = ({ number, title }: { readonly number: number; readonly title: string }) => (
  <Link
    from={paths.tickets}
    to="."
    search={(before) => ({ ...before, trabajo: number })}
    className={`${rowLink} ${css.title}`}
    resetScroll={false}
  >
    <RowTitle title={title} />
  </Link>
)
