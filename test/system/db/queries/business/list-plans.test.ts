import { isInputObjectType } from 'graphql';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../../../../src/db/client.ts';
import { touchBusiness } from '../../../../../src/db/queries/business/business-flags.ts';
import {
  type BusinessListing,
  countBusinesses,
  listBusinesses,
} from '../../../../../src/db/queries/business/business-lists.ts';
import { readBusinesses } from '../../../../../src/db/queries/business/businesses.ts';
import { readDocuments } from '../../../../../src/db/queries/participants/documents.ts';
import {
  countParticipants,
  listParticipantWindows,
} from '../../../../../src/db/queries/participants/participant-lists.ts';
import {
  readFirstPages,
  readFirstPagesInFull,
} from '../../../../../src/db/queries/participants/participant-pages.ts';
import { lockForUpsert } from '../../../../../src/db/queries/upsert/lock-for-upsert.ts';
import {
  BUSINESS_ORDER_FIELDS,
  type BusinessFilter,
  type BusinessPosition,
  ORDER_DIRECTIONS,
} from '../../../../../src/domain/business/business-list.ts';
import type { ParticipantFilter } from '../../../../../src/domain/business/participant-list.ts';
import type { Window } from '../../../../../src/domain/shared/page.ts';
import { schema } from '../../../../../src/schema/index.ts';
import {
  CROWDED_BUSINESS_ID,
  findLargeService,
  prepareLargeService,
} from '../../../../support/data/large-service.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { createTestService, createTestTokens } from '../../../../support/gateway/callers.ts';
import { explain, explainEach, usesGenericPlan } from '../../../../support/probes/explain.ts';

const PAGE = { first: 20, last: null, after: null, before: null };
/** Of 100,000 rows, which lie on thousands of pages. */
const FEW_PAGES = 1_000;
/** A search looks at 2,000 rows in order first. */
const PAGES_MAX = { few: FEW_PAGES, searched: FEW_PAGES + 3_000, many: Number.POSITIVE_INFINITY };
type Passed = keyof typeof PAGES_MAX;

/** What few businesses pass must be found without a walk through the others. */
const BUSINESS_FILTERS: [name: string, filter: BusinessFilter, passed: Passed][] = [
  ['code: equals', { code: { equals: 'NEG-17' } }, 'few'],
  ['code: startsWith, of a tenth', { code: { startsWith: 'neg-1' } }, 'many'],
  ['code: startsWith, of one', { code: { startsWith: 'neg-8999' } }, 'few'],
  ['code: startsWith, of none', { code: { startsWith: 'x' } }, 'few'],
  ['code: startsWith, of all', { code: { startsWith: '' } }, 'many'],
  ['name: equals', { name: { equals: 'Fideicomiso 70efdf2ec9b086079795c442636b55fb' } }, 'few'],
  ['name: startsWith, of most', { name: { startsWith: 'FIDEICOMISO' } }, 'many'],
  ['name: startsWith, of some', { name: { startsWith: 'fideicomiso a0' } }, 'many'],
  ['name: startsWith, of few', { name: { startsWith: 'fideicomiso 70efd' } }, 'few'],
  ['externalIdIn', { externalIdIn: [1, 2, 3, 99_999, 100_001] }, 'few'],
  ['externalIdIn, empty', { externalIdIn: [] }, 'few'],
  ['hasPendingMatches', { hasPendingMatches: true }, 'few'],
  ['hasPendingMatches, not', { hasPendingMatches: false }, 'many'],
  ['hasMissingDocuments', { hasMissingDocuments: true }, 'many'],
  ['hasMissingDocuments, not', { hasMissingDocuments: false }, 'many'],
  ['updatedSince, of half', { updatedSince: new Date('2026-03-01T07:00:00Z') }, 'many'],
  ['updatedSince, of few', { updatedSince: new Date('2026-03-01T13:53:10Z') }, 'few'],
  ['updatedSince, of none', { updatedSince: new Date('2026-04-01T00:00:00Z') }, 'few'],
  [
    'hasPendingMatches and no other',
    { hasPendingMatches: true, hasMissingDocuments: false },
    'few',
  ],
  ['hasPendingMatches and code', { hasPendingMatches: true, code: { startsWith: 'NEG-2' } }, 'few'],
  ['nameContains, of few', { nameContains: '70efdf2ec9b0 fidei' }, 'searched'],
  ['nameContains, of most', { nameContains: 'FIDEICOMISO' }, 'many'],
  ['nameContains, of some', { nameContains: 'a0b' }, 'searched'],
  ['nameContains, of none', { nameContains: 'xyz' }, 'searched'],
  ['databaseIdIn', { databaseIdIn: [1, 2, 3, 99_999, 100_001] }, 'few'],
  ['responsibleUser, by id', { responsibleUser: { databaseId: 105 } }, 'few'],
  ['responsibleUser, by e-mail', { responsibleUser: { email: 'USER-105@example.test' } }, 'few'],
  ['responsibleUser, unknown', { responsibleUser: { email: 'nobody' } }, 'few'],
  ['createdSince, of few', { createdSince: new Date('2026-01-01T09:15:00Z') }, 'few'],
  ['createdBefore, of few', { createdBefore: new Date('2026-01-01T00:00:20Z') }, 'few'],
  ['updatedBefore, of few', { updatedBefore: new Date('2026-03-01T00:00:20Z') }, 'few'],
  [
    'a day of half',
    {
      createdSince: new Date('2026-01-01T01:00:00Z'),
      createdBefore: new Date('2026-01-01T05:00:00Z'),
    },
    'many',
  ],
  ['and', { and: [{ code: { startsWith: 'NEG-8' } }, { externalIdIn: [8_001, 9] }] }, 'few'],
  ['or, of few', { or: [{ code: { equals: 'NEG-17' } }, { databaseIdIn: [5, 6] }] }, 'few'],
  ['or, of none', { or: [] }, 'few'],
  [
    'or, with a search',
    { or: [{ nameContains: '70efdf2ec9b0' }, { code: { equals: 'NEG-17' } }] },
    'searched',
  ],
];

