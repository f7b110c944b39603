import pg from 'pg'

// The schema that the migrations of Redmine 4 to 6 leave. It is read as Redmine's own user, in one transaction that
// sees a single moment.

export interface RedmineProject {
  readonly id: number
  readonly name: string
  readonly isActive: boolean
}

export interface RedmineUser {
  readonly id: number
  readonly login: string
  readonly name: string
  readonly email: string | null
  readonly isActive: boolean
  /**
   * People who answer: administrators, members of the group, and everybody who was assigned an issue or wrote something
   * that customers cannot read.
   */
  readonly isTechnician: boolean
  /** Redmine assigns the words of deleted people to nobody. */
  readonly isAnonymous: boolean
}

export interface RedmineIssue {
  readonly id: number
  readonly project: number
  readonly subject: string
  readonly description: string
  readonly author: number
  readonly assignee: number | null
  readonly isClosed: boolean
  readonly status: string
  /** How many priorities lie between this one and the default. A more urgent one is positive. */
  readonly pressing: number
  readonly isIncident: boolean
  readonly createdAt: string
  readonly updatedAt: string
}

export interface RedmineJournal {
  readonly id: number
  readonly issue: number
  readonly author: number
  readonly notes: string
  readonly isPrivate: boolean
  readonly at: string
  /** Null if it does not change between open and closed. */
  readonly closes: boolean | null
  readonly status: string | null
  readonly attachments: readonly number[]
}

export interface RedmineFile {
  readonly id: number
  readonly issue: number
  readonly author: number
  readonly name: string
  readonly directory: string
  readonly diskName: string
  readonly at: string
}

export type Redmine = Awaited<ReturnType<typeof openRedmine>>

const MOMENT = (column: string) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

export async function openRedmine(url: string, group: string | undefined) {
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
  return { ...peopleIn(rows, group), ...issuesIn(rows), close: () => client.end().catch(() => undefined) }
}

type Rows = <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>

const peopleIn = (rows: Rows, group: string | undefined) => ({
  projects: () =>
    rows<RedmineProject>(`select p.id, p.name, p.status = 1 as "isActive" from projects p
        where exists (select from issues i where i.project_id = p.id) order by p.id`),
  users: () =>
    rows<RedmineUser>(
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

const issuesIn = (rows: Rows) => ({
  highestIssue: async () => (await rows<{ id: number }>('select coalesce(max(id), 0) as id from issues'))[0]?.id ?? 0,
  /** Which issue is a duplicate of which, within a project. */
  duplicates: () =>
    rows<{
      duplicate: number
      of: number
    }>(`select r.issue_from_id as duplicate, min(r.issue_to_id) as of from issue_relations r
        join issues f on f.id = r.issue_from_id join issues t on t.id = r.issue_to_id and t.project_id = f.project_id
        where r.relation_type = 'duplicates' group by r.issue_from_id order by 1`),
  issuesOf: (project: number) =>
    rows<{ id: number }>('select id from issues where project_id = $1 order by id', [project]),
  issues: (ids: readonly number[]) =>
    rows<RedmineIssue>(
      `with ranked as (select id, is_default, row_number() over (order by position, id) as rank
          from enumerations where type = 'IssuePriority')
        select i.id, i.project_id as project, i.subject, coalesce(i.description, '') as description, i.author_id as author,
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
  journals: (issues: readonly number[]) =>
    rows<RedmineJournal>(
      `select j.id, j.journalized_id as issue, j.user_id as author, coalesce(j.notes, '') as notes,
          j.private_notes as "isPrivate", ${MOMENT('j.created_on')} as at,
          case when o.is_closed is distinct from n.is_closed then n.is_closed end as closes, n.name as status,
          array(select a.prop_key::int from journal_details a
            where a.journal_id = j.id and a.property = 'attachment' and a.prop_key ~ '^[0-9]{1,9}$') as attachments
        from journals j
        left join journal_details d on d.journal_id = j.id and d.property = 'attr' and d.prop_key = 'status_id'
        left join issue_statuses o on o.id::text = d.old_value left join issue_statuses n on n.id::text = d.value
        where j.journalized_type = 'Issue' and j.journalized_id = any ($1) order by j.created_on, j.id`,
      [issues],
    ),
  files: (issues: readonly number[]) =>
    rows<RedmineFile>(
      `select a.id, a.container_id as issue, a.author_id as author, a.filename as name,
          coalesce(a.disk_directory, '') as directory, a.disk_filename as "diskName", ${MOMENT('a.created_on')} as at
        from attachments a where a.container_type = 'Issue' and a.container_id = any ($1) order by a.id`,
      [issues],
    ),
  /** Records outside any issue, which stay behind. */
  left: async () =>
    (
      await rows<{ notes: number; files: number }>(`select
          (select count(*)::int from journals where journalized_type <> 'Issue' or not exists (
            select from issues i where i.id = journalized_id)) as notes,
          (select count(*)::int from attachments where container_type is distinct from 'Issue' or not exists (
            select from issues i where i.id = container_id)) as files`)
    )[0] ?? { notes: 0, files: 0 },
})
