-- Who reads a backup: the owner is bound by row level security too. `letBackupsRead` says which tables, after each migration.
do $$
begin
  if not exists (select from pg_roles where rolname = 'portal_backup') then
    create role portal_backup nologin nosuperuser nobypassrls nocreatedb nocreaterole;
  end if;
  execute format('grant portal_backup to %I', current_user);
end $$;
grant usage on schema public to portal_backup;
