-- Silence counts as a yes only for who was told twice by mail. Without a mail server the provider has no such rule at all.
alter table provider alter column silence drop not null;

-- When the two warnings left, and of which date they tell: of another one they say nothing.
alter table ticket add column silence_warned_for timestamptz;
alter table ticket add column first_warned_at timestamptz;
alter table ticket add column last_warned_at timestamptz;
