-- Who tried is kept as a mark that only the key can make: a password typed as user name was readable here.
-- TAKES AWAY: failures counted by the name as it was typed; the limits begin anew.
delete from failed_login;

-- The /48 of an IPv6 network: whoever has one network of it has all.
alter table failed_login add column site text;
create index failed_login_by_site on failed_login (site, at) where site is not null;
