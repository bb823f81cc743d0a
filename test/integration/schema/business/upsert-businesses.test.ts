import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { at, dataOf } from '../../../support/clients/graphql.ts';
import { mutate, readBusiness } from '../../../support/clients/mutate.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import { dumpTables } from '../../../support/database/tables.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();

const UPSERT = `mutation ($input: UpsertBusinessesInput!) { upsertBusinesses(input: $input) {
  __typename ... on UserError { code } ... on InputValidationError { issues { path code } }
  ... on UpsertBusinessesPayload { replayed outcomes { __typename
    ... on UpsertedBusiness { created business { externalId version name }
      changes { created updated unchanged } }
    ... on UserError { code } ... on InputValidationError { issues { path code } }
    ... on VersionConflictError { currentVersion } } } } }`;

async function upsert(businesses: object[], idempotencyKey?: string): Promise<unknown> {
  const input = { businesses, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) };
  return at(dataOf(await gateway.graphql(UPSERT, { input })), 'upsertBusinesses');
}

async function outcomesOf(businesses: object[]): Promise<unknown> {
  return at(await upsert(businesses), 'outcomes');
}

let lastId = 0;
/** A business that there is not yet. */
function business(more: object = {}): { externalId: number; code: string } {
  lastId += 1;
  return { externalId: 10_000 + lastId, code: `F/${lastId}`, ...more };
}

function person(externalPersonId: number, more: object = {}): object {
  return { externalPersonId, personType: 'NATURAL_PERSON', name: 'Ana', ...more };
}

function invalid(path: string[], code: string) {
  return {
    __typename: 'InputValidationError',
    code: 'VALIDATION_FAILED',
    issues: [{ path, code }],
  };
}

function makeMany(count: number): object[] {
  return Array.from({ length: count }, (_, index) => {
    const email = `${randomUUID()}@example.test`;
    const matches = [{ sourceCode: 'OFAC', externalId: `m-${index}` }];
    const more = { requestedDocumentTypes: ['INE'], matches };
    const participants = [person(1_000_000 + lastId * 10, more)];
    return business({ responsibleUser: { givenName: 'R', email }, participants });
  });
}

function rename(one: object): object {
  return { ...one, name: 'Otro', code: 'F/otro' };
}

async function countStatements(businesses: object[]): Promise<number> {
  gateway.statements.length = 0;
  const outcomes = await outcomesOf(businesses);
  expect(JSON.stringify(outcomes)).not.toContain('Error');
  return gateway.statements.length;
}

