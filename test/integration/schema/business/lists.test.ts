import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ANY_TEXT, at, dataOf, errorOf, invalid } from '../../../support/clients/graphql.ts';
import { type MadeBusiness, makeBusiness } from '../../../support/data/factories.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../../support/gateway/callers.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();
let other: TestService;
const made: Record<'ana' | 'beto' | 'nameless', MadeBusiness> = {
  ana: { id: 0, externalId: 0, participantIds: [] },
  beto: { id: 0, externalId: 0, participantIds: [] },
  nameless: { id: 0, externalId: 0, participantIds: [] },
};
const instant = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));

beforeAll(async () => {
  const { db, service } = gateway;
  other = await createTestService(db, await createTestTokens(db));
  const { serviceId } = service;
  made.beto = await makeBusiness(db, serviceId, {
    code: 'B_1',
    name: 'Beto',
    externalId: 71,
    createdAt: instant(3),
    updatedAt: instant(1),
    participants: [{ documents: [['INE', null]] }, { personType: 'legal', roles: ['FIDUCIARIO'] }],
  });
  made.nameless = await makeBusiness(db, serviceId, {
    code: 'b%1',
    name: null,
    externalId: 72,
    createdAt: instant(2),
    updatedAt: instant(2),
  });
  made.ana = await makeBusiness(db, serviceId, {
    code: 'A-1',
    name: 'Ána',
    externalId: 73,
    createdAt: instant(1),
    updatedAt: instant(3),
    participants: [{ hasPendingMatches: true, legalActFolio: 'F-1' }],
  });
  await makeBusiness(db, other.serviceId, { name: 'Ana', code: 'A-1' });
});

// Who calls is known for some seconds without a statement: the counts are of the operation alone.
beforeEach(async () => {
  dataOf(await gateway.graphql('{ viewer { service } }'));
});

const pageSchema = z.object({
  totalCount: z.number(),
  nodes: z.array(z.object({ databaseId: z.number() })),
});

/** The names of the businesses that pass, in order, and how many are counted. */
async function list(args: string) {
  const reply = await gateway.graphql(`{ businesses${args} { totalCount nodes { databaseId } } }`);
  const { nodes, totalCount } = pageSchema.parse(at(dataOf(reply), 'businesses'));
  expect(totalCount).toBe(nodes.length);
  return nodes.map(
    ({ databaseId }) => Object.entries(made).find(([, one]) => one.id === databaseId)?.[0],
  );
}

