import { type Kysely, sql } from 'kysely';

/** Queue of all background work; stored objects that were to be deleted become jobs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `
-- No foreign key: what a service leaves behind is deleted though the service is gone, and jobs that are about no
-- service have 0.
create table jobs (
  service_id integer not null,
  id bigint generated always as identity,
  task text not null,
  -- What it is about: there is one job for it, however often it is asked for.
  key text not null,
  payload jsonb not null,
  -- When it may run; of a job that a worker holds, when it may run again should nothing be heard of that worker.
  due_at timestamptz(3) not null default now(),
  -- Counted when one begins, so that a job that kills its process has an end too.
  attempts integer not null default 0,
  held_by uuid,
  failed_at timestamptz(3),
  -- The name and code of what was thrown, never its message.
  error text,
  created_at timestamptz(3) not null default now(),
  primary key (service_id, id),
  constraint jobs_key unique (service_id, task, key)
)`,
  'create index jobs_due on jobs (service_id, due_at) where failed_at is null',
  `
insert into jobs (service_id, task, key, payload, due_at)
select service_id, 'delete_bytes', storage_key, jsonb_build_object('storageKey', storage_key), due_at
from blob_deletions`,
  'drop table blob_deletions',
];
