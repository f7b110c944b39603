import type { consoleSavedViews } from '#contract/console/queue/saved-views.ts'
import type { Data, Input } from '#contract/endpoint.ts'
import { type Runner, inSpanish, sql } from '../../db/sql.ts'

export type SavedView = Omit<Data<typeof consoleSavedViews.list>[number], 'count'>
type Kept = Pick<Input<typeof consoleSavedViews.change>, 'name' | 'view' | 'filter' | 'order'>

/** More views would fill the menu, and each adds a condition to the one statement that counts them. */
export const MOST_SAVED = 30

const SAVED = sql`v.saved_view_id as id, v.name, v.username is null as team, v.view, v.filter, v.ordered as "order"`

/** The team's, then the technician's own, each by name. */
export async function savedViews(runner: Runner, username: string): Promise<SavedView[]> {
  const rows = await runner.rows<StoredView>(sql`
    select ${SAVED} from saved_view v where v.username is null or v.username = ${username}
    order by v.username nulls first, ${inSpanish(sql`v.name`)}, v.saved_view_id limit ${2 * MOST_SAVED}`)
  return rows.map(shown)
}

type StoredView = Omit<SavedView, 'order'> & { order: SavedView['order'] | null }

const shown = ({ order, ...view }: StoredView): SavedView => ({ ...view, ...(order !== null && { order }) })

/** Anybody's: every technician sees every list, and a name and a filter are no secrets among them. */
export async function anySavedView(runner: Runner, id: number): Promise<SavedView | undefined> {
  const found = await runner.maybe<StoredView>(sql`select ${SAVED} from saved_view v where v.saved_view_id = ${id}`)
  return found && shown(found)
}

/** The team's or the technician's own with this number. */
export const savedView = (runner: Runner, id: number, username: string) =>
  runner.maybe<{ name: string; team: boolean }>(sql`
    select v.name, v.username is null as team from saved_view v
    where v.saved_view_id = ${id} and (v.username is null or v.username = ${username}) for update`)

/** Each one who saves waits for the others, so that the number of views and their names stay true until the commit. */
export const lockSavedViews = (runner: Runner) => runner.rows(sql`lock table saved_view in share row exclusive mode`)

/** How many views the technician, or the team, has, and which of them has a certain name. */
export const savedBeside = (runner: Runner, owner: string | null, name: string) =>
  runner.row<{ saved: number; namesake: number | null }>(sql`
    select count(*) as saved, max(v.saved_view_id) filter (where lower(v.name) = lower(${name})) as namesake
    from saved_view v where v.username is not distinct from ${owner}::text`)

export async function insertSavedView(runner: Runner, owner: string | null, kept: Kept, now: Date): Promise<number> {
  const { id } = await runner.row<{ id: number }>(sql`
    insert into saved_view (username, name, view, filter, ordered, created_at)
    values (${owner}, ${kept.name}, ${kept.view}, ${JSON.stringify(kept.filter)}::jsonb, ${kept.order ?? null}, ${now})
    returning saved_view_id as id`)
  return id
}

export const updateSavedView = (runner: Runner, id: number, kept: Kept) =>
  runner.rows(sql`
    update saved_view v set name = ${kept.name}, view = ${kept.view}, filter = ${JSON.stringify(kept.filter)}::jsonb,
      ordered = ${kept.order ?? null}
    where v.saved_view_id = ${id}`)

export const deleteSavedView = (runner: Runner, id: number) =>
  runner.rows(sql`delete from saved_view v where v.saved_view_id = ${id}`)
