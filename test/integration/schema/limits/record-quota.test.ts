import { describe, expect, it } from 'vitest';
import { readCounts } from '../../../../src/db/queries/records/service-counts.ts';
import { countRecords } from '../../../../src/domain/business/service-counts.ts';
import { importFiles } from '../../../../src/import/import-files.ts';
import { at, dataOf } from '../../../support/clients/graphql.ts';
import { FIDUCIARY_REQUEST } from '../../../support/clients/v4-bodies.ts';
import { businessLine, participant, writeLines } from '../../../support/data/imports.ts';
import { createTestPool } from '../../../support/database/test-pool.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../../support/gateway/callers.ts';
import { type Reply, useGateway } from '../../../support/gateway/gateway.ts';
import { countAnew } from '../../../support/probes/service-counts.ts';

const gateway = useGateway({ QUOTA_RECORDS: '10' }, { isServicePerTest: true });

async function count({ serviceId }: TestService = gateway.service): Promise<number> {
  const counts = await readCounts(gateway.db, serviceId);
  expect(counts).toEqual(await countAnew(gateway.db, serviceId));
  return countRecords(counts);
}

type Sent = { id: number; persons?: number; documents?: number; code?: string; key?: string };

/** A business of 1 record, with persons and documents of each, a record each. */
function inputOf({ id, persons = 0, documents = 0, code = 'C' }: Sent) {
  const participants = Array.from({ length: persons }, (_, place) => ({
    externalPersonId: id * 100 + place,
    personType: 'NATURAL_PERSON',
    name: 'Ana',
    requestedDocumentTypes: Array.from({ length: documents }, (_unused, type) => `T${type}`),
  }));
  return { externalId: id, code, participants };
}

async function upsert(sent: Sent, headers = gateway.service.headers): Promise<Reply> {
  const query = `mutation ($input: UpsertBusinessInput!) { upsertBusiness(input: $input) {
    __typename ... on UpsertBusinessPayload { business { databaseId } } } }`;
  const input = { ...inputOf(sent), idempotencyKey: sent.key };
  return await gateway.graphql(query, { input }, headers);
}

function expectRefusal(reply: Reply): void {
  expect(reply.status).toBe(507);
  expect(at(reply.body, 'errors', 0, 'extensions')).toEqual({
    code: 'QUOTA_EXCEEDED',
    code_message: 'quota_exceeded',
    quota: 'RECORDS',
  });
}

async function complete(reply: Reply): Promise<void> {
  const id = Number(at(dataOf(reply), 'upsertBusiness', 'business', 'databaseId'));
  const body = { delete_mode: 'all' };
  const done = await gateway.request('POST', `/api/v4/fiduciary/${id}/complete`, { body });
  expect(done.status).toBe(200);
}

