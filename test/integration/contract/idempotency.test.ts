import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { businessOf, mutate, readBusiness } from '../../support/clients/mutate.ts';
import { sendV4 } from '../../support/clients/v4.ts';
import { makeBusiness, makeTemplate } from '../../support/data/factories.ts';
import { dumpTables } from '../../support/database/tables.ts';
import { addTestUser, createTestService, createTestTokens } from '../../support/gateway/callers.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway();
const REUSED = {
  status: 422,
  text: '{"data":{},"message":"Idempotency key reused with another request","success":false,"code_message":"idempotency_key_reused"}',
};

async function makeOne(): Promise<{ id: number; participantId: number }> {
  const participants = [
    { hasPendingMatches: true, documents: [['INE', null]] as [string, null][] },
  ];
  const made = await makeBusiness(gateway.db, gateway.service.serviceId, { participants });
  return { id: made.id, participantId: made.participantIds[0] ?? 0 };
}

async function completeV4(id: number, key: string, body = '') {
  const headers = { ...gateway.service.headers, 'idempotency-key': key };
  return await sendV4(gateway, `/api/v4/fiduciary/${id}/complete`, { body, headers });
}

function withHeader(key: string): Record<string, string> {
  return { 'idempotency-key': key };
}

/** As if the key had been used that long ago. */
async function age(interval: string): Promise<void> {
  await sql`update idempotency_keys set created_at = now() - ${interval}::interval`.execute(
    gateway.db,
  );
}

describe('the same key and the same input', () => {
  it('200 replays on REST: the same bytes, marked, and nothing done', async () => {
    const { id } = await makeOne();
    const key = randomUUID();
    const first = await completeV4(id, key, '{"delete_mode":"all"}');
    expect(first.headers.get('idempotent-replay')).toBeNull();
    const before = await dumpTables(gateway.db);
    const again = await completeV4(id, key, '{"delete_mode":"all"}');
    expect(again).toMatchObject({ status: 200, text: first.text });
    expect(again.headers.get('idempotent-replay')).toBe('true');
    expect(await dumpTables(gateway.db)).toEqual(before);
  });

  it('replays an upsert, though the business was changed since', async () => {
    const input = { externalId: 1, code: 'F/1', name: 'Uno', idempotencyKey: randomUUID() };
    const first = await mutate(gateway, ['upsertBusiness', input]);
    expect(first).toMatchObject({ created: true, replayed: false });
    await mutate(gateway, ['upsertBusiness', { externalId: 1, code: 'F/1', name: 'Dos' }]);
    expect(await mutate(gateway, ['upsertBusiness', input])).toMatchObject({
      created: true,
      replayed: true,
      business: { databaseId: businessOf(first).databaseId, name: 'Dos', version: 2 },
    });
    expect(await readBusiness(gateway, 1)).toMatchObject({ name: 'Dos', version: 2 });
  });

  it('replays for either mutation of a participant', async () => {
    const { participantId: databaseId } = await makeOne();
    const participant = { databaseId };
    const attach = { participant, typeCode: 'INE', downloadId: 11, idempotencyKey: randomUUID() };
    const resolve = { participant, idempotencyKey: randomUUID() };
    for (const replayed of [false, true]) {
      expect(await mutate(gateway, ['attachDocument', attach])).toMatchObject({ replayed });
      expect(await mutate(gateway, ['resolveParticipantMatches', resolve])).toMatchObject({
        replayed,
      });
    }
  });

  it('replays whatever the order of members, and whether what is absent is left out or null', async () => {
    const { id } = await makeOne();
    const idempotencyKey = randomUUID();
    const business = { databaseId: id };
    const one = { idempotencyKey, business, deleteMode: 'ALL', expectedVersion: null };
    const other = { deleteMode: 'ALL', business, idempotencyKey };
    await mutate(gateway, ['completeBusiness', one]);
    expect(await mutate(gateway, ['completeBusiness', other])).toMatchObject({ replayed: true });
  });

  it('replays from one wire to the other, since there is one store', async () => {
    const { id } = await makeOne();
    const key = randomUUID();
    await completeV4(id, key, '{"delete_mode":"all"}');
    const input = { business: { databaseId: id }, deleteMode: 'ALL' };
    expect(
      await mutate(gateway, ['completeBusiness', { ...input, idempotencyKey: key }]),
    ).toMatchObject({ replayed: true, business: null });
    expect(await mutate(gateway, ['completeBusiness', input], withHeader(key))).toMatchObject({
      replayed: true,
    });
  });

  it('200 replays the lists of an import in their order', async () => {
    const { db, service } = gateway;
    const { userId } = await addTestUser(db, service.serviceId);
    await makeTemplate(db, service.serviceId, { key: 'kyc', questions: ['q1'] });
    const body = JSON.stringify({
      user_id: userId,
      templates: ['kyc', 'nope', 'kyc'],
      combined_from: ['never'],
      answers: [{ question: 'q1', answer: 'uno' }],
    });
    const headers = { ...service.headers, ...withHeader(randomUUID()) };
    const path = '/api/v4/quiz/answers/import/api';
    const first = await sendV4(gateway, path, { body, headers });
    expect(first.text).toContain('"processed":["kyc","kyc"]');
    const again = await sendV4(gateway, path, { body, headers });
    expect(again).toMatchObject({ status: 200, text: first.text });
    expect(again.headers.get('idempotent-replay')).toBe('true');
  });

  it('is done again without a key', async () => {
    const { id } = await makeOne();
    const input = { business: { databaseId: id } };
    await mutate(gateway, ['completeBusiness', input]);
    expect(await mutate(gateway, ['completeBusiness', input])).toMatchObject({ replayed: false });
  });
});

