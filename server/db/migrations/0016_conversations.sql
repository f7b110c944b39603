-- What is said to the assistant, and by it, is told apart from what a customer and Support say to each other: it is
-- nobody's turn by it (isTalking in domain/ticket.ts).
alter table entry drop constraint entry_kind_check, drop constraint entry_check, drop constraint entry_check1;
alter table entry
  add constraint entry_kind_check check (kind in ('query', 'reply', 'note', 'answer', 'claim', 'rejection', 'acceptance',
    'withdrawal', 'silence', 'merge', 'abandonment', 'question', 'assistance')),
  add constraint entry_closes_check check (not closes or kind in ('answer', 'assistance')),
  add constraint entry_number_check check ((number is not null) = (kind in ('query', 'reply', 'note', 'question')));

-- The owner, whom row level security binds too, writes what was there before.
alter table entry no force row level security;
alter table ticket no force row level security;
alter table conversation_turn no force row level security;

update entry e set kind = 'question'
from entry a
where a.generated and a.kind = 'answer' and a.client_id = e.client_id and e.kind in ('query', 'reply')
  and e.entry_id = (select max(b.entry_id) from entry b
    where b.client_id = a.client_id and b.ticket_number = a.ticket_number and b.entry_id < a.entry_id
      and b.kind in ('query', 'reply'));
update entry e set kind = 'question' from conversation_turn u
where u.client_id = e.client_id and u.question_entry = e.entry_id and e.kind in ('query', 'reply');
update entry set kind = 'assistance' where generated and kind = 'answer';
-- That it ended by itself nobody worded.
update entry set generated = false, transcribed = false, text = '' where kind = 'abandonment';

-- Conversations that nobody has ended, and that nobody else has written into, wait for nobody any more; whatever else was
-- said last in the others is what they wait for.
with talked as (
  select t.client_id, t.number,
    (select e.kind from entry e where e.client_id = t.client_id and e.ticket_number = t.number
      and e.kind not in ('note', 'merge', 'question', 'assistance') order by e.at desc, e.entry_id desc limit 1) as said,
    (select e.at from entry e where e.client_id = t.client_id and e.ticket_number = t.number
      and e.kind not in ('note', 'merge', 'question', 'assistance') order by e.at desc, e.entry_id desc limit 1) as said_at,
    (select e.kind from entry e where e.client_id = t.client_id and e.ticket_number = t.number
      and e.kind in ('question', 'assistance') order by e.at desc, e.entry_id desc limit 1) as talked
  from ticket t
  where exists (select from entry e
    where e.client_id = t.client_id and e.ticket_number = t.number and e.kind in ('question', 'assistance'))
    and t.merged_into is null
)
update ticket t set last_entry_kind = coalesce(k.said, k.talked), last_entry_at = coalesce(k.said_at, t.last_entry_at),
  due_at = case when k.said is null then null else t.due_at end
from talked k where k.client_id = t.client_id and k.number = t.number;

alter table entry force row level security;
alter table ticket force row level security;
alter table conversation_turn force row level security;
