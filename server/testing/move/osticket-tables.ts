/** The tables and columns of osTicket that are read, with the keys that osTicket gives them. */
export const OSTICKET_TABLES = `
  create table ost_organization (id int primary key, name varchar(128), status int not null default 0);
  create table ost_user (id int primary key, org_id int not null, default_email_id int not null, status int not null default 0,
    name varchar(128) not null, created datetime, updated datetime, key org_id (org_id));
  create table ost_user_email (id int primary key, user_id int not null, flags int not null default 0, address varchar(255) not null,
    key user_email_lookup (user_id));
  create table ost_user_account (id int primary key, user_id int not null, status int not null default 0, username varchar(64),
    key user_id (user_id));
  create table ost_staff (staff_id int primary key, username varchar(32) not null, firstname varchar(32), lastname varchar(32),
    email varchar(255), isactive tinyint not null default 1, signature text not null, created datetime, updated datetime);
  create table ost_ticket_status (id int primary key, name varchar(60) not null, state varchar(16), properties text not null,
    created datetime, updated datetime);
  create table ost_ticket_priority (priority_id tinyint primary key, priority varchar(60) not null, priority_urgency tinyint not null);
  create table ost_help_topic (topic_id int primary key, topic varchar(128) not null, created datetime, updated datetime);
  create table ost_form (id int primary key, title varchar(255) not null, created datetime, updated datetime);
  create table ost_form_field (id int primary key, form_id int not null, label varchar(255) not null, name varchar(64) not null,
    sort int not null, created datetime, updated datetime);
  create table ost_form_entry (id int primary key, form_id int not null, object_id int, object_type char(1) not null,
    created datetime, updated datetime, key entry_lookup (object_type, object_id));
  create table ost_form_entry_values (entry_id int not null, field_id int not null, value text, value_id int,
    primary key (entry_id, field_id));
  create table ost_ticket (ticket_id int primary key, ticket_pid int, number varchar(20), user_id int not null, status_id int not null,
    topic_id int not null default 0, staff_id int not null default 0, flags int not null default 0, closed datetime,
    lastupdate datetime, created datetime not null, updated datetime not null, key user_id (user_id), key staff_id (staff_id));
  create table ost_thread (id int primary key, object_id int not null, object_type char(1) not null, created datetime,
    key object_id (object_id), key object_type (object_type));
  create table ost_thread_entry (id int primary key, thread_id int not null, staff_id int not null default 0,
    user_id int not null default 0, type char(1) not null, flags int not null default 0, poster varchar(128) not null default '',
    title varchar(255), body text not null, format varchar(16) not null default 'html', created datetime not null, updated datetime,
    key thread_id (thread_id), key staff_id (staff_id), key type (type));
  create table ost_thread_entry_merge (id int primary key auto_increment, thread_entry_id int not null, data text,
    key thread_entry_id (thread_entry_id));
  create table ost_event (id int primary key, name varchar(60) not null);
  create table ost_thread_event (id int primary key, thread_id int not null, thread_type char(1) not null, event_id int,
    staff_id int not null, team_id int not null, dept_id int not null, topic_id int not null, data varchar(1024),
    username varchar(128) not null default 'SYSTEM', uid int, uid_type char(1) not null default 'S',
    annulled tinyint not null default 0, timestamp datetime not null,
    key ticket_state (thread_id, event_id, timestamp));
  create table ost_attachment (id int primary key, object_id int not null, type char(1) not null, file_id int not null,
    name varchar(255), inline tinyint not null default 0,
    unique key file_type (object_id, file_id, type));
  create table ost_file (id int primary key, bk char(1) not null, type varchar(255) not null, \`key\` varchar(86) not null,
    signature varchar(86) not null, name varchar(255) not null, created datetime not null);
  create table ost_file_chunk (file_id int not null, chunk_id int not null, filedata longblob not null,
    primary key (file_id, chunk_id));`
