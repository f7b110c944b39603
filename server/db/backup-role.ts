import type pg from 'pg'

/** The role that reads the tables of a backup, and nothing else. */
export const BACKUP_ROLE = 'portal_backup'

/** Tables that no backup holds, each with the reason: their rows would come alive again, or be worthless later. */
export const LEFT_OUT = {
  session: 'whoever holds the cookie would be in again',
  technician_session: 'whoever holds the cookie would be in again',
  technician_link: 'a link that was used or replaced would open again',
  technician_new_address: 'a link that was used or replaced would confirm again',
  contact_new_address: 'a link that was used or replaced would confirm again',
  password_link: 'a link that was used or replaced would open again',
  forgotten_password: 'of the last seconds',
  technician_mail: 'holds links for passwords alone, which would open again',
  mail_code: 'a code that was used would open again',
  ticket_code: 'a code that was used would open again',
  failed_login: 'counts the last minutes alone',
  presence: 'of the last seconds',
  console_open: 'of the last minutes',
} as const

/**
 * Lets the role read every table that a backup holds, also those of the newest migrations. Run by the owner. It writes
 * nothing where nothing is missing.
 */
export async function letBackupsRead(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ statement: string }>(
    `with role as (select oid from pg_roles where rolname = '${BACKUP_ROLE}'),
      relation as (
        select c.oid, c.relkind, c.relrowsecurity, c.relname = any ($1) as left_out,
          exists (select from aclexplode(c.relacl) a where a.grantee = role.oid) as granted,
          exists (select from pg_policy p where p.polrelid = c.oid and p.polroles = array[role.oid]) as open
        from pg_class c, role where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'S')
      )
    select format('grant select on %s to ${BACKUP_ROLE}', oid::regclass) as statement from relation where not granted and not left_out
    union all
    select format('create policy backup on %s for select to ${BACKUP_ROLE} using (true)', oid::regclass)
      from relation where relrowsecurity and not open and not left_out`,
    [Object.keys(LEFT_OUT)],
  )
  for (const { statement } of rows) await owner.query(statement)
}
