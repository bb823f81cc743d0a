import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDb, type Db } from '../../../../src/db/client.ts';
import { listMigrations } from '../../../../src/db/migrations/migrate.ts';
import { readRoleRows } from '../../../../src/db/row-security/role-rows.ts';
import {
  grantLacking,
  grantServing,
  hasExactRights,
} from '../../../../src/db/row-security/serving-role.ts';
import { withinService } from '../../../../src/runtime/work-scope.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { servedUrlOf } from '../../../support/database/served-url.ts';
import { createTestPool } from '../../../support/database/test-pool.ts';

const database = useDatabase();
let served: Db;
let role = '';

const READ = 'SELECT';
const ADD = 'INSERT SELECT';
const WRITE = 'INSERT SELECT UPDATE';
const ALL = 'DELETE INSERT SELECT UPDATE';

/** Every table of the database is named here, so that a new one needs a decision. */
const SERVING: Readonly<Record<string, string>> = {
  answers: WRITE,
  api_keys: READ,
  applied_fields: WRITE,
  audit_events: ADD,
  business_event_streams: WRITE,
  business_events: ALL,
  businesses: ALL,
  consents: WRITE,
  data_keys: ADD,
  deletion_receipts: ADD,
  documents: ALL,
  extractions: ALL,
  files: ALL,
  filled_questionnaires: WRITE,
  id_counters: WRITE,
  idempotency_keys: ALL,
  jobs: ALL,
  kysely_migration: READ,
  kysely_migration_step: READ,
  list_entries: READ,
  list_fetches: READ,
  list_identifiers: READ,
  list_key_counts: READ,
  list_names: READ,
  list_redates: READ,
  list_snapshots: READ,
  master_keys: READ,
  match_findings: WRITE,
  match_resolutions: 'DELETE INSERT SELECT',
  match_whitelist: ALL,
  participant_matches: ALL,
  participants: ALL,
  persons: ALL,
  questionnaire_templates: WRITE,
  questions: ALL,
  rate_limits: WRITE,
  report_keys: ADD,
  rescreenings: ALL,
  screening_matches: 'DELETE INSERT SELECT',
  screening_queue: ALL,
  screening_reports: WRITE,
  screening_settings: WRITE,
  screenings: ALL,
  service_counts: WRITE,
  services: READ,
  signing_keys: ADD,
  socioeconomic_reports: WRITE,
  socioeconomic_templates: ADD,
  trusted_documents: READ,
  users: WRITE,
  webhook_deliveries: ALL,
  webhook_endpoints: ALL,
};

const WORKING: Readonly<Record<string, string>> = {
  ...SERVING,
  list_entries: WRITE,
  list_fetches: WRITE,
  list_identifiers: ADD,
  list_key_counts: 'DELETE INSERT SELECT',
  list_names: ADD,
  list_snapshots: WRITE,
};

async function readGrants(grantee: string): Promise<object> {
  const { rows } = await sql<{ name: string; granted: string | null }>`
    with tables as (
      select oid, relname::text as name, relacl from pg_class
      where relkind in ('r', 'p', 'v', 'f') and relnamespace = 'public'::regnamespace
    ), granted as (
      select t.oid, g.privilege_type as privilege from tables t, aclexplode(t.relacl) g
      where g.grantee = ${grantee}::regrole
      union all
      select t.oid, g.privilege_type || '(' || a.attname || ')'
      from tables t join pg_attribute a on a.attrelid = t.oid, aclexplode(a.attacl) g
      where g.grantee = ${grantee}::regrole
    )
    select t.name, string_agg(privilege, ' ' order by privilege collate "C") as granted
    from tables t left join granted g on g.oid = t.oid group by 1 order by 1`.execute(database.db);
  return Object.fromEntries(rows.map(({ name, granted }) => [name, granted]));
}

