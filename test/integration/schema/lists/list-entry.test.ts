import { beforeAll, expect, it } from 'vitest';
import { at, dataOf } from '../../../support/clients/graphql.ts';
import { loadSatList, makeSat69List } from '../../../support/data/sat-lists.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();
const KEY = 'CIE150318QX5';
const LIST = 'sat69-exigibles';
const QUERY = `query ($list: String!, $key: String!, $asOf: Date) {
  listEntry(list: $list, key: $key, asOf: $asOf) { entry { name } } }`;

beforeAll(async () => {
  const list = makeSat69List([[KEY, 'COMERCIALIZADORA IMAGINARIA DEL ESTE']]);
  await loadSatList(gateway.databaseUrl, { code: LIST, list }, { asOf: '2024-01-31' });
});

async function refusal(asked: object): Promise<unknown> {
  const { body } = await gateway.graphql(QUERY, { list: LIST, key: 'FIL010101AA1', ...asked });
  return at(body, 'errors', 0, 'extensions', 'code');
}

async function ask(asked: object): Promise<unknown> {
  return at(dataOf(await gateway.graphql(QUERY, { list: LIST, ...asked })), 'listEntry');
}

it('is null only where the list was looked at and has no such entry', async () => {
  const named = { entry: { name: 'COMERCIALIZADORA IMAGINARIA DEL ESTE' } };
  expect(await ask({ key: KEY })).toEqual(named);
  expect(await ask({ key: 'FIL010101AA1' })).toBe(null);
  expect(await ask({ key: 'FIL010101AA1', asOf: '2024-01-31' })).toBe(null);
});

it.each([
  ['a day before the first of the list', { asOf: '2024-01-30' }, 'LIST_UNAVAILABLE'],
  ['a list that was never loaded', { list: 'un-sc' }, 'LIST_UNAVAILABLE'],
  ['a list that there is not', { list: 'no-such-list' }, 'VALIDATION_FAILED'],
  ['a list of nobody', { list: 'custom:nobodys' }, 'VALIDATION_FAILED'],
  ['a day to come', { asOf: '2999-01-01' }, 'VALIDATION_FAILED'],
])('is never null for %s', async (_what, asked, code) => {
  expect(await refusal(asked)).toBe(code);
});
