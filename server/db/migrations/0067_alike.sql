-- The words of a problem of the product, by which it is offered to whoever writes a ticket that says the same.
create function search_stems(said text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(distinct t.stem order by t.stem), '{}') from public.search_terms(said) t
$$;
alter table product_problem
  add column title_stems text[] not null generated always as (search_stems(title)) stored,
  add column stems text[] not null generated always as (search_stems(title || ' ' || description)) stored;
grant select (title_stems, stems) on product_problem to portal_app;

-- Who has said that they meet a problem: it was one press, and another takes it back.
create table product_problem_mark (
  client_id bigint not null,
  problem_id bigint not null references product_problem,
  person_id bigint not null,
  marked_at timestamptz not null,
  primary key (client_id, problem_id, person_id),
  foreign key (client_id, person_id) references person
);
create index product_problem_mark_of_problem on product_problem_mark (problem_id, marked_at desc);
call protect('product_problem_mark');
call open_to_staff('product_problem_mark', 'select');