const PARTICIPANT_FILTERS: ParticipantFilter[] = [
  { personType: 'natural' },
  { personType: 'legal' },
  { role: 'fiduciario' },
  { role: 'nobody' },
  { hasPendingMatches: true },
  { hasPendingMatches: false },
  { hasLegalActFolio: true },
  { hasLegalActFolio: false },
  { hasMissingDocuments: true },
  { hasMissingDocuments: false },
  { personType: 'legal', role: 'fiduciario', hasPendingMatches: true, hasMissingDocuments: true },
  { registrationMode: 'API' },
  { nameContains: 'persona 77' },
  { databaseIdIn: [1, 2, 60_000] },
  { externalPersonIdIn: [1, 2, 60_000] },
  { createdSince: new Date('2026-01-01'), createdBefore: new Date('2026-02-01') },
  { updatedSince: new Date('2026-01-01'), updatedBefore: new Date('2026-02-01') },
  { and: [{ role: 'fiduciario' }], or: [{ hasLegalActFolio: true }, { personType: 'legal' }] },
];

const database = useDatabase(prepareLargeService);
let serviceId = 0;
let emptyServiceId = 0;

beforeAll(async () => {
  const tokens = await createTestTokens(database.db);
  serviceId = await findLargeService(database.db);
  ({ serviceId: emptyServiceId } = await createTestService(database.db, tokens));
});

const ORDERS = BUSINESS_ORDER_FIELDS.flatMap((field) =>
  ORDER_DIRECTIONS.map((direction) => ({ field, direction })),
);

/** The first page, the page after a place in the midst of the list, the one before it, and the last. */
function windowsAt(place: BusinessPosition): Window<BusinessPosition>[] {
  const last = { ...PAGE, first: null, last: 20 };
  return [PAGE, last, { ...PAGE, after: place }, { ...last, before: place }];
}

const MIDST = {
  created_at: { asc: '2026-01-01T04:30:00.000Z', desc: '2026-01-01T04:30:00.000Z' },
  updated_at: { asc: '2026-03-01T07:00:00.000Z', desc: '2026-03-01T07:00:00.000Z' },
  name: { asc: '0fideicomiso 8', desc: '1fideicomiso 8' },
};

async function explainBusinesses({ serviceId: id, filter }: BusinessListing) {
  const pages = ORDERS.flatMap((order) =>
    windowsAt([MIDST[order.field][order.direction], 50_000]).map((window) => ({ order, window })),
  );
  const summaries = await explainEach(database.pool, [
    ...pages.map(
      ({ order, window }) =>
        async (db: Db) =>
          await listBusinesses(db, { serviceId: id, filter, order }, window),
    ),
    async (db) => await countBusinesses(db, { serviceId: id, filter }, 10_000),
  ]);
  return summaries.map((summary, index) => ({
    order: pages[index]?.order ?? { count: true },
    ...summary,
  }));
}

/** The samples above leave out no filter that the graph has. */
function fieldsOf(inputType: string): string[] {
  const type = schema.getType(inputType);
  return isInputObjectType(type) ? Object.keys(type.getFields()).toSorted() : [];
}
const keysOf = (samples: object[]): string[] =>
  [...new Set(samples.flatMap(Object.keys))].toSorted();

