import { sql } from 'kysely';
import type { Db } from '../../../src/db/client.ts';
import { publishEvents } from '../../../src/db/queries/records/event-streams.ts';
import { raiseLastId } from '../../../src/db/queries/records/id-counters.ts';
import {
  type BusinessSample,
  makeBusiness,
  makeParticipant,
  makeTemplate,
} from '../../support/data/factories.ts';
import { storeReport } from '../../support/data/store-report.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../support/gateway/callers.ts';
import type { useGateway } from '../../support/gateway/gateway.ts';
import {
  THEIR_BUSINESS,
  THEIR_REPORT,
  THEIR_SCREENING,
  THEIR_USER,
  THEIR_WORD,
} from './isolation-pairs.ts';
import { makeReportTarget } from './socioeconomic-target.ts';
import { addEndpoints } from './webhook-target.ts';

type Gateway = ReturnType<typeof useGateway>;
export type Services = { mine: TestService; theirs: TestService };

export const MY_WORD = 'propio';
/** What both have besides. */
export const COLLEAGUE = 8;

/**
 * Two services with the very same ids, codes, keys and e-mails, that differ in one word of every text. Made anew for each
 * who asks: what a hook leaves behind that was given up is then of services that nobody looks at any more.
 */
export async function makeServices(gateway: Gateway): Promise<Services> {
  const { db } = gateway;
  const tokens = await createTestTokens(db);
  const mine = await createTestService(db, tokens);
  const theirs = await createTestService(db, tokens);
  await fill(gateway, mine, { word: MY_WORD, endpoints: 2 });
  await fill(gateway, theirs, { word: THEIR_WORD, endpoints: THEIR_BUSINESS });
  for (const service of [mine, theirs])
    await makeReportTarget(2, async (document) => await query(gateway, service, document));
  await makeBusiness(db, theirs.serviceId, business(THEIR_WORD, THEIR_BUSINESS));
  await fillOnlyTheirs(db, theirs);
  await addScreenings(db, { mine, theirs });
  await storeReport(db, { ...theirs, participantId: 1, id: THEIR_REPORT });
  await addOnlyTheirs(db, theirs);
  await leaveLooseRows(db, { mine, theirs });
  // Whoever subscribes first puts the events of all services in order, which changes nothing of what they say.
  while (await publishEvents(db));
  await db
    .insertInto('users')
    .values({ service_id: theirs.serviceId, id: THEIR_USER, email: `${THEIR_WORD}@example.test` })
    .execute();
  return { mine, theirs };
}

/** A questionnaire that only the other service has, filled there by the user of the same id. */
async function fillOnlyTheirs(db: Db, { serviceId }: TestService): Promise<void> {
  await makeTemplate(db, serviceId, { key: THEIR_WORD, questions: ['q1'] });
  const row = { service_id: serviceId, user_id: 1, template_key: THEIR_WORD };
  await db.insertInto('filled_questionnaires').values(row).execute();
}

/** One of each service, under the same id, and one that only the other has. */
async function addScreenings(db: Db, { mine, theirs }: Services): Promise<void> {
  const rows = [
    [mine.serviceId, 1, MY_WORD],
    [theirs.serviceId, 1, THEIR_WORD],
    [theirs.serviceId, THEIR_SCREENING, THEIR_WORD],
  ] as const;
  for (const [serviceId, id, name] of rows) await addScreening(db, serviceId, { id, name });
  for (const { serviceId } of [mine, theirs])
    await raiseLastId(db, { serviceId, kind: 'screening', lastId: 1 });
}

/** Stores a screening with that id, unless the service has it. */
export async function addScreening(
  db: Db,
  serviceId: number,
  { id, name }: { id: number; name: string },
): Promise<void> {
  await sql`
    insert into screenings (service_id, id, trigger, subject, lists, as_of, threshold, outcome, matches_count)
    overriding system value
    values (${serviceId}, ${id}, 'asked', ${JSON.stringify({ partyType: 'legal', name })}, '[]', '2025-01-31', 0.85, 'clear', 0)
    on conflict do nothing
  `.execute(db);
}

/** A reading of a file and a delivery to an endpoint, under ids that nothing of the other service has. */
async function addOnlyTheirs(db: Db, { serviceId }: TestService): Promise<void> {
  await sql`
    insert into extractions (service_id, id, file_id, status) overriding system value
    values (${serviceId}, ${THEIR_REPORT}, 31, 'queued')
  `.execute(db);
  await sql`
    insert into webhook_deliveries (service_id, id, endpoint_id, message_id, type, lane, body)
    overriding system value
    values (${serviceId}, ${THEIR_REPORT}, ${THEIR_BUSINESS}, ${THEIR_WORD}, 'webhook.test', ${THEIR_WORD}, '{}')
  `.execute(db);
}

const REPORTS = 20;

/** Has a service hold what another makes meanwhile under the same ids: consents, reports, and a reading, which may be its second. */
export async function addSameIds(
  db: Db,
  { extractionId, ...theirs }: TestService & { extractionId: number },
): Promise<void> {
  for (let id = 2; id <= REPORTS; id += 1)
    await storeReport(db, { ...theirs, participantId: 3, id });
  await sql`
    insert into extractions (service_id, id, file_id, status) overriding system value
    values (${theirs.serviceId}, ${extractionId}, 31, 'queued') on conflict do nothing
  `.execute(db);
  const { serviceId } = theirs;
  await raiseLastId(db, { serviceId, kind: 'extraction', lastId: extractionId });
}

/** Here a person and a file of one participant; there, under the same ids, of none. */
async function leaveLooseRows(db: Db, { mine, theirs }: Services): Promise<void> {
  const place = { serviceId: mine.serviceId, businessId: 1 };
  await makeParticipant(db, place, { personExternalId: 73, documents: [['INE', 33]] });
  const service_id = theirs.serviceId;
  await db.insertInto('persons').values({ service_id, id: 3, external_id: 73 }).execute();
  await db.insertInto('files').values({ service_id, id: 33 }).execute();
}

async function fill(
  gateway: Gateway,
  service: TestService,
  { word, endpoints }: { word: string; endpoints: number },
): Promise<void> {
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
  const ask = async (document: string) => await query(gateway, service, document);
  await addEndpoints(ask, word, endpoints);
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

/** What a document answers to a service. */
export async function query(
  gateway: Gateway,
  service: TestService,
  document: string,
): Promise<unknown> {
  return (await gateway.graphql(document, {}, service.headers)).body;
}
