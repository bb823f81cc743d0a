import { beforeAll, describe, expect, it } from 'vitest';
import { publishEvents } from '../../../src/db/queries/records/event-streams.ts';
import { at } from '../../support/clients/graphql.ts';
import { addDemoLists } from '../../support/data/demo-lists.ts';
import { digestTables, dumpTables } from '../../support/database/tables.ts';
import type { TestService } from '../../support/gateway/callers.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { findSharedIds, markSharedIds } from '../../support/probes/shared-ids.ts';
import { listMissing, makeOneOfEach } from './counted-ids.ts';
import { makeDocumentTarget, NO_DOCUMENT } from './document-target.ts';
import { makeFileTarget } from './file-target.ts';
import { NOBODY, PAIRS, THEIR_BUSINESS, THEIR_PARTICIPANT, THEIR_WORD } from './isolation-pairs.ts';
import { QUERIES } from './isolation-queries.ts';
import {
  addSameIds,
  addScreening,
  COLLEAGUE,
  MY_WORD,
  makeServices,
  query,
  type Services,
} from './isolation-services.ts';
import { listSamples } from './samples.ts';
import { makeReportTarget, NO_REPORT } from './socioeconomic-target.ts';
import {
  addDelivery,
  addEndpoint,
  makeWebhookTarget,
  type WebhookTarget,
} from './webhook-target.ts';

// What is read too slowly here is queued, and would change rows in the middle of a test.
const gateway = useGateway({ WORKER: 'off' });

/** Over a hundred requests, on a machine that may do other things besides. */
const MAKING_MS = 120_000;

beforeAll(async () => {
  await markSharedIds(gateway.db);
  await addDemoLists(gateway.databaseUrl);
});

function sendAs({ headers }: TestService): Parameters<typeof makeFileTarget>[1] {
  return async (method, path, body) =>
    (await gateway.request(method, path, { headers, body })).body;
}

function asking(service: TestService): (document: string) => Promise<unknown> {
  return async (document) => await query(gateway, service, document);
}

const UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/;

/** What an audit event is known by, and how long its cursor is. */
function shapeOf(edge: unknown): string {
  return String([
    Buffer.from(String(at(edge, 'node', 'id')), 'base64url')
      .toString()
      .replace(UUID, 'UUID'),
    String(at(edge, 'cursor')).length,
  ]);
}

/** All that a service can read of its own, on both wires. */
async function readAll(service: TestService): Promise<unknown[]> {
  const bodies: unknown[] = [];
  for (const document of QUERIES) bodies.push(await query(gateway, service, document));
  for (const id of [1, 2]) {
    const path = `/api/v4/business/detail?id=${id}`;
    bodies.push((await gateway.request('GET', path, { headers: service.headers })).body);
  }
  return bodies;
}

describe('what a service reads', () => {
  let services: Services;
  beforeAll(async () => {
    services = await makeServices(gateway);
  }, MAKING_MS);

  it('is its own rows and nothing of another service, on both wires', async () => {
    const { mine, theirs } = services;
    for (const [service, own, foreign] of [
      [mine, MY_WORD, THEIR_WORD],
      [theirs, THEIR_WORD, MY_WORD],
    ] as const) {
      const bodies = (await readAll(service)).map((body) => JSON.stringify(body));
      expect(bodies.filter((body) => !body.includes(own))).toEqual([]);
      expect(bodies.filter((body) => body.includes(foreign))).toEqual([]);
      expect(bodies.flatMap(findSharedIds)).toEqual([]);
    }
  });

  it('is counted over its own rows only, and a cursor of another service is refused', async () => {
    const { mine, theirs } = services;
    const page = '{ businesses(first: 1) { totalCount pageInfo { endCursor } nodes { name } } }';
    const first = await query(gateway, theirs, page);
    expect(at(first, 'data', 'businesses', 'totalCount')).toBe(3);
    const cursor = String(at(first, 'data', 'businesses', 'pageInfo', 'endCursor'));
    const counts =
      '{ business(by: { databaseId: 1 }) { participantCount participants { totalCount } } }';
    expect(at(await query(gateway, mine, counts), 'data', 'business')).toEqual({
      participantCount: 3,
      participants: { totalCount: 3 },
    });
    const rest = `{ businesses(after: "${cursor}") { totalCount nodes { databaseId name } } }`;
    const refused = await query(gateway, mine, rest);
    expect(at(refused, 'errors', 0, 'extensions', 'code')).toBe('VALIDATION_FAILED');
    expect(JSON.stringify(refused)).not.toContain(THEIR_WORD);
    expect(at(await query(gateway, mine, page), 'data', 'businesses', 'totalCount')).toBe(2);
  });
});

