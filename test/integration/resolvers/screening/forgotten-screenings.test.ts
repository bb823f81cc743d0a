import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readCounts } from '../../../../src/db/queries/records/service-counts.ts';
import { saveReport } from '../../../../src/db/queries/screening/reports.ts';
import { completeBusiness } from '../../../../src/resolvers/completion/complete-business.ts';
import { resolvePersonMatches } from '../../../../src/resolvers/matches/resolve-person-matches.ts';
import { listChain, verifyReceipts } from '../../../../src/resolvers/receipts/verify-receipts.ts';
import { upsertBusiness } from '../../../../src/resolvers/upsert/upsert-business.ts';
import type { UpsertBusinessInput } from '../../../../src/resolvers/upsert/write-inputs.ts';
import { businessLine, importLines, participant } from '../../../support/data/imports.ts';
import { screenAll, switchOn } from '../../../support/data/living-screening.ts';
import { loadSatList, makeSat69List } from '../../../support/data/sat-lists.ts';
import { storeReport } from '../../../support/data/store-report.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { dumpTables } from '../../../support/database/tables.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../../support/gateway/callers.ts';
import { createTestContext } from '../../../support/gateway/context.ts';
import { countAnew } from '../../../support/probes/service-counts.ts';

const database = useDatabase();
let service: TestService;
let other: TestService;
let businessId = 0;

const NAME = 'COMERCIALIZADORA IMAGINARIA DEL ESTE';
/** What there is of somebody who was screened, and reported on, each with the column of whom it is. */
const TABLES = [
  'screenings',
  'screening_matches',
  'screening_reports',
  'screening_queue',
  'participant_matches',
  'match_findings',
  'match_resolutions',
  'match_whitelist',
  'consents',
  'socioeconomic_reports',
] as const;

beforeAll(async () => {
  const list = makeSat69List([['CIE150318QX5', `${NAME} SA DE CV`]]);
  await loadSatList(database.url, { code: 'sat69-exigibles', list }, { asOf: '2024-01-31' });
});

/** With a folio the first, without one the second; both found, the matches of both decided, both changed since. */
function inputOf(name: string, missing: 'keep' | 'delete', persons = [1, 2]): UpsertBusinessInput {
  return {
    externalId: 1,
    code: 'A',
    participants: persons.map((externalPersonId) => ({
      externalPersonId,
      personType: 'legal',
      name,
      legalActFolio: externalPersonId === 1 ? 'F-1' : null,
      requestedDocumentTypes: [],
    })),
    missingParticipants: missing,
    missingDocuments: 'keep',
  };
}

async function fill(of: TestService): Promise<number> {
  const { db } = database;
  const ctx = await createTestContext(db, of);
  await switchOn(db, of.serviceId);
  const { business } = await upsertBusiness(ctx, inputOf(NAME, 'keep'));
  await screenAll(db, of.serviceId);
  for (const externalPersonId of [1, 2])
    await resolvePersonMatches(ctx, {
      externalPersonId,
      verdict: 'false_positive',
      reason: 'homonym',
    });
  const screenings = db
    .selectFrom('screenings')
    .select('id')
    .where('service_id', '=', of.serviceId);
  for (const { id } of await screenings.execute())
    await saveReport(db, {
      serviceId: of.serviceId,
      screeningId: id,
      format: 'json',
      businessCode: 'A',
      sha256: '00',
      signature: 'signed',
      fileId: null,
      contentSha256: null,
      kid: 'key',
      publicJwk: {},
    });
  await upsertBusiness(ctx, inputOf(`${NAME} SA`, 'keep'));
  const { serviceId, userId } = of;
  const participants = db.selectFrom('participants').select('id');
  for (const { id } of await participants.where('service_id', '=', serviceId).execute())
    await storeReport(db, { serviceId, userId, participantId: id, id });
  return business.id;
}

async function countRows(of: TestService): Promise<Record<string, number>> {
  const counts = TABLES.map(
    (table) => sql`select ${table} as table, count(*)::integer as count from ${sql.table(table)}
      where service_id = ${of.serviceId}`,
  );
  const all = sql<{ table: string; count: number }>`${sql.join(counts, sql` union all `)}`;
  const { rows } = await all.execute(database.db);
  return Object.fromEntries(rows.map((row) => [row.table, row.count]));
}

const each = (count: number): Record<string, number> =>
  Object.fromEntries(TABLES.map((table) => [table, count]));

beforeEach(async () => {
  const tokens = await createTestTokens(database.db);
  service = await createTestService(database.db, tokens);
  other = await createTestService(database.db, tokens);
  businessId = await fill(service);
  await fill(other);
});

async function complete(deleteMode: 'all' | 'with_folio' | 'without_folio'): Promise<void> {
  const ctx = await createTestContext(database.db, service);
  await completeBusiness(ctx, { business: { databaseId: businessId }, deleteMode });
}

async function upsertWithout(): Promise<void> {
  const ctx = await createTestContext(database.db, service);
  await upsertBusiness(ctx, inputOf(`${NAME} SA`, 'delete', [2]));
}

async function importWithout(): Promise<void> {
  const stays = participant({ id_persona: 2, tipo_per: 'MOR', nombre: `${NAME} SA` });
  const line = businessLine({ id_negocio: 1, cod_negocio: 'A', participantes: [stays] });
  await importLines(database, { name: service.service, serviceId: service.serviceId }, [line]);
}

/** What the receipts count; an import, an operator's, leaves none. */
async function listReceipts(): Promise<object[]> {
  const receipts: object[] = [];
  for await (const one of listChain(database.db, { service: service.service, after: 0 }))
    receipts.push({ participants: one.deletedParticipantCount, ...one.deletedScreeningCounts });
  return receipts;
}

describe('what was found of a participant', () => {
  it.each([
    ['a completion that deletes all', 0, async () => await complete('all')],
    ['a completion of those with a folio', 1, async () => await complete('with_folio')],
    ['a completion of those without', 1, async () => await complete('without_folio')],
    ['an upsert that leaves it out', 1, upsertWithout],
    ['an import that leaves it out', 1, importWithout],
  ])('goes with it by %s, and of another service nothing does', async (_what, left, remove) => {
    expect([await countRows(service), await countRows(other)]).toEqual([each(2), each(2)]);
    const before = await dumpTables(database.db, other.serviceId);
    await remove();
    expect(await countRows(service)).toEqual(each(left));
    const after = await dumpTables(database.db, other.serviceId);
    const gone = 2 - left;
    const counted = { participants: gone, matches: gone, screenings: gone, reports: 2 * gone };
    expect(await listReceipts()).toEqual(remove === importWithout ? [] : [counted]);
    const input = { service: service.service, known: [] };
    expect(await verifyReceipts(database.db, input)).toMatchObject({ fault: undefined });
    for (const table of TABLES) expect([table, after[table]]).toEqual([table, before[table]]);
    const { db } = database;
    expect(await readCounts(db, service.serviceId)).toEqual(await countAnew(db, service.serviceId));
  });
});
