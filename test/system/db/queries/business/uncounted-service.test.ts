import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Db } from '../../../../../src/db/client.ts';
import { listBusinesses } from '../../../../../src/db/queries/business/business-lists.ts';
import { lockForCompletion } from '../../../../../src/db/queries/completion/lock-for-completion.ts';
import { buildDeletionStatement } from '../../../../../src/db/queries/completion/participants-deletion.ts';
import { claimJobs } from '../../../../../src/db/queries/jobs/work.ts';
import { readFirstPages } from '../../../../../src/db/queries/participants/participant-pages.ts';
import {
  countServiceParticipants,
  listServiceParticipants,
} from '../../../../../src/db/queries/participants/service-participants.ts';
import { runInTransaction } from '../../../../../src/db/transaction.ts';
import {
  BUSINESS_ORDER_FIELDS,
  ORDER_DIRECTIONS,
} from '../../../../../src/domain/business/business-list.ts';
import type { ParticipantFilter } from '../../../../../src/domain/business/participant-list.ts';
import { withinService } from '../../../../../src/runtime/work-scope.ts';
import { prepareLargeService } from '../../../../support/data/large-service.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { createTestService, createTestTokens } from '../../../../support/gateway/callers.ts';
import { explain } from '../../../../support/probes/explain.ts';

const COUNT = 20_000;
/** The business that the second half of the participants belong to. */
const CROWDED = COUNT / 2 + 1;
const PAGE = { first: 20, last: null, after: null, before: null };
const ORDERS = BUSINESS_ORDER_FIELDS.flatMap((field) =>
  ORDER_DIRECTIONS.map((direction) => ({ field, direction })),
);

const database = useDatabase(prepareLargeService);
let serviceId = 0;

/** A service that came after PostgreSQL had counted the rows of another one, in all tables. */
beforeAll(async () => {
  await addJobs(1, 100);
  await sql`analyze`.execute(database.db);
  const tokens = await createTestTokens(database.db);
  ({ serviceId } = await createTestService(database.db, tokens));
  await database.db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db);
    for (const statement of STATEMENTS) {
      const [, table = ''] = /insert into (\w+)/.exec(statement) ?? [];
      await sql`alter table ${sql.table(table)} set (autovacuum_enabled = off)`.execute(db);
      await sql.raw(statement.replaceAll(':service', String(serviceId))).execute(db);
    }
  });
  await addJobs(serviceId, COUNT);
});

const STATEMENTS = [
  `insert into businesses (service_id, id, external_id, code) select :service, n, n, 'NEG-' || n
   from generate_series(1, ${COUNT}) n`,
  `insert into persons (service_id, id, external_id) select :service, n, n
   from generate_series(1, ${COUNT}) n`,
  `insert into participants (service_id, id, business_id, person_id, person_type, name)
   select :service, n, least(n, ${CROWDED}), n, 'natural', 'Persona ' || n from generate_series(1, ${COUNT}) n`,
  `insert into documents (service_id, participant_id, type_code, position)
   select :service, n, 'INE', 0 from generate_series(1, ${COUNT}) n`,
];

async function addJobs(service: number, count: number): Promise<void> {
  await sql`alter table jobs set (autovacuum_enabled = off)`.execute(database.db);
  await sql`
    insert into jobs (service_id, task, key, payload)
    select ${service}::integer, 'delete_bytes', 'k' || n, '{}' from generate_series(1, ${count}::integer) n
  `.execute(database.db);
}

async function pagesOf(work: (db: Db) => Promise<unknown>): Promise<number> {
  return (await explain(database.pool, work)).pages;
}

it('has the participants of a page of businesses found by themselves', async () => {
  const keys = Array.from({ length: 20 }, (_, n) => ({ businessId: CROWDED - n, limit: 10 }));
  const pages = await pagesOf(async (db) => await readFirstPages(db, { serviceId, keys }));
  expect(pages).toBeLessThan(1_000);
});

it.each(ORDERS)('has its lists read along their order: by $field $direction', async (order) => {
  const listing = { serviceId, filter: {}, order };
  expect(
    await pagesOf(async (db) => await listServiceParticipants(db, listing, PAGE)),
  ).toBeLessThan(1_000);
  expect(await pagesOf(async (db) => await listBusinesses(db, listing, PAGE))).toBeLessThan(1_000);
});

const FILTERS: ParticipantFilter[] = [
  { nameContains: 'persona 19' },
  { nameContains: 'nobody' },
  { role: 'NOBODY' },
  { personType: 'natural' },
  { personType: 'legal' },
  { hasMissingDocuments: true },
  { hasMissingDocuments: false },
  { hasPendingMatches: true },
  { hasLegalActFolio: true },
  { externalPersonIdIn: [7, 8] },
  { createdSince: new Date(0), hasMissingDocuments: false },
  { or: [{ hasMissingDocuments: false }, { hasPendingMatches: true }] },
];

it.each(FILTERS)('has its participants filtered and counted: %j', async (filter) => {
  const order = { field: 'created_at', direction: 'desc' } as const;
  const listing = { serviceId, filter, order };
  const list = async (db: Db) => await listServiceParticipants(db, listing, PAGE);
  const count = async (db: Db) => await countServiceParticipants(db, listing, COUNT);
  // A few pages for each participant, not all of them for each.
  for (const work of [list, count]) expect(await pagesOf(work)).toBeLessThan(5 * COUNT);
});

it('has a large business completed', async () => {
  const scope = { serviceId, businessId: CROWDED, participants: 'every' as const };
  const deleting = withinService(
    serviceId,
    async () =>
      await runInTransaction(database.db, async (tx) => {
        const held = await lockForCompletion(tx, scope);
        expect(held).toMatchObject({ needsCustomPlan: false });
        const { rows } = await tx.executeQuery(buildDeletionStatement(tx, scope, false));
        expect(rows[0]).toMatchObject({ participants: COUNT / 2 });
        throw new Error('All of it stays.');
      }),
  );
  await expect(deleting).rejects.toThrow('All of it stays.');
});

it('has its jobs taken without a walk through all that wait', async () => {
  const claim = { serviceId, tasks: ['delete_bytes' as const], max: 10, heldBy: randomUUID() };
  expect(await pagesOf(async (db) => await claimJobs(db, claim))).toBeLessThan(150);
});
