-- What a client decides on: lines with their price and VAT, in hundredths, and until when the offer holds. An older valuation has
-- neither: all that it says stands in its description.
alter table valuation
  -- Each change of the offer counts up: who decides says which one they have read.
  add column version integer not null default 1 check (version >= 1),
  -- [{"concept": "…", "hours": 1250, "price": 6000, "vat": 2100}]; without hours the price is the line's own.
  add column lines jsonb not null default '[]' check (jsonb_typeof(lines) = 'array'),
  add column valid_until date,
  -- What a search finds it by.
  add column said text generated always as (description || ' ' || (jsonb_path_query_array(lines, '$[*].concept'))::text) stored;

-- Offers, decisions and their undoing, in their order.
create table valuation_event (
  client_id bigint not null,
  event_id bigint generated always as identity,
  valuation_number bigint not null,
  kind text not null check (kind in ('offered', 'accepted', 'rejected', 'undone', 'closed')),
  version integer not null check (version >= 1),
  -- Of an offer: what it said.
  description text not null default '',
  lines jsonb not null default '[]' check (jsonb_typeof(lines) = 'array'),
  valid_until date,
  -- Of a decision: what its author added.
  text text not null default '',
  author text not null,
  -- The technician, for what Support did.
  username text references technician,
  at timestamptz not null,
  primary key (client_id, event_id),
  foreign key (client_id, valuation_number) references valuation
);
create index valuation_event_of on valuation_event (client_id, valuation_number, event_id);
call protect('valuation_event');
call open_to_staff('valuation_event', 'select, insert');

create or replace function tell_valuation() returns trigger language plpgsql as $$
begin
  perform public.tell_event(new.client_id,
    case when tg_op = 'INSERT' then 'opened'
      when new.decision is distinct from old.decision then
        case when new.decision is null then 'decision-undone' else 'decision' end
      when new.version <> old.version then 'revision'
      else 'change' end,
    'valuation', new.number, public.event_actor());
  return null;
end $$;
alter table event drop constraint event_kind_check;
alter table event add constraint event_kind_check check (kind in ('query', 'reply', 'note', 'answer', 'claim', 'rejection',
  'acceptance', 'withdrawal', 'silence', 'abandonment', 'merge', 'question', 'assistance', 'state', 'situation',
  'planned-delivery', 'planned-test', 'planned-production', 'installed-test', 'installed-production', 'validation', 'link',
  'unlink', 'correction', 'file', 'change', 'assignment', 'internal-note', 'presence', 'silence-warning', 'opened', 'decision', 'decision-undone', 'revision',
  'seen', 'notification'));
alter table notification drop constraint notification_kind_check;
alter table notification add constraint notification_kind_check check (kind in ('assigned', 'replied', 'claimed', 'third-claim',
  'not-working', 'decided', 'undone', 'promise-near', 'promise-broken', 'mentioned'));
