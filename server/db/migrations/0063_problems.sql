-- Problems of the product itself, above the incidents of many clients. They hold no client's words, so they belong to no client.
create table product_problem (
  problem_id bigint generated always as identity primary key,
  title text not null,
  description text not null,
  workaround text not null,
  -- None: every version.
  affected_versions text[] not null,
  mended_version text,
  -- Of the modules' numbers.
  modules bigint[] not null,
  responsible text references technician,
  -- For technicians alone.
  notes text not null,
  state text not null check (state in ('studied', 'confirmed', 'mended', 'discarded')),
  planned_on date,
  -- Whether customers read of it.
  published boolean not null,
  changed_by text not null references technician,
  changed_at timestamptz not null,
  revision int not null default 1,
  check (state <> 'mended' or mended_version is not null),
  check (state <> 'discarded' or not published)
);
create index product_problem_in_state on product_problem (state, problem_id desc);
create index product_problem_published on product_problem (problem_id desc) where published;
call open_to_staff('product_problem', 'select, insert, update');
-- Customers' transactions reach the published ones, and of those nothing internal.
alter table product_problem enable row level security;
alter table product_problem force row level security;
create policy published on product_problem for select to portal_app using (published);
grant select (problem_id, title, description, workaround, affected_versions, mended_version, modules, state, planned_on, published)
  on product_problem to portal_app;

-- Each planned date that a problem was given, also none.
create table product_problem_date (
  problem_id bigint not null references product_problem,
  date_number int not null check (date_number > 0),
  planned_on date,
  set_by text not null references technician,
  set_at timestamptz not null,
  primary key (problem_id, date_number)
);
grant select, insert on product_problem_date to portal_staff;
