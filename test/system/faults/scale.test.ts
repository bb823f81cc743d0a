import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DELETION_TABLES } from '../../../src/db/queries/completion/participants-deletion.ts';
import { makeBusiness, makeTemplate } from '../../support/data/factories.ts';
import { makeLargeBusiness } from '../../support/data/large-business.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database/database.ts';
import { type OpenGateway, openGateway } from '../../support/gateway/open-gateway.ts';

const LARGE = 3_000;
const LARGE_ID = 900_000;

let database: TestDatabase;
let gateway: OpenGateway;

beforeEach(async () => {
  database = await createTestDatabase();
  gateway = await openGateway(database.url, { DATABASE_POOL_SIZE: '1' });
});
afterEach(async () => {
  await gateway.close();
  await database.drop();
});

async function makeLarge(): Promise<void> {
  const { serviceId } = gateway.service;
  await makeLargeBusiness(database.db, {
    serviceId,
    businessId: LARGE_ID,
    participants: LARGE,
  });
}

/** How many statements a request needed, its authentication left out. */
async function countStatements(path: string, body: object): Promise<number> {
  await gateway.request('GET', '/api/v4/business/detail?id=1');
  gateway.statements.length = 0;
  expect(await gateway.request('POST', path, body)).toMatchObject({ status: 200 });
  return gateway.statements.length;
}

describe('completing a large business', () => {
  it.each([
    ['', LARGE / 2],
    ['juridical_only', LARGE / 2],
    ['all', LARGE],
  ])('takes a few statements whatever its size, in mode "%s"', async (mode, deleted) => {
    const { id } = await makeBusiness(gateway.db, gateway.service.serviceId, {
      participants: [{ documents: [['INE', 7]] }, { legalActFolio: 'F-1' }],
    });
    await makeLarge();
    const body = { delete_mode: mode };
    const small = await countStatements(`/api/v4/fiduciary/${id}/complete`, body);
    const large = await countStatements(`/api/v4/fiduciary/${LARGE_ID}/complete`, body);
    expect(small).toBeLessThanOrEqual(16);
    // One more makes the connection forget the plans it has for a few rows; what holds the persons and files of a few holds none
    // here, and two that hold those of many follow. Of each table two tell whether the deletion has a plan of its own.
    expect(large).toBe(small + 3 + 2 * DELETION_TABLES.length);
    const receipts = await sql`
      select deleted_participant_count as participants, deleted_document_count as documents
      from deletion_receipts where business_id = ${LARGE_ID}`.execute(database.db);
    expect(receipts.rows).toEqual([{ participants: deleted, documents: 2 * deleted }]);
  });

  it('reads no row again and again, though its connection has deleted little ones until now', async () => {
    const { serviceId } = gateway.service;
    for (let n = 0; n < 8; n += 1) {
      const participants = [{ documents: [['INE', 1 + n] as [string, number]] }, {}];
      const { id } = await makeBusiness(gateway.db, serviceId, { participants });
      if (n === 0) await sql`analyze`.execute(database.db);
      await countStatements(`/api/v4/fiduciary/${id}/complete`, { delete_mode: 'all' });
    }
    await makeLarge();
    await countReads();
    const before = await countReads();
    await countStatements(`/api/v4/fiduciary/${LARGE_ID}/complete`, { delete_mode: 'all' });
    const reads = (await countReads()) - before;
    expect(reads).toBeGreaterThan(LARGE);
    expect(reads).toBeLessThan(100 * LARGE);
  });
});

/** The rows that the gateway's one connection has read, of the tables that a completion touches. */
async function countReads(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(gateway.served);
  const { rows } = await sql<{ reads: number }>`
    select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::bigint as reads
    from pg_stat_user_tables where relname in ('participants', 'documents', 'persons', 'files')
  `.execute(gateway.served);
  return rows[0]?.reads ?? 0;
}

describe('importing 10,000 answers', () => {
  it.each([1, 5])(
    'takes as many statements as importing one, and one for each further template that asks as many, into %i',
    async (count) => {
      const { serviceId, userId } = gateway.service;
      const questions = Array.from({ length: 10_000 }, (_, n) => `q${n}`);
      const templates = Array.from({ length: count }, (_, n) => `t${n}`);
      for (const key of templates)
        await makeTemplate(gateway.db, serviceId, { key, questions: ['q0'] });
      const path = '/api/v4/quiz/answers/import/api';
      const one = { user_id: userId, templates, answers: [{ question: 'q0', answer: 'one' }] };
      const small = await countStatements(path, one);
      await sql`insert into questions (service_id, template_key, key, position, text)
      select ${serviceId}, key, 'q' || n, n, '¿?' from questionnaire_templates, generate_series(1, 9999) as n
      where service_id = ${serviceId}`.execute(database.db);
      const answers = questions.map((question) => ({ question, answer: 'all' }));
      const large = await countStatements(path, { user_id: userId, templates, answers });
      expect(large).toBe(small + count - 1);
      expect(small).toBeLessThanOrEqual(12);
      const stored = await sql`select count(*) as count from answers where answer = 'all'`.execute(
        database.db,
      );
      expect(stored.rows).toEqual([{ count: count * 10_000 }]);
    },
  );
});
