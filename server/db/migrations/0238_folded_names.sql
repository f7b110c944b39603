-- The console's lists of clients, installations and contacts, and its search of everything, look for a text in these, without accents and
-- case. To fold each of them for each search took most of the time of a search among many contacts.
alter table client
  add column folded_name text not null generated always as (folded(name)) stored,
  add column folded_email text not null generated always as (folded(email)) stored;
alter table contact add column folded text not null
  generated always as (folded(name || E'\n' || email || E'\n' || phone || E'\n' || contact_id::text)) stored;
alter table installation add column folded text not null generated always as (folded(code)) stored;
alter table credential add column folded_username text not null generated always as (folded(username)) stored;
