import { join } from 'node:path'
import pg from 'pg'
import { reasonOf, StartProblem } from '../../start-problem.ts'
import { bytesIn, NOT_THERE } from '../convert/old-files.ts'
import type { OldClient, OldEntry, OldFile, OldSystem, OldTicket, OldUser } from '../convert/old-system.ts'

// The schema that the migrations of Redmine 4 to 6 leave. It is read as Redmine's own user, in one transaction that
// sees a single moment.

const MOMENT = (column: string) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

export interface RedminePlace {
  /** Its database, and its folder `files`. */
  readonly url: string
  readonly files: string
  /**
   * The group of people who answer, besides the administrators and everybody who was assigned an issue or wrote something
   * that customers cannot read.
   */
  readonly group: string | undefined
}

/** A project is a client, an issue a ticket with its number. */
export async function openRedmine({ url, files, group }: RedminePlace): Promise<OldSystem> {
  try {
    return await connectedTo(url, files, group)
  } catch (error) {
    throw new StartProblem(`Redmine's database cannot be read (${reasonOf(error)}).`)
  }
}

async function connectedTo(url: string, files: string, group: string | undefined): Promise<OldSystem> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 })
  client.on('error', () => undefined)
  await client.connect()
  await client.query('begin isolation level repeatable read read only')
  const { rows: tables } = await client.query<{ there: boolean }>(
    "select to_regclass('issues') is not null and to_regclass('journals') is not null as there",
  )
  if (!tables[0]?.there) {
    await client.end()
    throw new Error('it is no database of Redmine')
  }
  const rows: Rows = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await client.query<Row>(text, values)).rows
  return {
    code: 'redmine',
    name: 'Redmine',
    ...peopleIn(rows, group),
    ...issuesIn(rows, files),
    close: () => client.end().catch(() => undefined),
  }
}

type Rows = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>

const peopleIn = (rows: Rows, group: string | undefined) => ({
  clients: () =>
    rows<OldClient>(`select p.id, p.name, p.status = 1 as "isActive" from projects p
        where exists (select from issues i where i.project_id = p.id) order by p.id`),
  users: () =>
    rows<OldUser>(
      `select u.id, u.login, btrim(u.firstname || ' ' || u.lastname) as name, u.status = 1 as "isActive",
          (select e.address from email_addresses e where e.user_id = u.id order by e.is_default desc, e.id limit 1) as email,
          u.type = 'AnonymousUser' as "isAnonymous",
          u.type <> 'AnonymousUser' and (u.admin
            or exists (select from groups_users m join users g on g.id = m.group_id where m.user_id = u.id and g.lastname = $1)
            or exists (select from issues i where i.assigned_to_id = u.id)
            or exists (select from journals j where j.user_id = u.id and j.private_notes)) as "isTechnician"
        from users u where u.type in ('User', 'AnonymousUser') order by u.id`,
      [group ?? null],
    ),
})

const issuesIn = (rows: Rows, folder: string) => ({
  firstMessage: async () =>
    (await rows<{ id: number }>('select coalesce(max(id), 0) + 1 as id from issues'))[0]?.id ?? 1,
  /** Which issue is a duplicate of which, within a project. */
  joined: () =>
    rows<{
      joined: number
      to: number
    }>(`select r.issue_from_id as joined, min(r.issue_to_id) as to from issue_relations r
        join issues f on f.id = r.issue_from_id join issues t on t.id = r.issue_to_id and t.project_id = f.project_id
        where r.relation_type = 'duplicates' group by r.issue_from_id order by 1`),
  ticketsOf: async (project: number) =>
    (await rows<{ id: number }>('select id from issues where project_id = $1 order by id', [project])).map(
      ({ id }) => id,
    ),
  tickets: (ids: readonly number[]) =>
    rows<OldTicket>(
      `with ranked as (select id, is_default, row_number() over (order by position, id) as rank
          from enumerations where type = 'IssuePriority')
        select i.id, i.project_id as client, i.subject, coalesce(i.description, '') as description, i.author_id as author,
          i.assigned_to_id as assignee, s.is_closed as "isClosed", s.name as status,
          coalesce((select rank from ranked p where p.id = i.priority_id)
            - (select min(rank) from ranked p where p.is_default), 0)::int as pressing,
          t.name ~* '(bug|error|incid|defect|fallo|aver)' as "isIncident",
          ${MOMENT('coalesce(i.created_on, i.updated_on)')} as "createdAt",
          ${MOMENT('coalesce(i.closed_on, i.updated_on, i.created_on)')} as "updatedAt"
        from issues i join issue_statuses s on s.id = i.status_id join trackers t on t.id = i.tracker_id
        where i.id = any ($1) order by i.id`,
      [ids],
    ),
  entries: (issues: readonly number[]) =>
    rows<OldEntry>(
      `select j.id, j.journalized_id as ticket, j.user_id as author, coalesce(j.notes, '') as notes,
          j.private_notes as "isPrivate", ${MOMENT('j.created_on')} as at,
          case when o.is_closed is distinct from n.is_closed then n.is_closed end as closes, n.name as status,
          array(select a.prop_key::int from journal_details a
            where a.journal_id = j.id and a.property = 'attachment' and a.prop_key ~ '^[0-9]{1,9}$') as files
        from journals j
        left join journal_details d on d.journal_id = j.id and d.property = 'attr' and d.prop_key = 'status_id'
        left join issue_statuses o on o.id::text = d.old_value left join issue_statuses n on n.id::text = d.value
        where j.journalized_type = 'Issue' and j.journalized_id = any ($1) order by j.created_on, j.id`,
      [issues],
    ),
  files: async (issues: readonly number[]) =>
    (
      await rows<StoredFile>(
        `select a.id, a.container_id as ticket, a.author_id as author, a.filename as name,
            coalesce(a.disk_directory, '') as directory, a.disk_filename as "diskName", ${MOMENT('a.created_on')} as at
          from attachments a where a.container_type = 'Issue' and a.container_id = any ($1) order by a.id`,
        [issues],
      )
    ).map((file): OldFile => ({
      ...file,
      key: `${file.id} ${file.diskName}`,
      bytes: async () => (await bytesIn(folder, join(file.directory, file.diskName))) ?? NOT_THERE,
    })),
  /** Records outside any issue. */
  left: async () => {
    const [left] = await rows<{ notes: number; files: number }>(`select
        (select count(*)::int from journals where journalized_type <> 'Issue' or not exists (
          select from issues i where i.id = journalized_id)) as notes,
        (select count(*)::int from attachments where container_type is distinct from 'Issue' or not exists (
          select from issues i where i.id = container_id)) as files`)
    return left && left.notes + left.files > 0
      ? [`${left.notes} notes and ${left.files} files are of no issue, and stay in Redmine.`]
      : []
  },
})

interface StoredFile extends Omit<OldFile, 'key' | 'bytes'> {
  readonly directory: string
  readonly diskName: string
}
