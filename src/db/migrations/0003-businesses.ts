import { type Kysely, sql } from 'kysely';

/** Businesses with their participants and documents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(TABLES).execute(db);
}

const TABLES = `
create table businesses (
  service_id integer not null references services (id),
  id bigint not null check (id between 1 and 9007199254740991),
  external_id bigint not null check (external_id between 1 and 9007199254740991),
  code text not null,
  name text,
  responsible_user_id bigint,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (service_id, id),
  unique (service_id, external_id),
  foreign key (service_id, responsible_user_id) references users (service_id, id)
);
create index businesses_created on businesses (service_id, created_at, id);
create index businesses_code on businesses (service_id, code);
create index businesses_responsible_user on businesses (service_id, responsible_user_id);

-- "restrict" below checks a deleted row as the default would, without first looking whether the row is
-- there again: a third less work for what deletes a hundred thousand of them.
create table participants (
  service_id integer not null references services (id),
  id bigint not null check (id between 1 and 9007199254740991),
  business_id bigint not null,
  person_id bigint not null,
  person_type text not null check (person_type in ('natural', 'legal')),
  name text not null,
  paternal_surname text,
  maternal_surname text,
  email text,
  phone_country_code text,
  phone_number text,
  registration_mode text not null default '',
  has_pending_matches boolean not null default false,
  roles text[] not null default '{}',
  legal_act_folio text check (legal_act_folio ~ '\\S'),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (service_id, id),
  foreign key (service_id, business_id) references businesses (service_id, id) on delete restrict,
  foreign key (service_id, person_id) references persons (service_id, id) on delete restrict
);
create index participants_business on participants (service_id, business_id, id);
create index participants_person on participants (service_id, person_id);

create table documents (
  service_id integer not null references services (id),
  participant_id bigint not null,
  type_code text not null,
  occurrence integer not null default 1 check (occurrence >= 1),
  position integer not null,
  file_id bigint,
  primary key (service_id, participant_id, type_code, occurrence),
  foreign key (service_id, participant_id) references participants (service_id, id) on delete restrict,
  foreign key (service_id, file_id) references files (service_id, id) on delete restrict
);
create index documents_file on documents (service_id, file_id) where file_id is not null;

-- Analyzed while it holds one row, a table seems to have a service for every row. A whole service would then
-- be taken for one row, until the next analysis, and be read again for each row that is looked up in it.
alter table persons alter column service_id set (n_distinct = 1);
alter table files alter column service_id set (n_distinct = 1);
alter table businesses alter column service_id set (n_distinct = 1);
alter table participants alter column service_id set (n_distinct = 1);
alter table documents alter column service_id set (n_distinct = 1);
`;
