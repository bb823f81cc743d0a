import { beforeAll, describe, expect, it } from 'vitest';
import { mutate } from '../../../support/clients/mutate.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import { dumpTables } from '../../../support/database/tables.ts';
import { createTestService, createTestTokens } from '../../../support/gateway/callers.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();
const PERSON = { externalPersonId: 71, personType: 'NATURAL_PERSON', name: 'Ana' };
const VALID = { externalId: 1, code: 'F/1', participants: [PERSON] };

async function upsert(input: object, headers: Record<string, string> = {}) {
  return await mutate(gateway, ['upsertBusiness', { ...VALID, ...input }], headers);
}

function second(participant: object) {
  return { participants: [PERSON, { ...PERSON, externalPersonId: 72, ...participant }] };
}

describe('an input that breaks a rule', () => {
  it.each([
    ['an id of 0', { externalId: 0 }, 'externalId'],
    ['an empty code', { code: '' }, 'code'],
    ['a code of 256 characters', { code: 'x'.repeat(256) }, 'code'],
    ['U+0000 in the name', { name: 'a\u0000b' }, 'name'],
    ['a negative version', { expectedVersion: -1 }, 'expectedVersion'],
    ['a key with a space', { idempotencyKey: 'a b' }, 'idempotencyKey'],
    ['an empty key', { idempotencyKey: '' }, 'idempotencyKey'],
    ['a key of 256 characters', { idempotencyKey: 'k'.repeat(256) }, 'idempotencyKey'],
    ['a user without e-mail', { responsibleUser: { givenName: 'R' } }, 'responsibleUser.email'],
    [
      'a user without a name',
      { responsibleUser: { givenName: '', email: 'a@x.test' } },
      'responsibleUser.givenName',
    ],
    [
      'a user whose e-mail is none',
      { responsibleUser: { givenName: 'R', email: 'nobody' } },
      'responsibleUser.email',
    ],
    ['a participant’s e-mail that is none', second({ email: 'ana' }), 'participants.1.email'],
    ['a participant without a name', second({ name: '' }), 'participants.1.name'],
    ['a lone surrogate', second({ roles: ['a', '\ud800'] }), 'participants.1.roles.1'],
    [
      'roles of 20,002 characters',
      second({
        roles: Array.from({ length: 21 }, (_, n) => String(n).padEnd(n < 20 ? 1000 : 2, 'x')),
      }),
      'participants.1.roles',
    ],
    ['101 roles', second({ roles: Array.from({ length: 101 }, String) }), 'participants.1.roles'],
    [
      'an empty document type',
      second({ requestedDocumentTypes: ['INE', ''] }),
      'participants.1.requestedDocumentTypes.1',
    ],
    [
      'a telephone number of 1001 characters',
      second({ phone: { number: '1'.repeat(1001) } }),
      'participants.1.phone.number',
    ],
    ['one person twice', second({ externalPersonId: 71 }), 'participants.1.externalPersonId'],
  ])('%s is refused at its place, and nothing is stored', async (_what, input, path) => {
    const before = await dumpTables(gateway.db);
    const result = await upsert(input);
    expect(result).toMatchObject({ __typename: 'InputValidationError', code: 'VALIDATION_FAILED' });
    expect(result.issues?.map((issue) => issue.path.join('.'))).toEqual([path]);
    expect(await dumpTables(gateway.db)).toEqual(before);
  });

  it('is told of every fault at once, without any value', async () => {
    const result = await upsert({
      code: '',
      participants: [
        { ...PERSON, email: 'secret-1' },
        { ...PERSON, externalPersonId: 72, email: 'secret-2' },
      ],
    });
    expect(result.issues?.map((issue) => issue.path)).toEqual([
      ['code'],
      ['participants', '0', 'email'],
      ['participants', '1', 'email'],
    ]);
    expect(JSON.stringify(result)).not.toContain('secret');
  });

  it('of more than 10 000 participants is refused', async () => {
    const participants = Array.from({ length: 10_001 }, (_one, index) => ({
      ...PERSON,
      name: 'A',
      externalPersonId: index + 1,
    }));
    const result = await upsert({ participants });
    expect(result.issues).toMatchObject([{ path: ['participants'] }]);
  });

  it('naming a person that the business has twice is refused rather than guessed', async () => {
    const { db, service } = gateway;
    await makeBusiness(db, service.serviceId, {
      externalId: 2,
      participants: [{ personExternalId: 81 }, { personExternalId: 82 }, { personExternalId: 82 }],
    });
    const before = await dumpTables(db);
    const participants = [81, 82].map((externalPersonId) => ({ ...PERSON, externalPersonId }));
    const result = await upsert({ externalId: 2, participants });
    expect(result.issues).toMatchObject([{ path: ['participants', '1', 'externalPersonId'] }]);
    expect(await dumpTables(db)).toEqual(before);
  });
});

