-- A technician is told when a mail about their ticket does not reach its customer.
alter table notification drop constraint notification_kind_check;
alter table notification add constraint notification_kind_check check (kind in ('assigned', 'replied', 'claimed', 'third-claim',
  'not-working', 'decided', 'undone', 'promise-near', 'promise-broken', 'mentioned', 'mail-refused'));
