-- A service release of a version can be delivered with: V031.4. What is there already fits; it is not read again.
alter table incident drop constraint incident_version_check;
alter table incident add constraint incident_version_check check (version ~ '^(V[0-9]{3}([.][0-9]{1,2})?)?$') not valid;
alter table development drop constraint development_version_check;
alter table development add constraint development_version_check check (version ~ '^(V[0-9]{3}([.][0-9]{1,2})?)?$') not valid;
