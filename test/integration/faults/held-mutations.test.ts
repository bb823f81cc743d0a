import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../../src/schema/index.ts';
import { at, dataOf } from '../../support/clients/graphql.ts';
import { addDemoLists, prepareDemoLists } from '../../support/data/demo-lists.ts';
import { makeBusiness, makeTemplate } from '../../support/data/factories.ts';
import { makeScreening } from '../../support/data/make-screening.ts';
import { useDatabase } from '../../support/database/database.ts';
import { addTestUser } from '../../support/gateway/callers.ts';
import { type OpenGateway, openGateway } from '../../support/gateway/open-gateway.ts';
import { makeDocumentTarget } from '../contract/document-target.ts';
import { SENT_FILE } from '../contract/file-samples.ts';
import { MUTATION_SAMPLES, type Target } from '../contract/samples.ts';
import { makeReportTarget } from '../contract/socioeconomic-target.ts';
import { makeWebhookTarget } from '../contract/webhook-target.ts';

const database = useDatabase(prepareDemoLists);
let gateway: OpenGateway;
let target: Target;

beforeAll(async () => {
  gateway = await openGateway(database.url, { LOCK_TIMEOUT_MS: '200' });
  const { db, service } = gateway;
  await addDemoLists(database.url);
  await makeTemplate(db, service.serviceId, { key: 'kyc', questions: ['q1'] });
  const made = await makeBusiness(db, service.serviceId, {
    participants: [{ documents: [['INE', null]], hasPendingMatches: true }],
  });
  const participantId = made.participantIds[0] ?? 0;
  const ask = async (query: string) => (await gateway.graphql(query)).body;
  const paths = { readPath: '', writePath: '', receiptId: 0, screeningId: 0 };
  target = {
    ...paths,
    businessId: made.id,
    participantId,
    personId: 500_000 + participantId,
    userId: service.userId,
    email: service.email,
    colleagueId: (await addTestUser(db, service.serviceId)).userId,
    fileId: await sendFile(),
    screeningId: (await makeScreening(db, service.serviceId)).id,
    ...(await makeDocumentTarget(participantId, {
      db,
      service,
      send: async (method, path, body) => (await gateway.request(method, path, body)).body,
    })),
    ...(await makeWebhookTarget(db, service.serviceId, ask)),
    ...(await makeReportTarget(participantId, ask)),
  };
});
afterAll(async () => await gateway.close());

/** A file whose bytes have come and which is not completed. */
async function sendFile(): Promise<number> {
  const announced = await gateway.graphql(`mutation { result: createFileUpload(input: {
    fileName: "a.csv", mediaType: "text/csv", byteCount: ${SENT_FILE.length} }) {
      ... on CreateFileUploadPayload { uploadUrl file { databaseId } } } }`);
  const url = `${gateway.url}${String(at(announced.body, 'data', 'result', 'uploadUrl'))}`;
  expect((await fetch(url, { method: 'PUT', body: SENT_FILE })).status).toBe(200);
  return Number(at(announced.body, 'data', 'result', 'file', 'databaseId'));
}

const MUTATIONS = Object.entries(MUTATION_SAMPLES);

/** What a mutation's sample is answered, in the words that every failure has. */
async function outcomeOf([name, { document }]: (typeof MUTATIONS)[number]): Promise<unknown> {
  const text = document(target).replace(
    '... on NotAuthorizedError { requiredScope }',
    '... on UserError { code } ... on IdempotencyError { retryable }',
  );
  return [name, at(dataOf(await gateway.graphql(text)), name)];
}

describe('a mutation that waits longer than the lock time-out', () => {
  it('says so in its result, whichever of the graph it is, and may be sent again', async () => {
    const names = MUTATIONS.map(([name]) => name);
    expect(names.toSorted()).toEqual(
      Object.keys(schema.getMutationType()?.getFields() ?? {}).toSorted(),
    );
    const client = await database.pool.connect();
    // Each of them records what it did, or holds the user whom it may leave as it is.
    await client.query('begin; lock table audit_events, users in exclusive mode');
    const outcomes = await Promise.all(MUTATIONS.map(outcomeOf));
    await client.query('rollback');
    client.release();
    const held = { code: 'OPERATION_IN_PROGRESS', retryable: true };
    const refused = { __typename: 'IdempotencyError', ...held };
    expect(outcomes).toEqual(names.map((name) => [name, refused]));
    for (const one of MUTATIONS)
      expect(await outcomeOf(one)).not.toEqual([one[0], expect.objectContaining(held)]);
  });
});
