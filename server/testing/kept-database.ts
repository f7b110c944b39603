import type pg from 'pg'
import { copyingStatements } from './copied-rows.ts'

/** A copy of the database's present state. */
export interface KeptDatabase {
  /** Restores every row; returns the tables that had changed. */
  readonly restore: () => Promise<string[]>
}

/** Copies every row, and records from then on which tables are written to. Sequences are not reset. */
export async function keepDatabase(owner: pg.Client): Promise<KeptDatabase> {
  await recordWrites(owner)
  await owner.query(`
    create table kept.putting_back (put_to text, statement text);
    do $$ declare name text; begin
      for name in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
        execute format('create table kept.%I as table public.%1$I', name);
      end loop;
    end $$;
    create function kept.restore() returns text[] language plpgsql set session_replication_role = replica as $$
    declare
      name text;
      same boolean;
      different text[] = '{}';
    begin
      for name in select distinct w.name from kept.written w loop
        -- A column of type json can be compared as text alone.
        execute format('select (select md5(string_agg(x::text, chr(10) order by x::text)) from public.%I x)
          is not distinct from (select md5(string_agg(x::text, chr(10) order by x::text)) from kept.%1$I x)', name) into same;
        continue when same;
        execute format('delete from public.%I', name);
        execute (select p.statement from kept.putting_back p where p.put_to = name);
        different = different || name;
      end loop;
      delete from kept.written;
      return different;
    end $$`)
  const { rows: kept } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const names = kept.map(({ name }) => name)
  const statements = await copyingStatements(owner, names, (name) => ({ from: `kept.${name}` }))
  await owner.query('insert into kept.putting_back select * from unnest($1::text[], $2::text[])', [names, statements])
  return {
    restore: async () => {
      const { rows } = await owner.query<{ different: string[] }>('select kept.restore() as different')
      return rows[0]?.different ?? []
    },
  }
}

/** Makes a schema `kept`, in which `written` names the tables that were written to since it was last emptied. */
export async function recordWrites(owner: pg.Client): Promise<void> {
  await owner.query(`
    create schema kept;
    create unlogged table kept.written (name text);
    create function kept.note() returns trigger language plpgsql security definer as $$
    begin
      insert into kept.written values (tg_table_name);
      return null;
    end $$;
    do $$ declare name text; begin
      for name in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
        execute format('create trigger kept after insert or update or delete or truncate on public.%I
          for each statement execute function kept.note()', name);
      end loop;
    end $$`)
}
