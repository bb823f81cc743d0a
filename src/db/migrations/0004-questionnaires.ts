import { type Kysely, sql } from 'kysely';

/** Questionnaires and the answers of users. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(TABLES).execute(db);
}

const TABLES = `
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
