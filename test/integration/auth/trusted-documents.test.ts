import { beforeEach, describe, expect, it } from 'vitest';
import { createAuthenticator } from '../../../src/auth/authenticate.ts';
import {
  createTrustedDocuments,
  type TrustedDocuments,
} from '../../../src/auth/trusted-documents.ts';
import { setServiceTrustedOnly } from '../../../src/resolvers/service/set-service-trusted-only.ts';
import { removeTrustedDocuments } from '../../../src/resolvers/trusted-document/remove-trusted-documents.ts';
import { makeTrustingService, trustDocuments } from '../../support/data/trusted.ts';
import { createTestDatabase, useDatabase } from '../../support/database/database.ts';
import { createRecordingDb } from '../../support/database/recording-db.ts';
import { createTestTokens, type TestService } from '../../support/gateway/callers.ts';

const TTL_MS = 3000;

const database = useDatabase();
let ours: TestService;
let documents: TrustedDocuments;
let statements: string[];

beforeEach(async () => {
  ours = await makeTrustingService(database.db, { page: '{ __typename }' }, 'any');
  const recording = createRecordingDb(database.pool);
  statements = recording.statements;
  documents = createTrustedDocuments({ db: recording.db });
});

async function findPage({ caller }: TestService): Promise<string | undefined> {
  return await documents.find(caller, 'page');
}

describe('a document that was found', () => {
  it('costs one statement, however many ask at once, and none afterwards', async () => {
    const finds = Array.from({ length: 20 }, () => documents.find(ours.caller, 'page'));
    expect(new Set(await Promise.all(finds))).toEqual(new Set(['{ __typename }']));
    expect(await documents.find(ours.caller, 'page')).toBe('{ __typename }');
    expect(statements).toHaveLength(1);
  });

  it('is not found for a service that has another under the id, or none', async () => {
    const { db } = database;
    const other = await makeTrustingService(db, { page: 'query Other { __typename }' }, 'any');
    const none = await makeTrustingService(db, {}, 'any');
    for (let round = 0; round < 2; round += 1) {
      expect(await findPage(ours)).toBe('{ __typename }');
      expect(await findPage(other)).toBe('query Other { __typename }');
      expect(await findPage(none)).toBeUndefined();
    }
  });

  it('is forgotten when there are more texts than may be remembered', async () => {
    const long = `{ __typename } ${'#'.repeat(500)}`;
    await trustDocuments(database.db, ours.service, { long, other: `${long}#` });
    const recording = createRecordingDb(database.pool);
    const small = createTrustedDocuments({ db: recording.db, bytesMax: 2000 });
    for (const id of ['long', 'other', 'long']) await small.find(ours.caller, id);
    expect(recording.statements).toHaveLength(3);
    const crowd = ['long', 'other', 'long', 'page'].map((id) => small.find(ours.caller, id));
    expect(await Promise.all(crowd)).toEqual([long, `${long}#`, long, '{ __typename }']);
  });

  it('is found also where it alone is too long to be remembered', async () => {
    const tiny = createTrustedDocuments({ db: database.db, bytesMax: 10 });
    expect(await tiny.find(ours.caller, 'page')).toBe('{ __typename }');
    expect(await tiny.find(ours.caller, 'page')).toBe('{ __typename }');
  });
});

describe('an id that is unknown', () => {
  it('costs one statement, then none', async () => {
    expect(await documents.find(ours.caller, 'other')).toBeUndefined();
    expect(await documents.find(ours.caller, 'other')).toBeUndefined();
    expect(statements).toHaveLength(1);
  });
});

describe('a fault of the database', () => {
  it('is thrown to who asks, and not kept', async () => {
    const broken = await createTestDatabase();
    const { caller } = await makeTrustingService(broken.db, { page: '{ __typename }' }, 'any');
    const there = createTrustedDocuments({ db: broken.db });
    await broken.pool.query('alter table trusted_documents rename to away');
    await expect(there.find(caller, 'page')).rejects.toMatchObject({ code: '42P01' });
    await broken.pool.query('alter table away rename to trusted_documents');
    expect(await there.find(caller, 'page')).toBe('{ __typename }');
    await broken.drop();
  });
});

describe('a change', () => {
  it('is met by a caller who was seen before it as soon as the caller is looked up again', async () => {
    const { db } = database;
    let time = Date.now();
    const tokens = await createTestTokens(db);
    const authenticator = createAuthenticator({ db, tokens, now: () => time });
    const find = async (id: string) => {
      const caller = await authenticator.authenticate(ours.credentials);
      return [caller.documents.trustedOnly, await documents.find(caller, id)];
    };
    expect(await find('page')).toEqual([false, '{ __typename }']);
    expect(await find('new')).toEqual([false, undefined]);

    await trustDocuments(db, ours.service, { new: '{ new: __typename }' });
    await removeTrustedDocuments(db, { service: ours.service, ids: ['page'] });
    await setServiceTrustedOnly(db, { service: ours.service, trustedOnly: true });
    time += TTL_MS;
    expect(await find('page')).toEqual([true, undefined]);
    expect(await find('new')).toEqual([true, '{ new: __typename }']);

    await trustDocuments(db, ours.service, { page: '{ page: __typename }' });
    await setServiceTrustedOnly(db, { service: ours.service, trustedOnly: false });
    time += TTL_MS;
    expect(await find('page')).toEqual([false, '{ page: __typename }']);
  });
});
