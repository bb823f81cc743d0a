import { beforeAll, describe, expect, it } from 'vitest';
import { ALL_SERVICES, LIST_SOURCES } from '../../../../src/domain/lists/list-source.ts';
import { today } from '../../../../src/runtime/calendar.ts';
import { at, dataOf } from '../../../support/clients/graphql.ts';
import { loadSatList, makeSat69List } from '../../../support/data/sat-lists.ts';
import { makeSat69bList } from '../../../support/data/sat69b-list.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway({ WORKER: 'off' });
const RFC = 'CIE150318QX5';
const NAME = 'COMERCIALIZADORA IMAGINARIA DEL ESTE';
const [FIRST, SECOND, GONE] = ['2024-01-31', '2024-03-31', '2024-05-31'];
const OTHER = { rfc: 'TIM990101AB1', name: 'TRANSPORTES IMPERMEABLES', situation: 'Presunto' };

async function load(day: string, situation: string, name: string): Promise<void> {
  const list = makeSat69bList(day, [{ rfc: RFC, name, situation }, OTHER]);
  await loadSatList(gateway.databaseUrl, { code: 'sat69b', list });
}

beforeAll(async () => {
  await load(FIRST, 'Presunto', NAME);
  await load(SECOND, 'Definitivo', `${NAME} SA DE CV`);
  await loadSatList(gateway.databaseUrl, {
    code: 'sat69b',
    list: makeSat69bList(GONE, [OTHER]),
  });
  const list = makeSat69List([[RFC, NAME]]);
  await loadSatList(gateway.databaseUrl, { code: 'sat69-exigibles', list }, { asOf: today() });
});

const ENTRY = `query ($key: String!, $asOf: Date) { listEntry(list: "sat69b", key: $key, asOf: $asOf) {
  entry { name status validFrom validTo } versions { name status heldFrom heldUntil } } }`;

async function find(asOf?: string, key = RFC): Promise<unknown> {
  return at(dataOf(await gateway.graphql(ENTRY, { key, asOf })), 'listEntry');
}

describe('listEntry', () => {
  const OLD = { name: NAME, status: 'Presunto' };
  const NEW = { name: `${NAME} SA DE CV`, status: 'Definitivo' };
  const versions = [
    { ...NEW, heldFrom: SECOND, heldUntil: GONE },
    { ...OLD, heldFrom: FIRST, heldUntil: SECOND },
  ];

  it.each([
    [FIRST, { ...OLD, validFrom: FIRST, validTo: SECOND }],
    ['2024-03-30', { ...OLD, validFrom: FIRST, validTo: SECOND }],
    [SECOND, { ...NEW, validFrom: SECOND, validTo: GONE }],
    ['2024-05-30', { ...NEW, validFrom: SECOND, validTo: GONE }],
  ])('is the entry as it stood on %s, with every version', async (day, entry) => {
    expect(await find(day)).toEqual({ entry, versions });
  });

  it.each([[GONE], [undefined]])(
    'is null on a day on which the list has none of it: %s',
    async (day) => {
      expect(await find(day)).toBe(null);
    },
  );

  it('is that of today where no day is said, and null where there never was one', async () => {
    expect(await find(undefined, OTHER.rfc)).toMatchObject({
      entry: { name: OTHER.name, validFrom: FIRST, validTo: null },
      versions: [{ heldFrom: FIRST, heldUntil: null }],
    });
    expect(await find(undefined, 'OSC880505XY9')).toBe(null);
  });

  it('refuses a day that there is not', async () => {
    const { body } = await gateway.graphql(ENTRY, { key: RFC, asOf: '2024-02-30' });
    expect(at(body, 'errors', 0, 'extensions', 'code_message')).toBe('invalid_request');
  });
});

const LISTS = `query ($filter: WatchListFilter, $first: Int, $after: String) {
  watchLists(filter: $filter, first: $first, after: $after) {
    totalCount nodes { state { code isLoaded isStale } } pageInfo { endCursor hasNextPage } } }`;

async function listed(filter: object): Promise<string[]> {
  const data = at(dataOf(await gateway.graphql(LISTS, { filter })), 'watchLists');
  const nodes = at(data, 'nodes');
  const codes = Array.isArray(nodes) ? nodes.map((one) => String(at(one, 'state', 'code'))) : [];
  expect(at(data, 'totalCount')).toBe(codes.length);
  return codes;
}

/** Of one list each. */
async function page(after: unknown): Promise<unknown> {
  const variables = { filter: { isLoaded: true }, first: 1, after };
  return at(dataOf(await gateway.graphql(LISTS, variables)), 'watchLists');
}

describe('watchLists', () => {
  const ALL = Object.keys(LIST_SOURCES).toSorted();
  const LOADED = ['sat69-exigibles', 'sat69b'];

  it('are all that there are, loaded or not', async () => {
    expect(await listed({})).toEqual(ALL);
    const loaded = gateway.db.selectFrom('list_snapshots').select('source').distinct();
    const shared = await loaded.where('service_id', '=', ALL_SERVICES).orderBy('source').execute();
    expect(shared.map(({ source }) => source)).toEqual(LOADED);
  });

  it('are those that are loaded, or those that are not', async () => {
    expect(await listed({ isLoaded: true })).toEqual(LOADED);
    expect(await listed({ isLoaded: false })).toEqual(ALL.filter((one) => !LOADED.includes(one)));
    expect(await listed({ isLoaded: true, family: 'SAT69' })).toEqual(['sat69-exigibles']);
    expect(await listed({ isLoaded: true, family: 'UN' })).toEqual([]);
  });

  it('are those that are too old, and what was never loaded is not among them', async () => {
    expect(await listed({ isStale: true })).toEqual(['sat69b']);
    expect(await listed({ isStale: false })).toEqual(ALL.filter((one) => one !== 'sat69b'));
    expect(await listed({ isStale: false, isLoaded: true })).toEqual(['sat69-exigibles']);
    expect(await listed({ isStale: true, family: 'SAT69' })).toEqual([]);
  });

  it('come in pages of what passes the filter', async () => {
    const first = await page(null);
    expect(first).toMatchObject({
      totalCount: 2,
      nodes: [{ state: { code: 'sat69-exigibles', isLoaded: true, isStale: false } }],
      pageInfo: { hasNextPage: true },
    });
    expect(await page(at(first, 'pageInfo', 'endCursor'))).toMatchObject({
      nodes: [{ state: { code: 'sat69b', isLoaded: true, isStale: true } }],
      pageInfo: { hasNextPage: false },
    });
  });
});
