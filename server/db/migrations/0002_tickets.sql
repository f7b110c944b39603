create sequence ticket_number start 100001;
create sequence incident_number start 50001;
grant usage on sequence ticket_number, incident_number to portal_app;

create table incident (
  client_id bigint not null,
  number bigint not null,
  installation_code text not null,
  state text not null check (state in ('pending', 'planned', 'resolved', 'clarified', 'supervised', 'in-progress',
    'delivered', 'valuation', 'expired', 'returned', 'installed-in-test', 'installed-in-production', 'cancelled')),
  situation text,
  title text not null,
  department text not null default '',
  sprint text not null default '',
  planned_delivery date,
  created_at timestamptz not null,
  state_at timestamptz not null,
  primary key (client_id, number),
  foreign key (client_id, installation_code) references installation
);
create index incident_by_state_date on incident (client_id, installation_code, state_at desc, number desc);

create table ticket (
  client_id bigint not null,
  number bigint not null,
  installation_code text not null,
  company_code text not null,
  person_id bigint not null,
  contact_id bigint,
  -- Only for tickets of a limited session, which sees nothing else.
  limited_session_id bigint,
  area text not null check (area in ('main', 'apps', 'aspro', 'technical')),
  kind text not null check (kind in ('query', 'incident')),
  custom_development boolean not null,
  module_number bigint references module,
  title text not null,
  contact_name text not null,
  email text not null,
  urgency text not null check (urgency in ('1', '2', '3', '4', '5', '6', 'N', 'A', 'M', 'B')),
  phone_assistance boolean not null,
  phone text not null default '',
  call_window text not null default '',
  version text not null,
  origin text not null,
  from_assistant boolean not null default false,
  -- The accepted ticket that this one goes on from.
  related_ticket bigint,
  raised_by text not null,
  technician text,
  created_at timestamptz not null,
  -- The standing (domain/ticket.ts), written with each entry in its transaction.
  state text not null check (state in ('pending', 'closed')),
  accepted boolean not null default false,
  rating smallint check (rating between 1 and 5),
  last_entry_kind text not null,
  last_entry_at timestamptz not null,
  closed_at timestamptz,
  last_claim_at timestamptz,
  claims_in_a_row smallint not null default 0 check (claims_in_a_row between 0 and 3),
  blocking_incident bigint,
  primary key (client_id, number),
  check (not accepted or state = 'closed'),
  foreign key (client_id, installation_code, company_code) references company,
  foreign key (client_id, person_id) references person,
  foreign key (client_id, contact_id) references contact,
  foreign key (client_id, blocking_incident) references incident,
  foreign key (client_id, related_ticket) references ticket
);
-- The two tabs in their default order, for who sees an installation and for who sees the whole client.
create index ticket_in_progress_of_installation on ticket (client_id, installation_code, last_entry_at desc, number desc) where not accepted;
create index ticket_in_progress_of_client on ticket (client_id, last_entry_at desc, number desc) where not accepted;
create index ticket_history_of_installation on ticket (client_id, installation_code, closed_at desc nulls last, number desc) where accepted;
create index ticket_history_of_client on ticket (client_id, closed_at desc nulls last, number desc) where accepted;
create index ticket_by_person on ticket (client_id, person_id);
create index ticket_by_contact on ticket (client_id, contact_id);

-- The timeline. The customer's own messages carry a ticket number: the first one the ticket's, each reply a child's.
create table entry (
  client_id bigint not null,
  entry_id bigint generated always as identity,
  ticket_number bigint not null,
  number bigint,
  kind text not null check (kind in ('query', 'reply', 'note', 'answer', 'claim', 'rejection', 'acceptance', 'withdrawal')),
  closes boolean not null default false check (not closes or kind = 'answer'),
  text text not null,
  author text not null,
  origin text not null,
  transcribed boolean not null default false,
  person_id bigint,
  at timestamptz not null,
  primary key (client_id, entry_id),
  check ((number is not null) = (kind in ('query', 'reply', 'note'))),
  foreign key (client_id, ticket_number) references ticket,
  foreign key (client_id, person_id) references person
);
create index entry_by_ticket on entry (client_id, ticket_number, at, entry_id);
create unique index entry_by_number on entry (client_id, number) where number is not null;

create table incident_ticket (
  client_id bigint not null,
  incident_number bigint not null,
  ticket_number bigint not null,
  primary key (client_id, ticket_number, incident_number),
  foreign key (client_id, incident_number) references incident,
  foreign key (client_id, ticket_number) references ticket
);
create index incident_ticket_by_incident on incident_ticket (client_id, incident_number, ticket_number);

create table incident_claim (
  client_id bigint not null,
  incident_number bigint not null,
  sequence smallint not null check (sequence between 1 and 3),
  at timestamptz not null,
  author text not null,
  primary key (client_id, incident_number, sequence),
  foreign key (client_id, incident_number) references incident
);

create table development (
  client_id bigint not null,
  number bigint not null,
  installation_code text not null,
  budget text not null default '',
  state text not null check (state in ('pending', 'planned', 'resolved', 'clarified', 'supervised', 'delivered',
    'valuation', 'expired', 'returned', 'installed-in-test', 'installed-in-production', 'cancelled')),
  title text not null,
  created_at timestamptz not null,
  requested_on date,
  planned_delivery date,
  installed_on date,
  primary key (client_id, number),
  foreign key (client_id, installation_code) references installation
);
create index development_of_installation on development (client_id, installation_code, number desc);

create table valuation (
  client_id bigint not null,
  number bigint not null,
  description text not null,
  created_on date not null,
  primary key (client_id, number),
  foreign key (client_id) references client
);

create table attachment (
  client_id bigint not null,
  -- The order in which they came.
  sequence bigint generated always as identity,
  attachment_id text not null unique check (length(attachment_id) >= 22),
  person_id bigint not null,
  session_id bigint not null,
  -- All null while it waits for the ticket or reply that it will belong to.
  ticket_number bigint,
  entry_id bigint,
  incident_number bigint,
  name text not null,
  mime text not null,
  bytes bigint not null check (bytes > 0),
  sha256 bytea not null,
  added_at timestamptz not null,
  primary key (client_id, attachment_id),
  check ((ticket_number is null) = (entry_id is null)),
  check (ticket_number is null or incident_number is null),
  foreign key (client_id, person_id) references person,
  foreign key (client_id, ticket_number) references ticket,
  foreign key (client_id, entry_id) references entry,
  foreign key (client_id, incident_number) references incident
);
create index attachment_by_ticket on attachment (client_id, ticket_number) where ticket_number is not null;
create index attachment_by_incident on attachment (client_id, incident_number) where incident_number is not null;
create index attachment_staged on attachment (client_id, added_at) where ticket_number is null and incident_number is null;

call protect('incident');
call protect('ticket');
call protect('entry');
call protect('incident_ticket');
call protect('incident_claim');
call protect('development');
call protect('valuation');
call protect('attachment');
