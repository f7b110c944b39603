-- Conversations with the assistant, as the server itself held them: what a ticket of one is made from.
create table conversation (
  client_id bigint not null,
  conversation_id text not null check (length(conversation_id) >= 22),
  -- The order in which they began.
  sequence bigint generated always as identity,
  person_id bigint not null,
  contact_id bigint,
  -- Only of a limited session, which sees nothing else. Sessions end; what was said stays.
  limited_session_id bigint,
  person_name text not null,
  topic text not null default '',
  outcome text not null default 'open' check (outcome in ('open', 'solved', 'handed-over', 'abandoned')),
  outcome_at timestamptz,
  -- Who pressed yes.
  solved_by text,
  ticket_number bigint,
  started_at timestamptz not null,
  -- When something was last asked or done.
  touched_at timestamptz not null,
  primary key (client_id, conversation_id),
  check ((outcome = 'open') = (outcome_at is null)),
  check ((outcome = 'solved') = (solved_by is not null)),
  foreign key (client_id, person_id) references person,
  foreign key (client_id, contact_id) references contact,
  foreign key (client_id, ticket_number) references ticket
);
create index conversation_by_ticket on conversation (client_id, ticket_number) where ticket_number is not null;
create index conversation_by_start on conversation (started_at);
create index conversation_left on conversation (touched_at) where outcome = 'open';

create table conversation_turn (
  client_id bigint not null,
  conversation_id text not null,
  turn smallint not null check (turn between 1 and 3),
  person_id bigint not null,
  contact_id bigint,
  question text not null,
  -- As it grows: where a reader has come to in it is what the stream resumes after.
  answer text not null default '',
  -- What the manuals' own sentences answer, for when no model does.
  quoted text not null,
  verdict text not null check (verdict in ('answer', 'offer', 'refuse')),
  topic text not null,
  -- [{ title, section, href }], in the order of the numbers that cite them.
  sources jsonb not null,
  state text not null check (state in ('running', 'complete', 'interrupted')),
  worded_by text check (worded_by in ('model', 'quotes')),
  -- Whether a model was asked: the budget of the client and day.
  asked_model boolean not null,
  -- Which call asked it: a retry is not another question.
  act_key text,
  rating text,
  asked_at timestamptz not null,
  -- By the database's clock: when whoever answers last gave a sign, and when somebody last read along.
  alive_at timestamptz not null default clock_timestamp(),
  read_at timestamptz not null default clock_timestamp(),
  -- Where it stands in the ticket.
  question_entry bigint,
  answer_entry bigint,
  primary key (client_id, conversation_id, turn),
  foreign key (client_id, conversation_id) references conversation,
  foreign key (client_id, person_id) references person,
  foreign key (client_id, contact_id) references contact,
  foreign key (client_id, question_entry) references entry,
  foreign key (client_id, answer_entry) references entry
);
create index conversation_turn_by_person on conversation_turn (client_id, person_id, asked_at);
create index conversation_turn_by_contact on conversation_turn (client_id, contact_id, asked_at) where contact_id is not null;
create index conversation_turn_by_answer on conversation_turn (client_id, answer_entry) where answer_entry is not null;
create index conversation_turn_by_day on conversation_turn (client_id, asked_at) where asked_model;
create index conversation_turn_without_source on conversation_turn (asked_at desc) where verdict <> 'answer';

call protect('conversation');
call protect('conversation_turn');
call open_to_staff('conversation', 'select');
call open_to_staff('conversation_turn', 'select');

alter table entry
  -- Worded by the assistant: said beside it, until a person has edited the words.
  add column generated boolean not null default false,
  drop constraint entry_kind_check,
  add constraint entry_kind_check check (kind in ('query', 'reply', 'note', 'answer', 'claim', 'rejection', 'acceptance',
    'withdrawal', 'silence', 'merge', 'abandonment'));
