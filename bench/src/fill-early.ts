import { Client } from 'pg';
import { createDb, createPool } from '../../src/db/client.ts';
import { migrateUp } from '../../src/db/migrations/migrate.ts';
import { SERVICE } from './gateway.ts';

/** Last migration of the early version. Later ones rewrite no table that grows. */
export const EARLY = '0016-searching';
const BEFORE_SEARCHING = '0015-jobs';

/** Number of businesses, with five participants each. */
export const EARLY_BUSINESSES = 200_000;

/**
 * Fills the tables of an early version with 10⁶ participants, as many documents, audit events and events, and 2 × 10⁵
 * matches. Creates the name indexes afterwards, in a tenth of the time.
 */
export async function fillEarly(connectionString: string): Promise<void> {
  await migrate(connectionString, BEFORE_SEARCHING);
  const client = new Client({ connectionString });
  await client.connect();
  await client.query('set session_replication_role = replica');
  for (const statement of STATEMENTS) await client.query(statement);
  await migrate(connectionString, EARLY);
  await client.query('vacuum (analyze)');
  await client.query('checkpoint');
  await client.end();
}

/** Copies keys and tokens that were created on the current tables to the early ones. */
export async function copyCallers(from: string, to: string): Promise<void> {
  const [source, target] = [from, to].map((url) => new Client({ connectionString: url }));
  if (source === undefined || target === undefined) return;
  await Promise.all([source.connect(), target.connect()]);
  for (const table of ['signing_keys', 'api_keys']) {
    const { rows } = await source.query<{ row: unknown }>(
      `select to_jsonb(one) as row from ${table} one`,
    );
    for (const { row } of rows)
      await target.query(
        `insert into ${table} select * from jsonb_populate_record(null::${table}, $1)`,
        [JSON.stringify(row)],
      );
  }
  await Promise.all([source.end(), target.end()]);
}

async function migrate(connectionString: string, upTo: string): Promise<void> {
  const db = createDb(
    createPool({
      connectionString,
      poolSize: 2,
      namedStatements: true,
      statementTimeoutMs: 0,
      lockTimeoutMs: 10_000,
      onIdleError: () => undefined,
    }),
  );
  await migrateUp(db, { upTo });
  await db.destroy();
}

const PARTICIPANTS = `generate_series(1, ${EARLY_BUSINESSES * 5}) n`;
const BUSINESS_OF = 'n / 5 + 1';

const STATEMENTS = [
  `insert into services (name) values ('${SERVICE}')`,
  `insert into id_counters (service_id, kind, last_id) values (1, 'user', 1)`,
  `insert into users (service_id, id, email) values (1, 1, 'user1@example.test')`,
  `insert into businesses (service_id, id, external_id, code, name, responsible_user_id)
   select 1, n, n, 'F/' || n, 'Fideicomiso ' || n, 1 from generate_series(1, ${EARLY_BUSINESSES + 1}) n`,
  `insert into persons (service_id, id, external_id) select 1, n, n from ${PARTICIPANTS}`,
  `insert into participants (service_id, id, business_id, person_id, person_type, name, paternal_surname)
   select 1, n, ${BUSINESS_OF}, n, 'natural', 'Ana ' || md5(n::text), 'López' from ${PARTICIPANTS}`,
  `insert into files (service_id, id) select 1, n from ${PARTICIPANTS}`,
  `insert into documents (service_id, participant_id, type_code, position, file_id)
   select 1, n, 'INE', 0, n from ${PARTICIPANTS}`,
  `insert into participant_matches (service_id, participant_id, source_code, external_id, status)
   select 1, n, 'OFAC', n::text, 'skipped' from ${PARTICIPANTS} where n % 5 = 0`,
  `insert into audit_events (service_id, action, user_id, details)
   select 1, 'business_upserted', 1, jsonb_build_object('businessId', ${BUSINESS_OF}) from ${PARTICIPANTS}`,
  `insert into business_events (service_id, position, published_at, type, business_id, created)
   select 1, n, now(), 'business_upserted', ${BUSINESS_OF}, true from ${PARTICIPANTS}`,
  `insert into business_event_streams (service_id, last_position)
   select 1, max(position) from business_events`,
];