describe('the same key and another input', () => {
  it('422 is refused on REST, and nothing is done', async () => {
    const { id } = await makeOne();
    const other = await makeOne();
    const key = randomUUID();
    await completeV4(id, key);
    const before = await dumpTables(gateway.db);
    expect(await completeV4(id, key, '{"delete_mode":"all"}')).toMatchObject(REUSED);
    expect(await completeV4(other.id, key)).toMatchObject(REUSED);
    expect(await dumpTables(gateway.db)).toEqual(before);
  });

  it('is refused on GraphQL as a typed error, also for another mutation', async () => {
    const { id, participantId } = await makeOne();
    const idempotencyKey = randomUUID();
    const reused = {
      __typename: 'IdempotencyError',
      code: 'IDEMPOTENCY_KEY_REUSED',
      retryable: false,
    };
    const upsert = { externalId: 2, code: 'F/2', idempotencyKey };
    await mutate(gateway, ['upsertBusiness', upsert]);
    const before = await dumpTables(gateway.db);
    for (const other of [
      { code: 'F/2b' },
      { name: null },
      { participants: [{ externalPersonId: 1, personType: 'LEGAL_ENTITY', name: 'S' }] },
      { missingParticipants: 'DELETE' },
      { expectedVersion: 1 },
    ])
      expect(await mutate(gateway, ['upsertBusiness', { ...upsert, ...other }])).toMatchObject(
        reused,
      );
    const business = { databaseId: id };
    const participant = { databaseId: participantId };
    expect(await mutate(gateway, ['completeBusiness', { business, idempotencyKey }])).toMatchObject(
      reused,
    );
    expect(
      await mutate(gateway, ['resolveParticipantMatches', { participant, idempotencyKey }]),
    ).toMatchObject(reused);
    expect(await dumpTables(gateway.db)).toEqual(before);
  });

  it('is another key where the input has one of its own besides the header', async () => {
    const header = withHeader(randomUUID());
    const input = { externalId: 3, code: 'F/3' };
    await mutate(gateway, ['upsertBusiness', input], header);
    const own = { ...input, code: 'F/3b', idempotencyKey: randomUUID() };
    expect(await mutate(gateway, ['upsertBusiness', own], header)).toMatchObject({
      replayed: false,
      business: { code: 'F/3b' },
    });
  });
});

describe('a key', () => {
  it('binds for 24 hours, and then is as new, for any input', async () => {
    const { id } = await makeOne();
    const key = randomUUID();
    await completeV4(id, key);
    await age('23 hours 59 minutes');
    const replayed = await completeV4(id, key);
    expect(replayed.headers.get('idempotent-replay')).toBe('true');
    expect(await completeV4(id, key, '{"delete_mode":"all"}')).toMatchObject(REUSED);
    await age('24 hours 1 second');
    const done = await completeV4(id, key, '{"delete_mode":"all"}');
    expect(done.status).toBe(200);
    expect(done.headers.get('idempotent-replay')).toBeNull();
    const again = await completeV4(id, key, '{"delete_mode":"all"}');
    expect(again.headers.get('idempotent-replay')).toBe('true');
  });

  it('is not used up by a request that failed, on either wire', async () => {
    const idempotencyKey = randomUUID();
    const input = { externalId: 4, code: 'F/4', idempotencyKey };
    expect(
      await mutate(gateway, ['upsertBusiness', { ...input, expectedVersion: 7 }]),
    ).toMatchObject({ code: 'VERSION_CONFLICT' });
    expect(await mutate(gateway, ['upsertBusiness', input])).toMatchObject({ replayed: false });
    const key = randomUUID();
    expect(await completeV4(777_777, key)).toMatchObject({ status: 400 });
    const { db, service } = gateway;
    await makeBusiness(db, service.serviceId, { id: 777_777 });
    const done = await completeV4(777_777, key);
    expect(done.status).toBe(200);
    expect(done.headers.get('idempotent-replay')).toBeNull();
  });

  it('of one service says nothing to another', async () => {
    const { db } = gateway;
    const other = await createTestService(db, await createTestTokens(db));
    const input = { externalId: 5, code: 'F/5', idempotencyKey: randomUUID() };
    await mutate(gateway, ['upsertBusiness', input]);
    expect(
      await mutate(gateway, ['upsertBusiness', { ...input, code: 'otro' }], other.headers),
    ).toMatchObject({ created: true, replayed: false, business: { code: 'otro' } });
    expect(await mutate(gateway, ['upsertBusiness', input])).toMatchObject({ replayed: true });
  });
});
