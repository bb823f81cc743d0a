import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type MutationResult, mutate } from '../../support/clients/mutate.ts';
import { type RawReply, sendV4 } from '../../support/clients/v4.ts';
import { makeBusiness, makeTemplate } from '../../support/data/factories.ts';
import { addTestUser } from '../../support/gateway/callers.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

/** Twins wait for each other's locks, on a busy machine longer than the default allows. */
const PATIENT = { LOCK_TIMEOUT_MS: '60000' };
const gateway = useGateway(PATIENT, { isServicePerTest: true });
const TWINS = 50;

/** All at once, in answers that are all there before any is looked at. */
async function inParallel<T>(send: (index: number) => Promise<T>): Promise<T[]> {
  return await Promise.all(Array.from({ length: TWINS }, async (_one, index) => await send(index)));
}

async function countEvents(action: string): Promise<number> {
  const events = await gateway.db
    .selectFrom('audit_events')
    .select('id')
    .where('service_id', '=', gateway.service.serviceId)
    .where('action', '=', action)
    .execute();
  return events.length;
}

function expectOneEffect(results: readonly MutationResult[]): void {
  expect(results.filter((one) => one.replayed === false)).toHaveLength(1);
  expect(results.filter((one) => one.replayed === true)).toHaveLength(TWINS - 1);
}

function expectOneFirst(replies: readonly RawReply[]): void {
  expect(replies.map((one) => one.status)).toEqual(replies.map(() => 200));
  expect(new Set(replies.map((one) => one.text)).size).toBe(1);
  const marks = replies.map((one) => one.headers.get('idempotent-replay'));
  expect(marks.filter((one) => one === null)).toHaveLength(1);
  expect(marks.filter((one) => one === 'true')).toHaveLength(TWINS - 1);
}

describe('50 concurrent twins', () => {
  it('with one key in the input create one business, at version 1', async () => {
    const input = {
      externalId: 1,
      code: 'F/1',
      idempotencyKey: randomUUID(),
      participants: [{ externalPersonId: 11, personType: 'NATURAL_PERSON', name: 'Ana' }],
    };
    const results = await inParallel(async () => await mutate(gateway, ['upsertBusiness', input]));
    expectOneEffect(results);
    expect(results.every((one) => one.created === true)).toBe(true);
    expect(results.every((one) => one.business?.version === 1)).toBe(true);
    expect(await countEvents('business_upserted')).toBe(1);
  });

  it('with one key in the header attach one file of 50 documents', async () => {
    const { db, service } = gateway;
    const documents = Array.from({ length: TWINS }, (): [string, null] => ['INE', null]);
    const made = await makeBusiness(db, service.serviceId, { participants: [{ documents }] });
    const participant = { databaseId: made.participantIds[0] };
    const headers = { 'idempotency-key': randomUUID() };
    const input = { participant, typeCode: 'INE', downloadId: 21 };
    const results = await inParallel(
      async () => await mutate(gateway, ['attachDocument', input], headers),
    );
    expectOneEffect(results);
    const attached = await db
      .selectFrom('documents')
      .select('occurrence')
      .where('service_id', '=', service.serviceId)
      .where('file_id', '=', 21)
      .execute();
    expect(attached).toHaveLength(1);
    expect(await countEvents('document_attached')).toBe(1);
  });

  it('200 with one header complete a business once on REST', async () => {
    const { db, service } = gateway;
    const { id } = await makeBusiness(db, service.serviceId, { participants: [{}, {}] });
    const headers = { ...service.headers, 'idempotency-key': randomUUID() };
    const path = `/api/v4/fiduciary/${id}/complete`;
    expectOneFirst(await inParallel(async () => await sendV4(gateway, path, { headers })));
    const receipts = await db
      .selectFrom('deletion_receipts')
      .select('deleted_participant_count')
      .where('service_id', '=', service.serviceId)
      .where('business_id', '=', id)
      .execute();
    expect(receipts).toEqual([{ deleted_participant_count: 2 }]);
  });

  it('200 with one header import answers once on REST', async () => {
    const { db, service } = gateway;
    const { userId } = await addTestUser(db, service.serviceId);
    await makeTemplate(db, service.serviceId, { key: 'kyc', questions: ['q1'] });
    const headers = { ...service.headers, 'idempotency-key': randomUUID() };
    const answers = [{ question: 'q1', answer: 'uno' }];
    const body = JSON.stringify({ user_id: userId, templates: ['kyc'], answers });
    const path = '/api/v4/quiz/answers/import/api';
    expectOneFirst(await inParallel(async () => await sendV4(gateway, path, { headers, body })));
    expect(await countEvents('answers_imported')).toBe(1);
  });

  it('with one key on both wires complete a business once', async () => {
    const { db, service } = gateway;
    const { id } = await makeBusiness(db, service.serviceId, { participants: [{}] });
    const key = { 'idempotency-key': randomUUID() };
    const headers = { ...service.headers, ...key };
    const input = { business: { databaseId: id }, deleteMode: 'ALL' };
    const body = '{"delete_mode":"all"}';
    const replayed = await inParallel(async (index) => {
      if (index % 2 === 0)
        return (await mutate(gateway, ['completeBusiness', input], key)).replayed === true;
      const reply = await sendV4(gateway, `/api/v4/fiduciary/${id}/complete`, { headers, body });
      expect(reply.status).toBe(200);
      return reply.headers.get('idempotent-replay') === 'true';
    });
    expect(replayed.filter((one) => !one)).toHaveLength(1);
  });

  it('with one key and 50 inputs have one effect, and all others are refused', async () => {
    const idempotencyKey = randomUUID();
    const results = await inParallel(
      async (index) =>
        await mutate(gateway, [
          'upsertBusiness',
          { externalId: 100 + index, code: 'F/1', idempotencyKey },
        ]),
    );
    expect(results.filter((one) => one.created)).toHaveLength(1);
    expect(results.filter((one) => one.code === 'IDEMPOTENCY_KEY_REUSED')).toHaveLength(TWINS - 1);
    const businesses = await gateway.db
      .selectFrom('businesses')
      .select('id')
      .where('service_id', '=', gateway.service.serviceId)
      .execute();
    expect(businesses).toHaveLength(1);
  });

  it('of which the first fails have their effect all the same', async () => {
    const { db, service } = gateway;
    const idempotencyKey = randomUUID();
    const { id } = await makeBusiness(db, service.serviceId, { externalId: 200, code: 'F/1' });
    const input = { externalId: 200, code: 'F/1b', idempotencyKey, expectedVersion: 2 };
    const touch = async () =>
      await mutate(gateway, ['upsertBusiness', { externalId: 200, code: 'F/1', name: 'Dos' }]);
    const [, ...results] = await Promise.all([
      touch(),
      ...Array.from(
        { length: TWINS },
        async () => await mutate(gateway, ['upsertBusiness', input]),
      ),
    ]);
    // Those that came before version 2 were refused and burnt nothing; one did it; the rest replay that one.
    expect(results.filter((one) => one.replayed === false).length).toBeLessThanOrEqual(1);
    for (const one of results) expect(['VERSION_CONFLICT', undefined]).toContain(one.code);
    const again = await mutate(gateway, ['upsertBusiness', input]);
    expect(again.business).toMatchObject({ databaseId: id, code: 'F/1b', version: 3 });
  });
});