describe('a service', () => {
  let services: Services;
  /** Of a business that no sample deletes, under the same ids in both services. */
  let files: Awaited<ReturnType<typeof makeFileTarget>>;
  let webhook: WebhookTarget;
  let document = NO_DOCUMENT;
  /** The same of the other service. */
  let theirDocument = NO_DOCUMENT;
  beforeAll(async () => {
    services = await makeServices(gateway);
    const { mine, theirs } = services;
    await makeFileTarget(3, sendAs(theirs));
    files = await makeFileTarget(3, sendAs(mine));
    const documentOf = async (service: TestService) =>
      await makeDocumentTarget(3, { db: gateway.db, service, send: sendAs(service) });
    theirDocument = await documentOf(theirs);
    document = await documentOf(mine);
    webhook = await makeWebhookTarget(gateway.db, mine.serviceId, asking(mine));
    await addDelivery(asking(theirs), THEIR_BUSINESS);
    await addSameIds(gateway.db, { ...theirs, ...document });
    while (await publishEvents(gateway.db));
  }, MAKING_MS);

  it.each(listSamples())('changes nothing of another service by %s', async (_name, sample) => {
    const { mine, theirs } = services;
    const ids = {
      businessId: 1,
      // Who agrees is of a business that no sample deletes.
      participantId: sample.needsReport === true ? 3 : 1,
      personId: 71,
      receiptId: 1,
      userId: 1,
      screeningId: 1,
    };
    // Another sample deletes it.
    await addScreening(gateway.db, mine.serviceId, { id: ids.screeningId, name: MY_WORD });
    const before = await digestTables(gateway.db, theirs.serviceId);
    const users = { email: 'user@example.test', colleagueId: COLLEAGUE };
    const reports =
      sample.needsReport === true ? await makeReportTarget(3, asking(mine)) : NO_REPORT;
    const target = { ...ids, ...users, ...files, ...document, ...webhook, ...reports };
    expect(await listMissing(gateway.db, theirs.serviceId, target)).toEqual([]);
    const { method, path, body } = sample.request(target);
    const reply = await gateway.request(method, path, {
      headers: sample.isForKeys ? mine.keyHeaders : mine.headers,
      ...(body === undefined ? {} : { body }),
    });
    expect(reply.status).toBe(200);
    expect(JSON.stringify(reply.body)).not.toContain(THEIR_WORD);
    expect(findSharedIds(JSON.stringify(reply))).toEqual([]);
    expect(await digestTables(gateway.db, theirs.serviceId)).toEqual(before);
  });

  it('counts nothing of another service: between two of its own its ids go up by one', async () => {
    const { mine, theirs } = services;
    const place = { ...document, participantId: 3 };
    const theirPlace = { ...place, ...theirDocument, endpointId: THEIR_BUSINESS };
    const endpointId = await addEndpoint(asking(mine), 'https://hooks.example/c');
    const makeMine = async () => await makeOneOfEach(asking(mine), { ...place, endpointId });
    const first = await makeMine();
    for (let turn = 0; turn < 3; turn += 1) await makeOneOfEach(asking(theirs), theirPlace);
    const next = Object.entries(first).map(([kind, id]) => [kind, id + 1]);
    expect(await makeMine()).toEqual(Object.fromEntries(next));
    const page = '{ auditEvents(first: 100) { edges { cursor node { id } } } }';
    const listed = await query(gateway, mine, page);
    const edges = at(listed, 'data', 'auditEvents', 'edges');
    expect(new Set((Array.isArray(edges) ? edges : []).map((edge) => shapeOf(edge)))).toEqual(
      new Set(['AuditEvent:UUID,86']),
    );
  });

  it('deletes all that it has without touching another service’s persons, files and rows', async () => {
    const { mine, theirs } = await makeServices(gateway);
    const read = await readAll(theirs);
    const before = await dumpTables(gateway.db, theirs.serviceId);
    for (const delete_mode of ['', 'juridical_only', 'all'])
      for (const id of [1, 2]) {
        const options = { headers: mine.headers, body: { delete_mode } };
        await gateway.request('POST', `/api/v4/fiduciary/${id}/complete`, options);
      }
    const after = await dumpTables(gateway.db, mine.serviceId);
    expect([after['businesses'], after['persons'], after['files']]).toEqual([[], [], []]);
    expect(await dumpTables(gateway.db, theirs.serviceId)).toEqual(before);
    expect(await readAll(theirs)).toEqual(read);
  });

  it('combines no answers of another service’s user', async () => {
    const { mine } = await makeServices(gateway);
    const body = { user_id: 1, templates: ['kyc'], combined_from: ['source'] };
    await gateway.request('POST', '/api/v4/quiz/answers/import/api', {
      headers: mine.headers,
      body,
    });
    const filled = await query(
      gateway,
      mine,
      '{ filledQuestionnaires(userId: 1) { key answers { answer } } }',
    );
    expect(at(filled, 'data', 'filledQuestionnaires', 0, 'answers')).toEqual([{ answer: MY_WORD }]);
  });
});

describe('what only another service has', () => {
  let services: Services;
  beforeAll(async () => {
    services = await makeServices(gateway);
  }, MAKING_MS);

  it.each(PAIRS)('is exactly like what does not exist: %s', async (_name, ask) => {
    const { mine, theirs } = services;
    const before = await digestTables(gateway.db, theirs.serviceId);
    const send = async (id: number) => {
      const { path, method = 'POST', body } = ask(id);
      const options = { headers: mine.headers, ...(body === undefined ? {} : { body }) };
      const { headers: _headers, ...reply } = await gateway.request(method, path, options);
      return reply;
    };
    expect(await send(THEIR_BUSINESS)).toEqual(await send(NOBODY));
    expect(await digestTables(gateway.db, theirs.serviceId)).toEqual(before);
  });

  it('is there for the one that has it', async () => {
    const { theirs } = services;
    const found = `business(by: { databaseId: ${THEIR_BUSINESS} }) { name }`;
    const participant = `participant(by: { databaseId: ${THEIR_PARTICIPANT} }) { name }`;
    const body = await query(gateway, theirs, `{ ${found} ${participant} }`);
    const own = { name: THEIR_WORD };
    expect(body).toEqual({ data: { business: own, participant: own } });
  });
});
