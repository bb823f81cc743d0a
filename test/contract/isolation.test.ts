import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { publishEvents } from '../../src/db/queries/records/event-streams.ts';
import { createTestService, createTestTokens, type TestService } from '../support/callers.ts';
import { addDemoLists } from '../support/demo-lists.ts';
import {
  type BusinessSample,
  makeBusiness,
  makeParticipant,
  makeTemplate,
} from '../support/factories.ts';
import { useGateway } from '../support/gateway.ts';
import { at } from '../support/graphql.ts';
import { storeReport } from '../support/store-report.ts';
import { dumpTables } from '../support/tables.ts';
import { makeDocumentTarget, NO_DOCUMENT } from './document-target.ts';
import { makeFileTarget } from './file-target.ts';
import {
  NOBODY,
  PAIRS,
  THEIR_BUSINESS,
  THEIR_PARTICIPANT,
  THEIR_REPORT,
  THEIR_SCREENING,
  THEIR_USER,
  THEIR_WORD,
} from './isolation-pairs.ts';
import { QUERIES } from './isolation-queries.ts';
import { listSamples } from './samples.ts';
import { makeReportTarget } from './socioeconomic-target.ts';
import { addEndpoints, makeWebhookTarget, type WebhookTarget } from './webhook-target.ts';

// What is read too slowly here is queued, and would change rows in the middle of a test.
const gateway = useGateway({ WORKER: 'off' });

/** Two services with the very same ids, codes, keys and e-mails, that differ in one word of every text. */
let mine: TestService;
let theirs: TestService;
const MY_WORD = 'propio';
/** What both have besides. */
const COLLEAGUE = 8;

beforeAll(async () => await addDemoLists(gateway.databaseUrl));

async function makeServices(): Promise<void> {
  const tokens = await createTestTokens(gateway.db);
  mine = await createTestService(gateway.db, tokens);
  theirs = await createTestService(gateway.db, tokens);
  await fill(mine, MY_WORD);
  await fill(theirs, THEIR_WORD);
  for (const service of [mine, theirs]) await makeReportTarget(2, query.bind(null, service));
  await makeBusiness(gateway.db, theirs.serviceId, business(THEIR_WORD, THEIR_BUSINESS));
  await fillOnlyTheirs();
  await addScreenings();
  await storeReport(gateway.db, { ...theirs, participantId: 1, id: THEIR_REPORT });
  await leaveLooseRows();
  // Whoever subscribes first puts the events of all services in order, which changes nothing of what they say.
  while (await publishEvents(gateway.db));
  await gateway.db
    .insertInto('users')
    .values({ service_id: theirs.serviceId, id: THEIR_USER, email: `${THEIR_WORD}@example.test` })
    .execute();
}

/** A questionnaire that only the other service has, filled there by the user of the same id. */
async function fillOnlyTheirs(): Promise<void> {
  const { serviceId } = theirs;
  await makeTemplate(gateway.db, serviceId, { key: THEIR_WORD, questions: ['q1'] });
  const row = { service_id: serviceId, user_id: 1, template_key: THEIR_WORD };
  await gateway.db.insertInto('filled_questionnaires').values(row).execute();
}

/** One of each service, under the same id, and one that only the other has. */
async function addScreenings(): Promise<void> {
  const rows = [
    [mine.serviceId, 1, MY_WORD],
    [theirs.serviceId, 1, THEIR_WORD],
    [theirs.serviceId, THEIR_SCREENING, THEIR_WORD],
  ] as const;
  for (const [serviceId, id, name] of rows)
    await sql`
      insert into screenings (service_id, id, trigger, subject, lists, as_of, threshold, outcome, matches_count)
      overriding system value
      values (${serviceId}, ${id}, 'asked', ${JSON.stringify({ partyType: 'legal', name })}, '[]', '2025-01-31', 0.85, 'clear', 0)
    `.execute(gateway.db);
}