describe('expectedVersion', () => {
  it('0 creates a business that does not exist, and refuses one that does', async () => {
    const input = { externalId: 10, expectedVersion: 0 };
    expect(await upsert(input)).toMatchObject({ created: true });
    expect(await upsert(input)).toMatchObject({
      __typename: 'VersionConflictError',
      code: 'VERSION_CONFLICT',
      currentVersion: 1,
    });
  });

  it('lets the first of two editors write and tells the second the current version', async () => {
    await upsert({ externalId: 11 });
    expect(await upsert({ externalId: 11, name: 'Uno', expectedVersion: 1 })).toMatchObject({
      business: { version: 2 },
    });
    const before = await dumpTables(gateway.db);
    expect(await upsert({ externalId: 11, name: 'Dos', expectedVersion: 1 })).toMatchObject({
      __typename: 'VersionConflictError',
      currentVersion: 2,
    });
    expect(await dumpTables(gateway.db)).toEqual(before);
  });

  it('of a business that does not exist conflicts with version 0', async () => {
    expect(await upsert({ externalId: 12, expectedVersion: 3 })).toMatchObject({
      __typename: 'VersionConflictError',
      currentVersion: 0,
    });
  });

  it('keeps completeBusiness from deleting what was not seen', async () => {
    await upsert({ externalId: 13 });
    const input = { business: { externalId: 13 }, deleteMode: 'ALL' };
    const before = await dumpTables(gateway.db);
    expect(
      await mutate(gateway, ['completeBusiness', { ...input, expectedVersion: 2 }]),
    ).toMatchObject({ __typename: 'VersionConflictError', currentVersion: 1 });
    expect(await dumpTables(gateway.db)).toEqual(before);
    expect(
      await mutate(gateway, ['completeBusiness', { ...input, expectedVersion: 1 }]),
    ).toMatchObject({ __typename: 'CompleteBusinessPayload', business: null });
  });
});

const BOTH = ['business:write', 'business:read'] as const;

describe('a caller', () => {
  let reader: Record<string, string> = {};
  let writer: Record<string, string> = {};

  beforeAll(async () => {
    const tokens = await createTestTokens(gateway.db);
    const everything = ['business:read', 'business:complete', 'answers:import'] as const;
    reader = (await createTestService(gateway.db, tokens, { scopes: everything })).headers;
    writer = (await createTestService(gateway.db, tokens, { scopes: BOTH })).headers;
  });

  it('without the scope business:write is refused and stores nothing', async () => {
    const before = await dumpTables(gateway.db);
    expect(await upsert({}, reader)).toMatchObject({
      __typename: 'NotAuthorizedError',
      code: 'NOT_AUTHORIZED',
      requiredScope: 'BUSINESS_WRITE',
    });
    expect(await dumpTables(gateway.db)).toEqual(before);
  });

  it('with business:write and business:read alone sees the business that it wrote', async () => {
    expect(await upsert({ name: 'Suyo' }, writer)).toMatchObject({
      created: true,
      business: { name: 'Suyo', version: 1 },
    });
  });

  it('of another service writes a business of its own under the same id of the provider', async () => {
    await upsert({ externalId: 20, name: 'Nuestro' });
    expect(await upsert({ externalId: 20, name: 'Suyo' }, writer)).toMatchObject({ created: true });
    expect(await upsert({ externalId: 20 })).toMatchObject({
      created: false,
      business: { name: 'Nuestro', version: 1 },
    });
  });
});
