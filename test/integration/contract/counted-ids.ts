import { sql } from 'kysely';
import type { Db } from '../../../src/db/client.ts';
import { at } from '../../support/clients/graphql.ts';
import { makeReportTarget } from './socioeconomic-target.ts';
import type { Target } from './target.ts';

type Ask = (query: string) => Promise<unknown>;
type Place = { documentId: number; endpointId: number; participantId: number };

/** Does once what makes a row of each kind that callers know by a number of its own, and returns those numbers. */
export async function makeOneOfEach(
  ask: Ask,
  { documentId, endpointId, participantId }: Place,
): Promise<Record<string, number>> {
  const made = await ask(`mutation {
    screen(input: { person: { rfc: "CIE150318QX5" } }) {
      ... on ScreenPayload { screening { databaseId } } }
    extractDocument(input: { file: { databaseId: ${documentId} }, waitMs: 0 }) {
      ... on ExtractDocumentPayload { extraction { databaseId } } }
    testWebhookEndpoint(input: { endpointId: ${endpointId} }) {
      ... on TestWebhookEndpointPayload { delivery { databaseId } } } }`);
  const { consentId, reportId } = await makeReportTarget(participantId, ask);
  return {
    screening: Number(at(made, 'data', 'screen', 'screening', 'databaseId')),
    extraction: Number(at(made, 'data', 'extractDocument', 'extraction', 'databaseId')),
    delivery: Number(at(made, 'data', 'testWebhookEndpoint', 'delivery', 'databaseId')),
    consent: consentId,
    report: reportId,
  };
}

const TABLES = {
  screeningId: 'screenings',
  fileId: 'files',
  documentId: 'files',
  extractionId: 'extractions',
  endpointId: 'webhook_endpoints',
  deliveryId: 'webhook_deliveries',
  consentId: 'consents',
  reportId: 'socioeconomic_reports',
} as const satisfies Partial<Record<keyof Target, string>>;

/** The ids of a target that a service has nothing of; 0 names nothing. */
export async function listMissing(
  db: Db,
  serviceId: number,
  target: Pick<Target, keyof typeof TABLES>,
): Promise<string[]> {
  const parts = Object.entries(TABLES).map(
    ([name, table]) => sql`select ${sql.lit(name)} as name, exists (
      select from ${sql.table(table)} where service_id = ${serviceId} and id = wanted.id
    ) as "isThere" from (select ${sql.lit(idOf(target, name))}::bigint as id) wanted where wanted.id > 0`,
  );
  const all = sql<{ name: string; isThere: boolean }>`${sql.join(parts, sql` union all `)}`;
  const { rows } = await all.execute(db);
  return rows.flatMap(({ name, isThere }) => (isThere ? [] : [name]));
}

function idOf(target: object, name: string): number {
  return Number(new Map(Object.entries(target)).get(name));
}
