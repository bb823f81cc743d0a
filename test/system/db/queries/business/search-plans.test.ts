import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../../../../src/db/client.ts';
import {
  countServiceParticipants,
  listServiceParticipants,
} from '../../../../../src/db/queries/participants/service-participants.ts';
import { ORDER_DIRECTIONS } from '../../../../../src/domain/business/business-list.ts';
import {
  PARTICIPANT_ORDER_FIELDS,
  type ParticipantFilter,
  type ParticipantOrder,
  type ParticipantPosition,
} from '../../../../../src/domain/business/participant-list.ts';
import type { Window } from '../../../../../src/domain/shared/page.ts';
import { makeBusiness } from '../../../../support/data/factories.ts';
import { findLargeService, prepareLargeService } from '../../../../support/data/large-service.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { createTestService, createTestTokens } from '../../../../support/gateway/callers.ts';
import { explain, explainEach } from '../../../../support/probes/explain.ts';

const PAGE = { first: 20, last: null, after: null, before: null };
/**
 * Pages of 8 KiB that each list may touch among 100,000 rows, which lie on thousands: what few pass, a search with the
 * 2,000 rows in order that it looks at first, and what many pass.
 */
const PAGES_MAX = { few: 1_000, searched: 4_000, many: Number.POSITIVE_INFINITY };

const FILTERS: [name: string, filter: ParticipantFilter, passed: keyof typeof PAGES_MAX][] = [
  ['nothing', {}, 'few'],
  ['a word that all hold', { nameContains: 'persona' }, 'few'],
  ['a fragment that one in a hundred holds', { nameContains: 'a0b' }, 'searched'],
  ['what one or two hold', { nameContains: 'PERSÓNA 70efdf2ec9b0' }, 'searched'],
  ['what none hold', { nameContains: 'xyz' }, 'searched'],
  ['databaseIdIn', { databaseIdIn: [1, 2, 60_000] }, 'few'],
  ['externalPersonIdIn', { externalPersonIdIn: [1, 2, 60_000] }, 'few'],
  ['hasPendingMatches', { hasPendingMatches: true }, 'few'],
  ['hasPendingMatches, not', { hasPendingMatches: false }, 'few'],
  ['hasLegalActFolio', { hasLegalActFolio: true }, 'many'],
  ['hasMissingDocuments', { hasMissingDocuments: true }, 'many'],
  ['personType', { personType: 'natural' }, 'few'],
  ['role, of few', { role: 'fiduciario' }, 'many'],
  ['registrationMode, of none', { registrationMode: 'nobody' }, 'many'],
  ['createdSince, of few', { createdSince: new Date('2026-01-01T09:15:00Z') }, 'few'],
  ['createdBefore, of few', { createdBefore: new Date('2026-01-01T00:00:20Z') }, 'few'],
  ['updatedSince, of few', { updatedSince: new Date('2026-03-01T13:53:10Z') }, 'few'],
  ['updatedBefore, of few', { updatedBefore: new Date('2026-03-01T00:00:20Z') }, 'few'],
  ['or', { or: [{ databaseIdIn: [7] }, { externalPersonIdIn: [9] }] }, 'few'],
  [
    'or, with a search',
    { or: [{ nameContains: '70efdf2ec9b0' }, { databaseIdIn: [7] }] },
    'searched',
  ],
];

const ORDERS = PARTICIPANT_ORDER_FIELDS.flatMap((field) =>
  ORDER_DIRECTIONS.map((direction) => ({ field, direction })),
);
const MIDST: Record<ParticipantOrder['field'], string> = {
  created_at: '2026-01-01T04:30:00.000Z',
  updated_at: '2026-03-01T07:00:00.000Z',
  name: 'persona 8',
  id: '50000',
};

/** As those of the large service are, of which nearly all samples of the table come. */
const OF_ITS_TIME = {
  createdAt: new Date('2026-01-01T01:00:00Z'),
  updatedAt: new Date('2026-03-01T01:00:00Z'),
};

const database = useDatabase(prepareLargeService);
let serviceId = 0;
let smallId = 0;