/** Here a person and a file of one participant; there, under the same ids, of none. */
async function leaveLooseRows(): Promise<void> {
  const { db } = gateway;
  const place = { serviceId: mine.serviceId, businessId: 1 };
  await makeParticipant(db, place, { personExternalId: 73, documents: [['INE', 33]] });
  const service_id = theirs.serviceId;
  await db.insertInto('persons').values({ service_id, id: 3, external_id: 73 }).execute();
  await db.insertInto('files').values({ service_id, id: 33 }).execute();
}

async function fill(service: TestService, word: string): Promise<void> {
  const { db } = gateway;
  await db
    .updateTable('users')
    .set({ email: 'user@example.test', given_name: word })
    .where('service_id', '=', service.serviceId)
    .execute();
  await db
    .insertInto('users')
    .values({
      service_id: service.serviceId,
      id: COLLEAGUE,
      email: 'b@example.test',
      given_name: word,
    })
    .execute();
  for (const index of [1, 2]) await makeBusiness(db, service.serviceId, business(word, index));
  for (const key of ['kyc', 'source'])
    await makeTemplate(db, service.serviceId, { key, questions: ['q1', 'q2'] });
  await addEndpoints(query.bind(null, service), word, service === theirs ? THEIR_BUSINESS : 2);
  await gateway.request('POST', '/api/v4/quiz/answers/import/api', {
    headers: service.headers,
    body: { user_id: 1, templates: ['source'], answers: [{ question: 'q1', answer: word }] },
  });
  await db
    .updateTable('questionnaire_templates')
    .set({ title: word })
    .where('service_id', '=', service.serviceId)
    .execute();
}

/** The same persons and files in each of a service's businesses and in both services. */
function business(word: string, index: number): BusinessSample {
  return {
    externalId: 9000 + index,
    code: `C-${index}`,
    name: word,
    responsibleUserId: 1,
    createdAt: new Date(Date.UTC(2026, 0, index)),
    participants: [
      { personExternalId: 71, name: word, email: `${word}@example.test`, documents: [['INE', 31]] },
      { personExternalId: 72, name: word, legalActFolio: word, documents: [['CSF', 32]] },
    ],
  };
}

function sendAs({ headers }: TestService): Parameters<typeof makeFileTarget>[1] {
  return async (method, path, body) =>
    (await gateway.request(method, path, { headers, body })).body;
}

async function query(service: TestService, document: string): Promise<unknown> {
  return (await gateway.graphql(document, {}, service.headers)).body;
}

/** All that a service can read of its own, on both wires. */
async function readAll(service: TestService): Promise<unknown[]> {
  const bodies: unknown[] = [];
  for (const document of QUERIES) bodies.push(await query(service, document));
  for (const id of [1, 2]) {
    const path = `/api/v4/business/detail?id=${id}`;
    bodies.push((await gateway.request('GET', path, { headers: service.headers })).body);
  }
  return bodies;
}

describe('what a service reads', () => {
  beforeAll(makeServices);

  it('is its own rows and nothing of another service, on both wires', async () => {
    for (const [service, own, foreign] of [
      [mine, MY_WORD, THEIR_WORD],
      [theirs, THEIR_WORD, MY_WORD],
    ] as const) {
      const bodies = (await readAll(service)).map((body) => JSON.stringify(body));
      expect(bodies.filter((body) => !body.includes(own))).toEqual([]);
      expect(bodies.filter((body) => body.includes(foreign))).toEqual([]);
    }
  });

  it('is counted over its own rows only, and a cursor of another service is refused', async () => {
    const page = '{ businesses(first: 1) { totalCount pageInfo { endCursor } nodes { name } } }';
    const first = await query(theirs, page);
    expect(at(first, 'data', 'businesses', 'totalCount')).toBe(3);
    const cursor = String(at(first, 'data', 'businesses', 'pageInfo', 'endCursor'));
    const counts =
      '{ business(by: { databaseId: 1 }) { participantCount participants { totalCount } } }';
    expect(at(await query(mine, counts), 'data', 'business')).toEqual({
      participantCount: 3,
      participants: { totalCount: 3 },
    });
    const rest = `{ businesses(after: "${cursor}") { totalCount nodes { databaseId name } } }`;
    const refused = await query(mine, rest);
    expect(at(refused, 'errors', 0, 'extensions', 'code')).toBe('VALIDATION_FAILED');
    expect(JSON.stringify(refused)).not.toContain(THEIR_WORD);
    expect(at(await query(mine, page), 'data', 'businesses', 'totalCount')).toBe(2);
  });
});