describe('the quota of records', () => {
  it('takes its last record and none above it, and writes nothing of what it refuses', async () => {
    expect((await upsert({ id: 1, persons: 3, documents: 1 })).status).toBe(200);
    expectRefusal(await upsert({ id: 2, persons: 3 }));
    expect(await count()).toBe(7);
    expect((await upsert({ id: 2, persons: 2 })).status).toBe(200);
    expect(await count()).toBe(10);
    expectRefusal(await upsert({ id: 3 }));
    expectRefusal(await upsert({ id: 1, persons: 3, documents: 2 }));
    expect(await count()).toBe(10);
  });

  it('lets rows that are there be changed, and as many be added as are deleted', async () => {
    await upsert({ id: 1, persons: 9 });
    expect((await upsert({ id: 1, persons: 9, code: 'D' })).status).toBe(200);
    const query = `mutation ($input: UpsertBusinessInput!) { upsertBusiness(input: $input) {
      __typename } }`;
    const input = { ...inputOf({ id: 1, persons: 9 }), missingParticipants: 'DELETE' };
    const participants = input.participants.map((one, place) => ({
      ...one,
      externalPersonId: place < 4 ? 9_000 + place : one.externalPersonId,
    }));
    const reply = await gateway.graphql(query, { input: { ...input, participants } });
    expect(dataOf(reply)).toEqual({ upsertBusiness: { __typename: 'UpsertBusinessPayload' } });
    expect(await count()).toBe(10);
  });

  it('takes exactly as many of the businesses that come at once as it has room for', async () => {
    const sent = [1, 2, 3, 4, 5, 6].map((id) => ({ id, persons: 1, documents: 1 }));
    const replies = await Promise.all(sent.map(async (one) => await upsert(one)));
    const statuses = replies.map((reply) => reply.status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([200, 200, 200, 507, 507, 507]);
    expect(await count()).toBe(9);
  });

  it('is free again once a business is deleted, also for a request of the same key', async () => {
    const first = await upsert({ id: 1, persons: 9 });
    expectRefusal(await upsert({ id: 2, persons: 9, key: 'again' }));
    await complete(first);
    expect(await count()).toBe(0);
    expect((await upsert({ id: 2, persons: 9, key: 'again' })).status).toBe(200);
    expect(await count()).toBe(10);
  });

  it('refuses a batch as a whole on both wires', async () => {
    await upsert({ id: 1, persons: 5 });
    const query = `mutation ($input: UpsertBusinessesInput!) { upsertBusinesses(input: $input) {
      __typename } }`;
    const businesses = [2, 3, 4].map((id) => inputOf({ id, persons: 1 }));
    expectRefusal(await gateway.graphql(query, { input: { businesses } }));
    const body = {
      requests: [7, 8, 9].map((id_negocio) => ({ ...FIDUCIARY_REQUEST, id_negocio })),
    };
    const batch = await gateway.request('POST', '/api/v4/fiduciary/requests/batch', { body });
    const refusal = { status: 507, body: { success: false, code_message: 'quota_exceeded' } };
    expect(batch).toMatchObject(refusal);
    expect(await count()).toBe(6);
    const single = { ...FIDUCIARY_REQUEST, id_negocio: 7 };
    const one = await gateway.request('POST', '/api/v4/fiduciary/requests', { body: single });
    expect(one.status).toBe(200);
    const next = { ...FIDUCIARY_REQUEST, id_negocio: 8 };
    const two = await gateway.request('POST', '/api/v4/fiduciary/requests', { body: next });
    expect(two).toMatchObject(refusal);
    expect(await count()).toBe(10);
  });

  it('leaves another service its own', async () => {
    await upsert({ id: 1, persons: 9 });
    const { db } = gateway;
    const other = await createTestService(db, await createTestTokens(db));
    expect((await upsert({ id: 1, persons: 9 }, other.headers)).status).toBe(200);
    expect([await count(), await count(other)]).toEqual([10, 10]);
  });
});

const answersOf = (keys: string) => keys.split('').map((question) => ({ question, answer: 'x' }));

const importAnswers = async (keys: string) =>
  await gateway.request('POST', '/api/v4/quiz/answers/import/api', {
    body: {
      user_id: gateway.service.userId,
      templates: ['kyc'],
      combined_from: [],
      answers: answersOf(keys),
    },
  });

describe('answers', () => {
  const questions = ['a', 'b', 'c', 'd'].map((key) => ({ key, text: `${key}?` }));

  it('count as records, and those that are there may be changed', async () => {
    const template = { type: 'template', key: 'kyc', title: 'KYC', questions };
    await importLines([template]);
    await upsert({ id: 1, persons: 6 });
    expect((await importAnswers('ab')).status).toBe(200);
    expect(await importAnswers('cd')).toMatchObject({
      status: 507,
      body: { success: false, code_message: 'quota_exceeded' },
    });
    expect(await count()).toBe(9);
    expect((await importAnswers('abc')).status).toBe(200);
    expect((await importAnswers('abc')).status).toBe(200);
    expect(await count()).toBe(10);
  });
});

const QUOTAS = { records: 10, fileBytes: null, webhookMessages: null };

async function importLines(lines: object[], mode: 'store' | 'try' = 'store') {
  const pool = createTestPool(gateway.databaseUrl);
  try {
    const files = [await writeLines(lines)];
    const { service: serviceName } = gateway.service;
    return await importFiles({ pool, serviceName, files, mode, quotas: QUOTAS });
  } finally {
    await pool.end();
  }
}

const lineOf = (id_negocio: number, persons: number) =>
  businessLine({
    id_negocio,
    participantes: Array.from({ length: persons }, (_, place) =>
      participant({ id_persona: id_negocio * 100 + place }),
    ),
  });

describe('an import', () => {
  it('is refused as a whole, tried or not, and taken where it fits', async () => {
    await importLines([lineOf(1, 4)]);
    const refusal = 'the service would exceed its quota of 10 records (QUOTA_RECORDS)';
    await expect(importLines([lineOf(2, 4), lineOf(3, 0)])).rejects.toThrow(refusal);
    await expect(importLines([lineOf(2, 4), lineOf(3, 0)], 'try')).rejects.toThrow(refusal);
    expect(await count()).toBe(5);
    await importLines([lineOf(1, 4), lineOf(2, 4)]);
    expect(await count()).toBe(10);
    // The same again adds nothing.
    await importLines([lineOf(1, 4), lineOf(2, 4)]);
    expect(await count()).toBe(10);
  });
});
