import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { at, dataOf } from '../../../support/clients/graphql.ts';
import { sendV4 } from '../../../support/clients/v4.ts';
import { listStates, RESOLVED, sendPerson } from '../../../support/data/matches.ts';
import { dumpTables } from '../../../support/database/tables.ts';
import { createTestService, createTestTokens } from '../../../support/gateway/callers.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();

const DOCUMENT = `mutation ($input: ResolvePersonMatchesInput!) { resolvePersonMatches(input: $input) {
  __typename ... on ResolvePersonMatchesPayload { resolvedCount pendingCount replayed
    participants { databaseId hasPendingMatches } }
  ... on UserError { code } ... on InputValidationError { issues { path } } } }`;

let person = 0;
let ids: number[] = [];

async function resolve(input: object, headers: Record<string, string> = {}): Promise<unknown> {
  const all = { externalPersonId: person, verdict: 'FALSE_POSITIVE', reason: 'HOMONYM', ...input };
  const callers = { ...gateway.service.headers, ...headers };
  return at(
    dataOf(await gateway.graphql(DOCUMENT, { input: all }, callers)),
    'resolvePersonMatches',
  );
}

const PAYLOAD = { __typename: 'ResolvePersonMatchesPayload', replayed: false };
const shown = (id: number | undefined, hasPendingMatches: boolean) => ({
  databaseId: id,
  hasPendingMatches,
});

beforeEach(async () => {
  person += 10;
  const matches = [{ list: 'OFAC', match_id: 'a' }];
  ids = [];
  for (const business of [person, person + 1])
    ids.push(await sendPerson(gateway, { business, person, matches }));
});

describe('resolvePersonMatches', () => {
  it('decides in every business of the person, or in the one that is named in any way', async () => {
    const business = { externalId: person + 1 };
    expect(await resolve({ business })).toEqual({
      ...PAYLOAD,
      resolvedCount: 1,
      pendingCount: 0,
      participants: [shown(ids[1], false)],
    });
    expect(await resolve({})).toEqual({
      ...PAYLOAD,
      resolvedCount: 1,
      pendingCount: 0,
      participants: [shown(ids[0], false), shown(ids[1], false)],
    });
    for (const id of ids)
      expect(await listStates(gateway.db, id)).toEqual(['OFAC/a: false_positive']);
  });

  it('is the same request on v4: either replays the other under one key', async () => {
    const body = { id_persona: person, resolution: 'FALSE_POSITIVE', reason: 'homonym' };
    const header = { 'idempotency-key': randomUUID() };
    const headers = { ...gateway.service.headers, ...header };
    const first = await sendV4(gateway, RESOLVED, { body: JSON.stringify(body), headers });
    expect(at(JSON.parse(first.text), 'data', 'resolved')).toBe(2);
    const before = await dumpTables(gateway.db);
    const replay = { ...PAYLOAD, replayed: true, resolvedCount: 2, pendingCount: 0 };
    expect(await resolve({}, header)).toMatchObject(replay);
    const own = { idempotencyKey: header['idempotency-key'] };
    expect(await resolve(own, { 'idempotency-key': randomUUID() })).toMatchObject(replay);
    expect(await resolve({ ...own, reopen: true })).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
    expect(await dumpTables(gateway.db)).toEqual(before);
  });

  it('conflicts with another decision until it is reopened', async () => {
    await resolve({});
    const other = { verdict: 'TRUE_MATCH', reason: 'SAME_PERSON' };
    expect(await resolve(other)).toEqual({ __typename: 'ConflictError', code: 'CONFLICT' });
    expect(await resolve({ ...other, reopen: true })).toMatchObject({ resolvedCount: 2 });
  });

  it.each<[string, object, string]>([
    ['an unknown person', { externalPersonId: 999_999 }, 'ParticipantNotFoundError'],
    ['an unknown business', { business: { databaseId: 999_999 } }, 'ParticipantNotFoundError'],
    ['a code that names nothing', { business: { code: 'none' } }, 'ParticipantNotFoundError'],
    ['a code that names several', { business: { code: 'F' } }, 'InputValidationError'],
    ['an unknown match', { matches: [{ externalId: 'z' }] }, 'InputValidationError'],
    ['other without a note', { reason: 'OTHER', note: 'corta' }, 'InputValidationError'],
  ])('refuses %s and changes nothing', async (_name, input, __typename) => {
    const before = await dumpTables(gateway.db);
    expect(await resolve(input)).toMatchObject({ __typename });
    expect(await dumpTables(gateway.db)).toEqual(before);
  });

  it('knows nobody of another service', async () => {
    const { db } = gateway;
    const other = await createTestService(db, await createTestTokens(db));
    const before = await dumpTables(db);
    expect(await resolve({}, other.headers)).toMatchObject({
      __typename: 'ParticipantNotFoundError',
    });
    expect(await dumpTables(db)).toEqual(before);
  });
});
