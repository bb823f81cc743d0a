import { type Kysely, sql } from 'kysely';

/** Reports of screenings that were issued, so that they can be verified. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `
-- Each key that ever signed a report, so that what it signed can be verified after another has come in its place.
create table report_keys (
  kid text not null,
  public_jwk jsonb not null,
  created_at timestamptz(3) not null default now(),
  constraint report_keys_pkey primary key (kid)
)`,
  `
create table screening_reports (
  service_id integer not null,
  screening_id bigint not null,
  format text not null constraint screening_reports_format check (format in ('json', 'pdf')),
  -- The code of the participant's business when the first report was made: the screening has one report, whatever
  -- becomes of the code.
  business_code text,
  sha256 bytea not null,
  -- A JWS of hashes and ids.
  signature text not null,
  kid text not null,
  -- The business's file that it was stored as, which may be gone; null for a person who was typed in.
  file_id bigint,
  created_at timestamptz(3) not null default now(),
  constraint screening_reports_pkey primary key (service_id, screening_id, format),
  constraint screening_reports_screening foreign key (service_id, screening_id)
    references screenings (service_id, id) on delete cascade,
  constraint screening_reports_key foreign key (kid) references report_keys (kid)
)`,
  'create index screening_reports_sha256 on screening_reports (service_id, sha256)',
];