describe('businesses', () => {
  it.each([
    ['', ['beto', 'nameless', 'ana']],
    ['(orderBy: {})', ['beto', 'nameless', 'ana']],
    ['(orderBy: { direction: ASC })', ['ana', 'nameless', 'beto']],
    ['(orderBy: { field: UPDATED_AT })', ['ana', 'nameless', 'beto']],
    ['(orderBy: { field: UPDATED_AT, direction: ASC })', ['beto', 'nameless', 'ana']],
    ['(orderBy: { field: NAME })', ['beto', 'ana', 'nameless']],
    ['(orderBy: { field: NAME, direction: ASC })', ['ana', 'beto', 'nameless']],
  ])('come in the order of %s', async (args, expected) => {
    expect(await list(args)).toEqual(expected);
  });

  it.each([
    ['{}', ['beto', 'nameless', 'ana']],
    ['null', ['beto', 'nameless', 'ana']],
    ['{ code: { equals: "B_1" } }', ['beto']],
    ['{ code: { equals: "b_1" } }', []],
    ['{ code: { startsWith: "b" } }', ['beto', 'nameless']],
    ['{ code: { startsWith: "b_" } }', ['beto']],
    ['{ code: { startsWith: "B%" } }', ['nameless']],
    ['{ name: { equals: "Ána" } }', ['ana']],
    ['{ name: { equals: "Ana" } }', []],
    ['{ name: { startsWith: "an" } }', ['ana']],
    ['{ name: { startsWith: "" } }', ['beto', 'ana']],
    ['{ externalIdIn: [73, 71, 5] }', ['beto', 'ana']],
    ['{ externalIdIn: [] }', []],
    ['{ hasPendingMatches: true }', ['ana']],
    ['{ hasPendingMatches: false }', ['beto', 'nameless']],
    ['{ hasMissingDocuments: true }', ['beto']],
    ['{ hasMissingDocuments: false }', ['nameless', 'ana']],
    ['{ updatedSince: "2026-01-01T00:00:02Z" }', ['nameless', 'ana']],
    ['{ code: { startsWith: "b" }, hasMissingDocuments: false, name: null }', ['nameless']],
  ])('are those that pass the filter %s, and as many are counted', async (filter, expected) => {
    expect(await list(`(filter: ${filter})`)).toEqual(expected);
  });

  it.each([
    { code: { equals: 'a', startsWith: 'a' } },
    { code: {} },
    { name: { equals: null } },
    { updatedSince: 'yesterday' },
    { externalIdIn: ['7'] },
    { responsible: 'x' },
  ])('refuse the filter %j, which the graph does not have', async (filter) => {
    const query = 'query ($filter: BusinessFilter) { businesses(filter: $filter) { totalCount } }';
    const reply = await gateway.graphql(query, { filter });
    expect(errorOf(reply)).toMatchObject({ message: ANY_TEXT, code: 'VALIDATION_FAILED' });
  });

  it.each([
    ['2026-02-30T00:00:00Z', 'a day that the month does not have'],
    ['2026-02-29T12:00:00+02:00', 'a leap day of no leap year'],
    ['2026-00-10T00:00:00Z', 'no month'],
    ['2026-01-01T24:00:00Z', 'an hour of the next day'],
    ['2026-01-01T00:00:60Z', 'a leap second'],
    ['2026-01-01T00:00:00+24:00', 'an offset of a day'],
    ['2026-01-01T00:00:00', 'no offset'],
    ['2026-01-01', 'no time'],
  ])('refuse the time %s: %s', async (updatedSince) => {
    const query =
      'query ($at: DateTime!) { businesses(filter: { updatedSince: $at }) { totalCount } }';
    const literal = query.replace(' ($at: DateTime!)', '').replace('$at', `"${updatedSince}"`);
    for (const reply of [
      await gateway.graphql(query, { at: updatedSince }),
      await gateway.graphql(literal),
    ])
      expect(String(at(errorOf(reply), 'code'))).toMatch(/VALIDATION_FAILED$/);
  });

  it('take a leap day, and a time with an offset', async () => {
    for (const time of ['2024-02-29T23:59:59.999Z', '2026-01-01T01:30:02+01:30'])
      expect(await list(`(filter: { updatedSince: "${time}" })`)).toContain('ana');
  });

  it.each([
    [{ externalIdIn: [1, 0] }, ['filter', 'externalIdIn', '1']],
    [{ externalIdIn: Array.from({ length: 1001 }, () => 1) }, ['filter', 'externalIdIn']],
    [{ code: { startsWith: 'x'.repeat(201) } }, ['filter', 'code', 'startsWith']],
    [{ name: { equals: 'x'.repeat(1001) } }, ['filter', 'name', 'equals']],
    [{ name: { startsWith: 'a\u0000' } }, ['filter', 'name', 'startsWith']],
    [{ code: { equals: '\ud800' } }, ['filter', 'code', 'equals']],
  ])('refuse the filter with an issue at its place: case %#', async (filter, path) => {
    const query = 'query ($filter: BusinessFilter) { businesses(filter: $filter) { totalCount } }';
    const refusal = errorOf(await gateway.graphql(query, { filter }));
    expect(refusal).toMatchObject({ code: 'VALIDATION_FAILED', path: ['businesses'] });
    expect(at(refusal, 'issues', 0, 'path')).toEqual(path);
  });

  it('tell of each whether matches are pending and documents missing', async () => {
    const query = '{ businesses { nodes { name hasPendingMatches hasMissingDocuments } } }';
    expect(at(dataOf(await gateway.graphql(query)), 'businesses', 'nodes')).toEqual([
      { name: 'Beto', hasPendingMatches: false, hasMissingDocuments: true },
      { name: null, hasPendingMatches: false, hasMissingDocuments: false },
      { name: 'Ána', hasPendingMatches: true, hasMissingDocuments: false },
    ]);
  });
});