beforeAll(async () => {
  const tokens = await createTestTokens(database.db);
  serviceId = await findLargeService(database.db);
  ({ serviceId: smallId } = await createTestService(database.db, tokens));
  for (let index = 0; index < 20; index += 1)
    await makeBusiness(database.db, smallId, {
      participants: [{ ...OF_ITS_TIME, name: `Persona a0b${index}` }],
    });
  await sql`analyze`.execute(database.db);
});

/** The first page, the page after a place in the midst of the list, the one before it, and the last. */
function windowsAt(place: ParticipantPosition): Window<ParticipantPosition>[] {
  const last = { ...PAGE, first: null, last: 20 };
  return [PAGE, last, { ...PAGE, after: place }, { ...last, before: place }];
}

async function explainAll(listing: { serviceId: number; filter: ParticipantFilter }) {
  const pages = ORDERS.flatMap((order) =>
    windowsAt([MIDST[order.field], 50_000]).map((window) => ({ order, window })),
  );
  const [count, ...summaries] = await explainEach(database.pool, [
    async (db) => await countServiceParticipants(db, listing, 10_000),
    ...pages.map(
      ({ order, window }) =>
        async (db: Db) =>
          await listServiceParticipants(db, { ...listing, order }, window),
    ),
  ]);
  if (count === undefined) throw new Error('The count has a plan.');
  const plans = summaries.map((summary, index) => ({ order: pages[index]?.order, ...summary }));
  expect(plans).toHaveLength(ORDERS.length * 4);
  return { plans, count };
}

describe('among 100,000 participants of a service', () => {
  it.each(FILTERS)(
    'pages in every order and the count of %s come from an index',
    async (...[, filter, passed]) => {
      const { plans, count } = await explainAll({ serviceId, filter });
      const scans = [...plans, count].filter((one) => one.scannedTables.length > 0);
      // What many pass may be looked for in all of the table where nearly all of it is the service's.
      expect(passed === 'many' ? [] : scans).toEqual([]);
      expect(plans.filter((one) => one.pages > PAGES_MAX[passed])).toEqual([]);
    },
  );

  it.each(ORDER_DIRECTIONS)(
    'a page of ids that are far apart walks over none between them, %s',
    async (direction) => {
      const listing = { serviceId, filter: { databaseIdIn: [1, 2, 50_000, 99_998, 99_999] } };
      const order = { field: 'id', direction } as const;
      const { pages } = await explain(
        database.pool,
        async (db) =>
          await listServiceParticipants(
            db,
            { ...listing, order },
            { ...PAGE, after: ['50000', 50_000] },
          ),
      );
      expect(pages).toBeLessThan(100);
    },
  );

  it.each(FILTERS)(
    'a small service beside it pays nothing for what stands there: %s',
    async (...[, filter]) => {
      const { plans, count } = await explainAll({ serviceId: smallId, filter });
      expect([...plans, count].filter((one) => one.pages > 400)).toEqual([]);
    },
  );

  it.each(ORDERS)(
    'a search gives what a look at every name gives, by $field $direction',
    async (order) => {
      for (const nameContains of ['persona', 'a0b', 'nA 7f', '70efdf2ec9b0', 'ffff'])
        for (const personType of ['natural', 'legal'] as const) {
          const listing = { serviceId, filter: { nameContains, personType }, order };
          const found = await listServiceParticipants(database.db, listing, PAGE);
          const expected = await lookAtAll({ nameContains, personType }, order);
          const ids = found.map(({ node }) => node.id);
          expect({ nameContains, ids }).toEqual({ nameContains, ids: expected });
        }
    },
  );
});

const COLUMNS = {
  created_at: 'p.created_at',
  updated_at: 'p.updated_at',
  name: `lower(p.name) collate "C"`,
  id: 'p.id',
};

async function lookAtAll(
  { nameContains, personType }: { nameContains: string; personType: string },
  { field, direction }: ParticipantOrder,
): Promise<number[]> {
  const way = sql.raw(direction);
  const words = nameContains.toLowerCase().split(' ');
  const { rows } = await sql<{ id: number }>`
    select p.id from participants p
    where p.service_id = ${serviceId} and p.person_type = ${personType}
      and (select bool_and(strpos(lower(p.name), word) > 0) from unnest(${words}::text[]) word)
    order by ${sql.raw(COLUMNS[field])} ${way}, p.id ${way} limit 21`.execute(database.db);
  return rows.map((one) => one.id);
}
