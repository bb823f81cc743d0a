import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { at } from '../../../support/clients/graphql.ts';
import { type Dump, dumpTables } from '../../../support/database/tables.ts';
import { createTestTokens } from '../../../support/gateway/callers.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();
let headers: Record<string, string>;
let before: Dump;

/** A caller who may write and nothing else. */
beforeAll(async () => {
  const { caller, headers: all } = gateway.service;
  const tokens = await createTestTokens(gateway.db);
  const scopes = new Set(['business:write'] as const);
  const { accessToken } = await tokens.issue({ ...caller, scopes });
  headers = { ...all, authorization: `Bearer ${accessToken}` };
});
beforeEach(async () => {
  before = await dumpTables(gateway.db);
});

const INPUT = { externalId: 1, code: 'F', participants: [] };
const HEAD = 'mutation ($input: UpsertBusinessInput!, $is: Boolean = false)';
const LACKING = '... on NotAuthorizedError { requiredScope }';

const ONCE = ['UpsertBusinessPayload', 'NotAuthorizedError'];
const TWICE = [...ONCE, ...ONCE];

async function upsert(selection: string, variables: object = {}): Promise<unknown> {
  const [fields = '', fragments = ''] = selection.split(' || ');
  const document = `${HEAD} { result: upsertBusiness(input: $input) {
    __typename ... @include(if: $is) { __typename } ${fields} } } ${fragments}`;
  const { body } = await gateway.graphql(document, { input: INPUT, ...variables }, headers);
  expect(at(body, 'errors')).toBeUndefined();
  return at(body, 'data', 'result');
}

describe('a caller who may write and not read', () => {
  it.each([
    ['plainly', '... on UpsertBusinessPayload { business { code } }', {}],
    ['under another name', '... on UpsertBusinessPayload { mine: business { code } }', {}],
    ['in a fragment', '...On || fragment On on UpsertBusinessPayload { business { code } }', {}],
    [
      'in a fragment of a fragment',
      '... { ...On } || fragment On on UpsertBusinessPayload { business { ...It } } fragment It on Node { id }',
      {},
    ],
    [
      'where a variable includes it',
      '... on UpsertBusinessPayload { business @include(if: $is) { code } }',
      { is: true },
    ],
    [
      'unless a default skips it',
      '... on UpsertBusinessPayload { business @skip(if: $is) { code } }',
      {},
    ],
  ])(
    'is refused before anything is written who selects what is stored %s',
    async (...[, selection, variables]) => {
      expect(await upsert(`${LACKING} ${selection}`, variables)).toEqual({
        __typename: 'NotAuthorizedError',
        requiredScope: 'BUSINESS_READ',
      });
      expect(await dumpTables(gateway.db)).toEqual(before);
    },
  );

  it('writes who selects what the request did, or leaves out the rest', async () => {
    const selection =
      '... on UpsertBusinessPayload { created business @include(if: $is) { code } }';
    const input = { ...INPUT, externalId: 3 };
    expect(await upsert(selection, { input })).toEqual({
      __typename: 'UpsertBusinessPayload',
      created: true,
    });
  });

  it('is refused or not for what each request selects, however often its document came before', async () => {
    const asked = '... on UpsertBusinessPayload { created business @include(if: $is) { code } }';
    const told: unknown[] = [];
    for (const is of [false, true, false, true])
      told.push(at(await upsert(`${LACKING} ${asked}`, { is }), '__typename'));
    expect(told).toEqual(TWICE);
  });

  it('is refused or not by the same documents without directives each time', async () => {
    const told: unknown[] = [];
    for (const fields of ['created', 'business { code }', 'created', 'business { code }']) {
      const { body } = await gateway.graphql(
        `mutation ($input: UpsertBusinessInput!) { result: upsertBusiness(input: $input) {
          __typename ...On } } fragment On on UpsertBusinessPayload { ${fields} }`,
        { input: INPUT },
        headers,
      );
      told.push(at(body, 'data', 'result', '__typename'));
    }
    expect(told).toEqual(TWICE);
  });

  it('is refused who would delete the participants that the input does not name', async () => {
    const input = { ...INPUT, externalId: 2, missingParticipants: 'DELETE' };
    expect(await upsert(LACKING, { input })).toEqual({
      __typename: 'NotAuthorizedError',
      requiredScope: 'BUSINESS_COMPLETE',
    });
    expect(await dumpTables(gateway.db)).toEqual(before);
  });
});