async function codeOf(command: string): Promise<string | undefined> {
  const work = withinService(7, async () => await sql.raw(command).execute(served));
  const error: unknown = await work.then(() => undefined).catch((reason: unknown) => reason);
  return error instanceof DatabaseError ? error.code : undefined;
}

beforeAll(async () => {
  const url = new URL(servedUrlOf(database.url));
  served = createDb(createTestPool(url.href));
  role = `rights_${url.pathname.slice(-12)}`;
});
beforeEach(async () => await sql`create role ${sql.ref(role)}`.execute(database.db));
afterEach(async () => {
  await sql`drop owned by ${sql.ref(role)}`.execute(database.db);
  await sql`drop role ${sql.ref(role)}`.execute(database.db);
});
afterAll(async () => await served.destroy());

describe('the role that serves', () => {
  it('has these rights on each table of the catalogue and no others', async () => {
    await grantServing(database.db, { role, kind: 'serve' });
    expect(await readGrants(role)).toEqual(SERVING);
    expect(await hasExactRights(database.db, { role, kind: 'serve' })).toBe(true);
  });

  it('may also load lists where it is for a worker, until it is for serving again', async () => {
    await grantServing(database.db, { role, kind: 'work' });
    expect(await readGrants(role)).toEqual(WORKING);
    expect(await hasExactRights(database.db, { role, kind: 'serve' })).toBe(false);
    await grantServing(database.db, { role, kind: 'serve' });
    expect(await readGrants(role)).toEqual(SERVING);
  });

  it('loses what an earlier version gave it, also of tables that come later', async () => {
    const { db } = database;
    const to = sql`to ${sql.ref(role)}`;
    await sql`grant select, insert, update, delete on all tables in schema public ${to}`.execute(
      db,
    );
    await sql`alter default privileges in schema public grant select, insert, update, delete on tables ${to}`.execute(
      db,
    );
    await grantServing(db, { role, kind: 'serve' });
    await sql`create table later (id integer)`.execute(db);
    const { later, ...known } = Object.fromEntries(Object.entries(await readGrants(role)));
    await sql`drop table later`.execute(db);
    expect(known).toEqual(SERVING);
    expect(later).toBeNull();
  });

  it('gets what it lacks, as on a table that a migration made, and loses nothing by that', async () => {
    const { db } = database;
    await grantServing(db, { role, kind: 'serve' });
    await sql`revoke all on extractions, webhook_endpoints from ${sql.ref(role)}`.execute(db);
    await sql`grant update on audit_events to ${sql.ref(role)}`.execute(db);
    await grantLacking(db);
    expect(await readGrants(role)).toEqual({ ...SERVING, audit_events: WRITE });
  });

  it('cannot change or delete evidence, keys, services or lists', async () => {
    const kept = ['audit_events', 'deletion_receipts', 'report_keys', 'services', 'api_keys'];
    const lists = ['list_snapshots', 'list_entries', 'list_names', 'list_identifiers'];
    for (const table of [...kept, ...lists]) {
      expect(await codeOf(`delete from ${table}`)).toBe('42501');
      expect(await codeOf(`truncate ${table}`)).toBe('42501');
      const column = table === 'report_keys' ? 'kid' : 'service_id';
      const set = table === 'services' ? 'name' : column;
      expect(await codeOf(`update ${table} set ${set} = ${set}`)).toBe('42501');
    }
  });

  it('is told at its start where it may do more, and not where it may not', async () => {
    const { hasExcess } = await readRoleRows(served);
    expect(hasExcess).toBe(false);
    const own = new URL(servedUrlOf(database.url)).username;
    await sql`grant update on audit_events to ${sql.ref(own)}`.execute(database.db);
    expect((await readRoleRows(served)).hasExcess).toBe(true);
    await sql`revoke update on audit_events from ${sql.ref(own)}`.execute(database.db);
  });

  it('reads which migrations have run', async () => {
    expect((await listMigrations(served)).every((one) => one.executedAt !== null)).toBe(true);
  });
});
