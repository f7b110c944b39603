import type pg from 'pg'

interface Copied {
  /** The table to copy from; its columns have the same names. */
  readonly from: string
  /** Values that replace those of a column. */
  readonly instead?: Readonly<Record<string, string>>
  readonly where?: string
}

/** Statements that copy rows into tables, one for each table. PostgreSQL computes generated columns anew. */
export async function copyingStatements(
  owner: pg.Client,
  tables: readonly string[],
  copied: (table: string) => Copied,
): Promise<string[]> {
  const { rows } = await owner.query<{ table: string; columns: string[] }>(
    `select table_name as table, array_agg(quote_ident(column_name) order by ordinal_position) as columns
    from information_schema.columns
    where table_schema = 'public' and is_generated = 'NEVER' and table_name = any($1) group by table_name`,
    [tables],
  )
  const columnsOf = new Map(rows.map(({ table, columns }) => [table, columns]))
  return tables.map((table) => {
    const columns = columnsOf.get(table)
    if (!columns) throw new Error(`There is no table ${table}`)
    const { from, instead = {}, where = 'true' } = copied(table)
    const values = columns.map((column) => instead[column] ?? column)
    return `insert into public.${table} (${columns.join(', ')}) overriding system value
      select ${values.join(', ')} from ${from} where ${where}`
  })
}