describe('a service', () => {
  beforeAll(makeServices);
  /** Of a business that no sample deletes, under the same ids in both services. */
  let files: Awaited<ReturnType<typeof makeFileTarget>>;
  let webhook: WebhookTarget;
  let document = NO_DOCUMENT;
  beforeAll(async () => {
    await makeFileTarget(3, sendAs(theirs));
    files = await makeFileTarget(3, sendAs(mine));
    await makeDocumentTarget(3, sendAs(theirs));
    document = await makeDocumentTarget(3, sendAs(mine));
    webhook = await makeWebhookTarget(gateway.db, mine.serviceId, query.bind(null, mine));
    while (await publishEvents(gateway.db));
  });

  it.each(listSamples())('changes nothing of another service by %s', async (_name, sample) => {
    const ids = {
      businessId: 1,
      // Who agrees is of a business that no sample deletes.
      participantId: sample.needsReport === true ? 3 : 1,
      personId: 71,
      receiptId: 1,
      userId: 1,
      screeningId: 1,
    };
    const before = await dumpTables(gateway.db, theirs.serviceId);
    const users = { email: 'user@example.test', colleagueId: COLLEAGUE };
    const reports = await makeReportTarget(3, query.bind(null, mine));
    const target = { ...ids, ...users, ...files, ...document, ...webhook, ...reports };
    const { method, path, body } = sample.request(target);
    const reply = await gateway.request(method, path, {
      headers: mine.headers,
      ...(body === undefined ? {} : { body }),
    });
    expect(reply.status).toBe(200);
    expect(JSON.stringify(reply.body)).not.toContain(THEIR_WORD);
    expect(await dumpTables(gateway.db, theirs.serviceId)).toEqual(before);
  });

  it('deletes all that it has without touching another service’s persons, files and rows', async () => {
    await makeServices();
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
    const body = { user_id: 1, templates: ['kyc'], combined_from: ['source'] };
    await gateway.request('POST', '/api/v4/quiz/answers/import/api', {
      headers: mine.headers,
      body,
    });
    const filled = await query(
      mine,
      '{ filledQuestionnaires(userId: 1) { key answers { answer } } }',
    );
    expect(at(filled, 'data', 'filledQuestionnaires', 0, 'answers')).toEqual([{ answer: MY_WORD }]);
  });
});

describe('what only another service has', () => {
  beforeAll(makeServices);

  it.each(PAIRS)('is exactly like what does not exist: %s', async (_name, ask) => {
    const before = await dumpTables(gateway.db, theirs.serviceId);
    const send = async (id: number) => {
      const { path, method = 'POST', body } = ask(id);
      const options = { headers: mine.headers, ...(body === undefined ? {} : { body }) };
      const { headers: _headers, ...reply } = await gateway.request(method, path, options);
      return reply;
    };
    expect(await send(THEIR_BUSINESS)).toEqual(await send(NOBODY));
    expect(await dumpTables(gateway.db, theirs.serviceId)).toEqual(before);
  });

  it('is there for the one that has it', async () => {
    const found = `business(by: { databaseId: ${THEIR_BUSINESS} }) { name }`;
    const participant = `participant(by: { databaseId: ${THEIR_PARTICIPANT} }) { name }`;
    const body = await query(theirs, `{ ${found} ${participant} }`);
    const own = { name: THEIR_WORD };
    expect(body).toEqual({ data: { business: own, participant: own } });
  });
});
