/** The tables and columns of Redmine that the converter reads, with the indexes of its migrations. */
export const REDMINE_TABLES = `
  create table users (id serial primary key, login varchar not null default '', firstname varchar(30) not null default '',
    lastname varchar(255) not null default '', admin boolean not null default false, status int not null default 1, type varchar);
  create table email_addresses (id serial primary key, user_id int not null, address varchar not null, is_default boolean not null default false);
  create table groups_users (group_id int not null, user_id int not null);
  create table projects (id serial primary key, name varchar not null default '', status int not null default 1);
  create table trackers (id serial primary key, name varchar(30) not null default '');
  create table issue_statuses (id serial primary key, name varchar(30) not null default '', is_closed boolean not null default false);
  create table enumerations (id serial primary key, name varchar(30) not null default '', position int, is_default boolean not null default false, type varchar);
  create table issues (id serial primary key, tracker_id int not null, project_id int not null, subject varchar not null default '',
    description text, status_id int not null, assigned_to_id int, priority_id int not null, author_id int not null,
    created_on timestamp, updated_on timestamp, closed_on timestamp);
  create table issue_relations (id serial primary key, issue_from_id int not null, issue_to_id int not null, relation_type varchar not null default '');
  create table journals (id serial primary key, journalized_id int not null default 0, journalized_type varchar(30) not null default '',
    user_id int not null default 0, notes text, created_on timestamp not null, private_notes boolean not null default false);
  create table journal_details (id serial primary key, journal_id int not null default 0, property varchar(30) not null default '',
    prop_key varchar(30) not null default '', old_value text, value text);
  create table attachments (id serial primary key, container_id int, container_type varchar(30), filename varchar not null default '',
    disk_filename varchar not null default '', author_id int not null default 0, created_on timestamp, disk_directory varchar);
  create index on email_addresses (user_id);
  create unique index on groups_users (group_id, user_id);
  create index on issues (project_id);
  create index on issues (assigned_to_id);
  create index on issue_relations (issue_from_id);
  create index on journals (journalized_id, journalized_type);
  create index on journals (user_id);
  create index on journal_details (journal_id);
  create index on attachments (container_id, container_type)`