describe('the cursor of a list', () => {
  const QUERY = `query ($after: String, $order: BusinessOrder) {
    businesses(first: 1, after: $after, orderBy: $order) { pageInfo { endCursor } } }`;
  const orders = ['CREATED_AT', 'UPDATED_AT', 'NAME'].flatMap((field) =>
    ['ASC', 'DESC'].map((direction) => ({ field, direction })),
  );
  const wrong = invalid(['businesses'], {
    path: ['after'],
    message: 'Must be a cursor of this list in this order',
  });

  const NO_ERROR = errorOf({ status: 200, headers: new Headers(), body: {} });

  async function readCursor(order: object): Promise<string> {
    const reply = await gateway.graphql(QUERY, { order });
    return String(at(dataOf(reply), 'businesses', 'pageInfo', 'endCursor'));
  }

  it.each(orders)('by $field $direction is good for that order only', async (order) => {
    const after = await readCursor(order);
    for (const another of orders) {
      const reply = await gateway.graphql(QUERY, { after, order: another });
      const isRefused = { errors: at(reply.body, 'errors') !== undefined };
      expect({ another, ...isRefused }).toEqual({ another, errors: another !== order });
      expect([wrong, NO_ERROR]).toContainEqual(errorOf(reply));
    }
  });

  it('is good for another filter, and not for another service', async () => {
    const order = { field: 'NAME', direction: 'ASC' };
    const after = await readCursor(order);
    const filtered = `query ($after: String) { businesses(after: $after,
      orderBy: { field: NAME, direction: ASC }, filter: { name: { startsWith: "b" } }) { nodes { name } } }`;
    expect(at(dataOf(await gateway.graphql(filtered, { after })), 'businesses', 'nodes')).toEqual([
      { name: 'Beto' },
    ]);
    const reply = await gateway.graphql(QUERY, { after, order }, other.headers);
    expect(errorOf(reply)).toEqual(wrong);
  });

  it('of one business is not good for the participants of another', async () => {
    const query = `query ($id: SafeInt!, $after: String) { business(by: { databaseId: $id }) {
      participants(first: 1, after: $after) { nodes { databaseId } pageInfo { endCursor } } } }`;
    const page = dataOf(await gateway.graphql(query, { id: made.beto.id }));
    const after = at(page, 'business', 'participants', 'pageInfo', 'endCursor');
    const next = dataOf(await gateway.graphql(query, { id: made.beto.id, after }));
    expect(at(next, 'business', 'participants', 'nodes')).toEqual([
      { databaseId: made.beto.participantIds[1] },
    ]);
    const reply = await gateway.graphql(query, { id: made.ana.id, after });
    expect(errorOf(reply)).toMatchObject({
      code: 'VALIDATION_FAILED',
      issues: [{ path: ['after'] }],
    });
  });
});

describe('participants', () => {
  it.each([
    ['{}', 2],
    ['{ personType: LEGAL_ENTITY }', 1],
    ['{ role: "FIDUCIARIO" }', 1],
    ['{ role: "fiduciario" }', 0],
    ['{ hasPendingMatches: true }', 0],
    ['{ hasLegalActFolio: false }', 2],
    ['{ hasMissingDocuments: true }', 1],
    ['{ hasMissingDocuments: true, personType: LEGAL_ENTITY }', 0],
  ])('are those that pass the filter %s, and as many are counted', async (filter, count) => {
    const query = `{ business(by: { databaseId: ${made.beto.id} }) { participantCount
      participants(filter: ${filter}) { totalCount nodes { name } } } }`;
    const data = dataOf(await gateway.graphql(query));
    expect(at(data, 'business')).toMatchObject({
      participantCount: 2,
      participants: { totalCount: count },
    });
    expect(at(data, 'business', 'participants', 'nodes')).toHaveLength(count);
  });

  it('of fifty businesses with the same filter are one statement, and one more where they are counted', async () => {
    const { db } = gateway;
    for (let index = 0; index < 50; index += 1)
      await makeBusiness(db, other.serviceId, { participants: [{ hasPendingMatches: true }, {}] });
    const count = async (size: number, selection: string) => {
      dataOf(await gateway.graphql('{ viewer { service } }', {}, other.headers));
      gateway.statements.length = 0;
      const query = `{ businesses(first: ${size}, orderBy: { field: NAME }, filter: { hasPendingMatches: true }) {
        nodes { participants(first: 3, filter: { hasPendingMatches: true }) { ${selection} nodes { name } } } } }`;
      const data = dataOf(await gateway.graphql(query, {}, other.headers));
      expect(at(data, 'businesses', 'nodes', size - 1, 'participants', 'nodes')).toHaveLength(1);
      return gateway.statements.toSorted();
    };
    const plain = await count(50, '');
    expect(plain).toHaveLength(2);
    expect(await count(1, '')).toEqual(plain);
    expect(await count(50, 'totalCount')).toHaveLength(3);
  });
});

describe('the total count of businesses', () => {
  it('costs a statement only where it is selected, and stops at 10,000', async () => {
    const { db } = gateway;
    const { headers, serviceId } = await createTestService(db, await createTestTokens(db));
    await sql`insert into businesses (service_id, id, external_id, code)
      select ${serviceId}, n, n, 'N-' || n from generate_series(1, 10010) n`.execute(db);
    dataOf(await gateway.graphql('{ viewer { service } }', {}, headers));
    gateway.statements.length = 0;
    dataOf(await gateway.graphql('{ businesses(first: 1) { nodes { code } } }', {}, headers));
    expect(gateway.statements).toHaveLength(1);
    const query = `{ all: businesses(first: 1) { totalCount }
      some: businesses(first: 1, filter: { code: { startsWith: "N-1000" } }) { totalCount } }`;
    expect(dataOf(await gateway.graphql(query, {}, headers))).toEqual({
      all: { totalCount: 10_000 },
      some: { totalCount: 11 },
    });
    expect(gateway.statements).toHaveLength(5);
  });
});
