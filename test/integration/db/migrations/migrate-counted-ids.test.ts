import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { migrateUp } from '../../../../src/db/migrations/migrate.ts';
import { listAuditRecords } from '../../../../src/db/queries/records/audit-lists.ts';
import { findLastId } from '../../../../src/db/queries/records/id-counters.ts';
import {
  insertScreenings,
  listScreeningsByIds,
} from '../../../../src/db/queries/screening/screenings.ts';
import { inventScreening } from '../../../support/data/screenings.ts';
import { useDatabase } from '../../../support/database/database.ts';

const database = useDatabase();
const [BUSY, CALM] = [1, 2];

/** What a process of the version before writes. */
async function insertOld(serviceId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with audited as (
      insert into audit_events (service_id, action, details) values (${serviceId}, 'screening_made', '{}')
    )
    insert into screenings (service_id, trigger, subject, lists, as_of, threshold, outcome, matches_count)
    values (${serviceId}, 'asked', '{}', '[]', '2026-01-31', 0.85, 'clear', 0)
    returning id
  `.execute(database.db);
  return rows[0]?.id ?? 0;
}

async function insertNew(serviceId: number, count: number): Promise<number[]> {
  const by = { serviceId, userId: null, apiKeyId: null };
  const screenings = Array.from({ length: count }, () => inventScreening());
  return (await insertScreenings(database.db, by, screenings)).map(({ id }) => id);
}

async function readAuditIds(serviceId: number): Promise<unknown[]> {
  const page = { first: 9, last: null, after: null, before: null };
  const found = await listAuditRecords(database.db, { serviceId, filter: {} }, page);
  return found.map(({ node: { id, publicId } }) => publicId ?? id).toReversed();
}

describe('a database of before', () => {
  const old: number[] = [];
  beforeAll(async () => {
    const { db } = database;
    await sql`drop schema public cascade`.execute(db);
    await sql`create schema public`.execute(db);
    await migrateUp(db, { upTo: '0044-four-eyes-off' });
    await sql`insert into services (name) values ('busy'), ('calm')`.execute(db);
    for (const serviceId of [BUSY, CALM, BUSY]) old.push(await insertOld(serviceId));
    await sql`select setval('consents_id_seq', 123456789)`.execute(db);
    await migrateUp(db);
  });

  it('keeps its ids, and each service counts on by one above all that the sequence gives', async () => {
    const { db } = database;
    expect(old).toEqual([1, 2, 3]);
    expect(await insertNew(BUSY, 1)).toEqual([1_000_000_001]);
    expect(await insertNew(CALM, 2)).toEqual([1_000_000_001, 1_000_000_002]);
    await insertOld(CALM);
    expect(await insertNew(BUSY, 2)).toEqual([1_000_000_002, 1_000_000_003]);
    const found = await listScreeningsByIds(db, BUSY, [1, 2, 3]);
    expect(found.map(({ id }) => id)).toEqual([1, 3]);
    await sql`insert into services (name) values ('late')`.execute(db);
    expect(await insertNew(3, 1)).toEqual([1]);
  });

  it('tells by no counter how many ids the sequence gave, and leaves room for ten times as many', async () => {
    for (const serviceId of [BUSY, CALM])
      expect(await findLastId(database.db, { serviceId, kind: 'consent' })).toBe(10_000_000_000);
  });

  it('shows audit events of before under their ids, and none that comes after under its number', async () => {
    await insertOld(BUSY);
    const ids = await readAuditIds(BUSY);
    expect(ids.slice(0, 2)).toEqual([1, 3]);
    expect(ids.slice(2)).toEqual([expect.stringMatching(/^[\da-f-]{36}$/)]);
  });
});
