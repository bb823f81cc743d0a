import { type Kysely, sql } from 'kysely';

/**
 * Counts of amounts that quotas limit: bytes of files, documents and answers. A process of the previous version does
 * not count them; `gateway counts repair` counts its rows afterwards.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  'alter table service_counts add column file_bytes bigint not null default 0',
  'alter table service_counts add column documents bigint not null default 0',
  'alter table service_counts add column answers bigint not null default 0',
  // Quota that a change of the row would exceed. Never stored: the check constraints reject the row, and with it the
  // transaction.
  'alter table service_counts add column excess text',
  `alter table service_counts add constraint service_counts_records_quota
check (excess is distinct from 'records')`,
  `alter table service_counts add constraint service_counts_file_bytes_quota
check (excess is distinct from 'file_bytes')`,
  `
insert into service_counts as c (service_id, shard, businesses, natural_persons, legal_entities,
  pending_participants, pending_matches, missing_documents, file_bytes, documents, answers)
select s.id, 0, 0, 0, 0, 0, 0, 0,
  (select coalesce(sum(byte_count), 0) from files f where f.service_id = s.id and f.storage_key is not null),
  (select count(*) from documents d where d.service_id = s.id),
  (select count(*) from answers a where a.service_id = s.id)
from services s
on conflict (service_id, shard) do update set
  file_bytes = excluded.file_bytes, documents = excluded.documents, answers = excluded.answers`,
];