describe('upsertBusinesses', () => {
  it('creates and updates in the order of the request, and leaves what is so already', async () => {
    const [old, same] = [business({ participants: [person(1)] }), business()];
    expect(await outcomesOf([old, same])).toMatchObject([{ created: true }, { created: true }]);
    const fresh = business({ participants: [person(1), person(2)] });
    const changed = { ...old, participants: [person(1, { name: 'Eva' }), person(3)] };
    expect(await outcomesOf([fresh, changed, same])).toEqual([
      {
        __typename: 'UpsertedBusiness',
        created: true,
        business: { externalId: fresh.externalId, version: 1, name: null },
        changes: { created: [1, 2], updated: [], unchanged: [] },
      },
      {
        __typename: 'UpsertedBusiness',
        created: false,
        business: { externalId: old.externalId, version: 2, name: null },
        changes: { created: [3], updated: [1], unchanged: [] },
      },
      {
        __typename: 'UpsertedBusiness',
        created: false,
        business: { externalId: same.externalId, version: 1, name: null },
        changes: { created: [], updated: [], unchanged: [] },
      },
    ]);
  });

  it('keeps back nothing of the others where one is refused, whatever for', async () => {
    const { serviceId } = gateway.service;
    const twice = await makeBusiness(gateway.db, serviceId, {
      participants: [{ personExternalId: 77 }, { personExternalId: 77 }],
    });
    const good = [business(), business()];
    const bad = [
      business({ code: ' ' }),
      business({ expectedVersion: 3 }),
      { externalId: twice.externalId, code: 'F', participants: [person(77)] },
      business({ participants: [person(5), person(5)] }),
    ];
    const before = await readBusiness(gateway, twice.externalId);
    const outcomes = await outcomesOf([...bad.slice(0, 2), ...good, ...bad.slice(2)]);
    expect(outcomes).toEqual([
      invalid(['code'], 'TOO_SHORT'),
      { __typename: 'VersionConflictError', code: 'VERSION_CONFLICT', currentVersion: 0 },
      expect.objectContaining({ created: true }),
      expect.objectContaining({ created: true }),
      invalid(['participants', '0', 'externalPersonId'], 'AMBIGUOUS'),
      invalid(['participants', '1', 'externalPersonId'], 'DUPLICATE'),
    ]);
    expect(await readBusiness(gateway, twice.externalId)).toEqual(before);
    for (const one of good) expect(await readBusiness(gateway, one.externalId)).toMatchObject(one);
  });

  it('refuses every business that stands in the request twice, and no other', async () => {
    const [one, other] = [business(), business()];
    const repeated = { issues: [{ path: ['externalId'], code: 'DUPLICATE' }] };
    expect(await outcomesOf([one, other, { ...one, name: 'Otro' }])).toMatchObject([
      repeated,
      { created: true },
      repeated,
    ]);
  });

  it('refuses what stands in the request twice also where one of the two is refused for something else', async () => {
    const one = business();
    const before = await dumpTables(gateway.db);
    expect(await outcomesOf([{ ...one, code: ' ' }, one])).toMatchObject([
      { issues: [{ path: ['code'], code: 'TOO_SHORT' }] },
      { issues: [{ path: ['externalId'], code: 'DUPLICATE' }] },
    ]);
    expect(await dumpTables(gateway.db)).toEqual(before);
  });

  it('refuses the whole request for none or more than 100, and does nothing', async () => {
    const before = await dumpTables(gateway.db);
    const many = Array.from({ length: 101 }, () => business());
    expect(await upsert([])).toMatchObject({ issues: [{ path: ['businesses'], code: 'TOO_FEW' }] });
    expect(await upsert(many)).toMatchObject({
      issues: [{ path: ['businesses'], code: 'TOO_MANY' }],
    });
    expect(await dumpTables(gateway.db)).toEqual(before);
  });

  it('deletes nothing: what is left out stays', async () => {
    const one = business({
      participants: [person(8, { requestedDocumentTypes: ['INE'] }), person(9)],
    });
    await outcomesOf([one]);
    await outcomesOf([{ ...one, participants: [person(8)] }]);
    const { participants } = await readBusiness(gateway, one.externalId);
    expect(participants.map((each) => each.documents.length)).toEqual([1, 0]);
    const wrong = { input: { businesses: [{ ...one, missingParticipants: 'DELETE' }] } };
    const { body } = await gateway.graphql(UPSERT, wrong);
    expect(at(body, 'errors', 0, 'message')).toMatch(/missingParticipants/);
  });

  it('is done once for each key, with every outcome as it was', async () => {
    const [gone, stays] = [business(), business()];
    const businesses = [gone, business({ code: '' }), stays, business({ expectedVersion: 9 })];
    const key = randomUUID();
    const first = await upsert(businesses, key);
    const before = await dumpTables(gateway.db);
    expect(await upsert(businesses, key)).toEqual({ ...Object(first), replayed: true });
    expect(await dumpTables(gateway.db)).toEqual(before);
    expect(await upsert(businesses.slice(1), key)).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
    const all = { business: { externalId: gone.externalId }, deleteMode: 'ALL' };
    await mutate(gateway, ['completeBusiness', all]);
    expect(at(await upsert(businesses, key), 'outcomes')).toMatchObject([
      { __typename: 'BusinessNotFoundError' },
      { code: 'VALIDATION_FAILED' },
      { created: true },
      { code: 'VERSION_CONFLICT' },
    ]);
  });

  it('sends as many statements for a hundred businesses as for two', async () => {
    const [two, hundred] = [makeMany(2), makeMany(100)];
    const created = await countStatements(two);
    expect(await countStatements(hundred)).toBe(created);
    const updated = await countStatements(two.map(rename));
    expect(await countStatements(hundred.map(rename))).toBe(updated);
    expect([created, updated].every((one) => one > 5 && one < 30)).toBe(true);
  });
});

const REMAINING = '{ viewer { rateLimit { remaining } } }';

async function readRemaining(): Promise<number> {
  const data = dataOf(await gateway.graphql(REMAINING));
  return Number(at(data, 'viewer', 'rateLimit', 'remaining'));
}

async function costOf(count: number): Promise<number> {
  const before = await readRemaining();
  await upsert(Array.from({ length: count }, () => business()));
  return before - (await readRemaining());
}

describe('what the request costs', () => {
  it('counts as many mutations, and what is selected as many times', async () => {
    const one = await costOf(1);
    expect(await costOf(20)).toBeGreaterThan(one * 10);
  });
});