describe('among 100,000 businesses', () => {
  it('every filter and order of the graph is looked at here', () => {
    expect(keysOf(BUSINESS_FILTERS.map(([, filter]) => filter))).toEqual(
      fieldsOf('BusinessFilter'),
    );
    expect(fieldsOf('BusinessOrder')).toEqual(['direction', 'field']);
    expect(keysOf(PARTICIPANT_FILTERS)).toEqual(fieldsOf('ParticipantFilter'));
  });

  it('pages and count without a filter come from an index in every order, wherever they lie', async () => {
    const plans = await explainBusinesses({ serviceId, filter: {} });
    expect(plans.filter((one) => one.scannedTables.length > 0)).toEqual([]);
    const pages = plans.slice(0, -1).filter((one) => one.pages > FEW_PAGES);
    expect(pages).toEqual([]);
    expect(plans).toHaveLength(ORDERS.length * 4 + 1);
  });

  it('a page without a filter is planned once, wherever it lies', async () => {
    for (const order of ORDERS)
      for (const window of windowsAt([MIDST[order.field][order.direction], 50_000])) {
        const listing = { serviceId, filter: {}, order };
        const kept = await usesGenericPlan(
          database.pool,
          async (db) => await listBusinesses(db, listing, window),
        );
        expect({ order, window, kept }).toEqual({ order, window, kept: true });
      }
  });

  it.each(BUSINESS_FILTERS)(
    'pages and count by %s come from an index in every order',
    async (...[, filter, passed]) => {
      const plans = await explainBusinesses({ serviceId, filter });
      expect(plans.filter((one) => one.scannedTables.length > 0)).toEqual([]);
      expect(plans.filter((one) => one.pages > PAGES_MAX[passed])).toEqual([]);
    },
  );

  it.each(BUSINESS_FILTERS)(
    'a service without any pays nothing for those of another: %s',
    async (...[, filter]) => {
      const plans = await explainBusinesses({ serviceId: emptyServiceId, filter });
      expect(plans.filter((one) => one.pages > 50)).toEqual([]);
    },
  );
});

describe('among 100,000 participants', () => {
  const businessIds = [
    ...Array.from({ length: 49 }, (_, index) => 1 + index * 900),
    CROWDED_BUSINESS_ID,
  ];

  it.each([{}, ...PARTICIPANT_FILTERS])(
    'pages and counts of fifty businesses by %j come from an index',
    async (filter) => {
      const listing = { serviceId, businessIds, filter };
      const last = { ...PAGE, first: null, last: 20 };
      const windows = [PAGE, last, { ...PAGE, after: 75_000 }, { ...last, before: 75_000 }];
      const plans = await explainEach(database.pool, [
        ...windows.map(
          (window) => async (db: Db) => await listParticipantWindows(db, listing, window),
        ),
        async (db) => await countParticipants(db, listing),
      ]);
      expect(plans).toHaveLength(windows.length + 1);
      expect(plans.filter((plan) => plan.scannedTables.length > 0)).toEqual([]);
    },
  );

  it.each([
    ['businesses', readBusinesses],
    ['documents', readDocuments],
  ])('what fifty callers ask of %s at once comes from an index', async (_what, read) => {
    const asked = { serviceId, keys: businessIds };
    const plan = await explain(database.pool, async (db) => await read(db, asked));
    expect(plan.scannedTables).toEqual([]);
  });

  it.each([
    ['the first pages', readFirstPages, 101],
    ['the first pages in full', readFirstPagesInFull, 101],
    ['all participants in full', readFirstPagesInFull, null],
  ])('%s that fifty callers ask for at once come from an index', async (_what, read, limit) => {
    const keys = businessIds.map((businessId) => ({ businessId, limit }));
    const plan = await explain(database.pool, async (db) => await read(db, { serviceId, keys }));
    expect(plan.scannedTables).toEqual([]);
  });

  it('the few with pending matches of a crowded business are found without a walk', async () => {
    const filter = { hasPendingMatches: true };
    const listing = { serviceId, businessIds: [CROWDED_BUSINESS_ID], filter };
    const page = await explain(
      database.pool,
      async (db) => await listParticipantWindows(db, listing, PAGE),
    );
    expect(page.pages).toBeLessThan(200);
  });

  it('the flags of a crowded business are brought up to date without a walk, whatever they are', async () => {
    const touch = async () => await explain(database.pool, touchCrowded);
    // Some of them are the catalog's, where the connection is new.
    expect((await touch()).pages).toBeLessThan(250);
    await sql`update documents set file_id = participant_id where file_id is null`.execute(
      database.db,
    );
    // What the update has left dead in the indexes would be looked at too, and is nobody's walk.
    await sql`vacuum (analyze) documents`.execute(database.db);
    expect((await touch()).pages).toBeLessThan(FEW_PAGES);
  });

  it('what an upsert of one participant holds and touches is planned once', async () => {
    const key = { serviceId, externalId: CROWDED_BUSINESS_ID, externalPersonIds: [1], emails: [] };
    const hold = async (db: Db) => await lockForUpsert(db, key);
    expect(await usesGenericPlan(database.pool, hold)).toBe(true);
    expect(await usesGenericPlan(database.pool, touchCrowded)).toBe(true);
  });
});

async function touchCrowded(db: Db): Promise<void> {
  await touchBusiness(db, serviceId, CROWDED_BUSINESS_ID);
}
