import { type Kysely, sql } from 'kysely';

/** Every table of a service begins its keys with service_id, so that rows can be spread by it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [SERVICES, PEOPLE, BUSINESSES, QUESTIONNAIRES, RECORDS]) {
    await sql.raw(statement).execute(db);
  }
}

const SERVICES = `
create table services (
  id integer generated always as identity primary key,
  name text not null unique check (name ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
  created_at timestamptz(3) not null default now()
);

-- The last internal id given out, one row for each service and kind: ids are never used twice.
create table id_counters (
  service_id integer not null references services (id),
  kind text not null check (kind in ('user', 'business', 'person', 'participant', 'deletion_receipt', 'api_key')),
  last_id bigint not null default 0 check (last_id between 0 and 9007199254740991),
  primary key (service_id, kind)
);

create table api_keys (
  service_id integer not null references services (id),
  id bigint not null,
  prefix text not null unique,
  secret_hash bytea not null,
  scopes text[] not null,
  created_at timestamptz(3) not null default now(),
  revoked_at timestamptz(3),
  primary key (service_id, id)
);

-- One signing key for all processes on this database, used when none comes from the environment.
create table signing_keys (
  kid text primary key,
  private_jwk jsonb not null,
  created_at timestamptz(3) not null default now()
);
create unique index signing_keys_one on signing_keys ((true));
`;

const PEOPLE = `
create table users (
  service_id integer not null references services (id),
  id bigint not null check (id between 1 and 9007199254740991),
  email text not null,
  given_name text not null default '',
  paternal_surname text,
  maternal_surname text,
  disabled_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (service_id, id)
);
create unique index users_email on users (service_id, lower(email));

-- A person as the provider knows it, shared by the participants that refer to it.
create table persons (
  service_id integer not null references services (id),
  id bigint not null,
  external_id bigint not null check (external_id between 1 and 9007199254740991),
  primary key (service_id, id),
  unique (service_id, external_id)
);

-- A generated file, known by its id.
create table files (
  service_id integer not null references services (id),
  id bigint not null check (id between 1 and 9007199254740991),
  created_at timestamptz(3) not null default now(),
  primary key (service_id, id)
);
`;

const BUSINESSES = `
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
  foreign key (service_id, business_id) references businesses (service_id, id),
  foreign key (service_id, person_id) references persons (service_id, id)
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
  foreign key (service_id, participant_id) references participants (service_id, id),
  foreign key (service_id, file_id) references files (service_id, id)
);
create index documents_file on documents (service_id, file_id) where file_id is not null;
`;

const QUESTIONNAIRES = `
create table questionnaire_templates (
  service_id integer not null references services (id),
  key text not null check (key <> ''),
  title text not null,
  primary key (service_id, key)
);

create table questions (
  service_id integer not null,
  template_key text not null,
  key text not null check (key <> ''),
  position integer not null,
  text text not null,
  primary key (service_id, template_key, key),
  foreign key (service_id, template_key) references questionnaire_templates (service_id, key)
);

create table filled_questionnaires (
  service_id integer not null,
  user_id bigint not null,
  template_key text not null,
  updated_at timestamptz(3) not null default now(),
  primary key (service_id, user_id, template_key),
  foreign key (service_id, user_id) references users (service_id, id),
  foreign key (service_id, template_key) references questionnaire_templates (service_id, key)
);

-- Not tied to questions: an answer outlives the question's removal from its template.
create table answers (
  service_id integer not null,
  user_id bigint not null,
  template_key text not null,
  question_key text not null check (question_key <> ''),
  answer text not null,
  source text not null check (source in ('sent', 'combined')),
  combined_from text check ((combined_from is not null) = (source = 'combined')),
  primary key (service_id, user_id, template_key, question_key),
  foreign key (service_id, user_id, template_key)
    references filled_questionnaires (service_id, user_id, template_key)
);
`;

const RECORDS = `
-- Outlives the business it names, so there is no foreign key to it.
create table deletion_receipts (
  service_id integer not null references services (id),
  id bigint not null,
  business_id bigint not null,
  delete_mode text not null check (delete_mode in ('without_folio', 'with_folio', 'all')),
  deleted_participant_count integer not null,
  deleted_document_count integer not null,
  business_deleted boolean not null,
  completed_by_user_id bigint not null,
  completed_at timestamptz(3) not null default now(),
  primary key (service_id, id)
);
create index deletion_receipts_business on deletion_receipts (service_id, business_id, id);

-- Who did what to which id, never what it said: no personal data.
create table audit_events (
  service_id integer not null references services (id),
  id bigint generated always as identity,
  occurred_at timestamptz(3) not null default now(),
  action text not null,
  user_id bigint,
  api_key_id bigint,
  request_id text,
  details jsonb not null,
  primary key (service_id, id)
);
`;
