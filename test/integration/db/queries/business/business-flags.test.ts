import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  refreshFlags,
  touchBusiness,
} from '../../../../../src/db/queries/business/business-flags.ts';
import { lockBusiness } from '../../../../../src/db/queries/business/businesses.ts';
import { runInTransaction } from '../../../../../src/db/transaction.ts';
import { DELETE_MODES } from '../../../../../src/domain/business/completion.ts';
import { listParticipants } from '../../../../../src/resolvers/business/list-participants.ts';
import { completeBusiness } from '../../../../../src/resolvers/completion/complete-business.ts';
import { attachDocument } from '../../../../../src/resolvers/files/attach-document.ts';
import { resolveParticipantMatches } from '../../../../../src/resolvers/matches/resolve-participant-matches.ts';
import { upsertBusiness } from '../../../../../src/resolvers/upsert/upsert-business.ts';
import { makeBusiness, type ParticipantSample } from '../../../../support/data/factories.ts';
import { businessLine, importLines, participant } from '../../../../support/data/imports.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../../../support/gateway/callers.ts';
import { createTestContext } from '../../../../support/gateway/context.ts';
import { listWrongFlags } from '../../../../support/probes/flags.ts';

const database = useDatabase();
let service: TestService;

beforeEach(async () => {
  service = await createTestService(database.db, await createTestTokens(database.db));
});

async function readFlags(id: number) {
  expect(await listWrongFlags(database.db)).toEqual([]);
  const row = await database.db
    .selectFrom('businesses')
    .select(['has_pending_matches', 'has_missing_documents', 'version'])
    .where('service_id', '=', service.serviceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { ...row };
}

const PENDING: ParticipantSample = { hasPendingMatches: true, legalActFolio: 'F-1' };
const MISSING: ParticipantSample = { documents: [['INE', null]] };

const bothAre = (is: boolean) => ({ has_pending_matches: is, has_missing_documents: is });

/** Parts of an import's lines. */
const pending = { match_resolution_pending: true };
const documents = (...ids: (number | null)[]) => ({
  tipo_doctos: ids.map((id) => ({ cod_tipo_docto: 'INE', id_descarga: id })),
});
const line = (id: number, ...participantes: object[]) =>
  businessLine({ id, id_negocio: id, cod_negocio: 'N', business_name: 'N', participantes });

const person = (externalPersonId: number, requestedDocumentTypes: string[]) => ({
  externalPersonId,
  personType: 'natural' as const,
  name: 'Ana',
  requestedDocumentTypes,
});

function rowWithoutXmin(row = ''): string {
  return row.replace(/ \d+/, '');
}

describe('the flags of a business', () => {
  it.each([
    ['without_folio', { has_pending_matches: true, has_missing_documents: false, version: 2 }],
    ['with_folio', { has_pending_matches: false, has_missing_documents: true, version: 2 }],
    ['all', undefined],
  ] as const)('are right after a completion %s', async (deleteMode, expected) => {
    expect(DELETE_MODES).toContain(deleteMode);
    const ctx = await createTestContext(database.db, service);
    const participants = [PENDING, MISSING, {}];
    const { id } = await makeBusiness(database.db, service.serviceId, { participants });
    expect(await readFlags(id)).toMatchObject({
      has_pending_matches: true,
      has_missing_documents: true,
    });
    await completeBusiness(ctx, { business: { databaseId: id }, deleteMode });
    expect(await readFlags(id)).toEqual(expected);
  });

  it('are right after an import of new businesses, and of others in their place', async () => {
    const target = { name: service.service, serviceId: service.serviceId };
    const one = participant(documents(1, null));
    const two = participant({ ...pending, ...documents(2) });
    const lines = [
      line(1),
      line(2, participant(), one),
      line(3, two),
      line(4, { ...one, ...pending }),
    ];
    await importLines(database, target, lines);
    expect(await readFlags(2)).toMatchObject({
      has_pending_matches: false,
      has_missing_documents: true,
    });
    expect(await readFlags(3)).toMatchObject({
      has_pending_matches: true,
      has_missing_documents: false,
    });
    // A document comes, a match is decided, a participant goes and another comes.
    const later = [
      line(1, { ...participant(documents(null)), ...pending }),
      line(2, { ...one, ...documents(1, 3) }),
      line(3, { ...two, match_resolution_pending: false }),
      line(4),
    ];
    await importLines(database, target, later);
    expect(await readFlags(1)).toMatchObject(bothAre(true));
    for (const id of [2, 3, 4]) expect(await readFlags(id)).toMatchObject(bothAre(false));
  });

  it('are right after an upsert, a document that comes and matches that are resolved', async () => {
    const ctx = await createTestContext(database.db, service);
    const keep = { missingParticipants: 'keep', missingDocuments: 'keep' } as const;
    const input = { externalId: 7, code: 'N-7', ...keep };
    const { business } = await upsertBusiness(ctx, {
      ...input,
      participants: [person(1, ['INE'])],
    });
    const { id } = business;
    expect(business).toMatchObject({ hasPendingMatches: false, hasMissingDocuments: true });
    const missing = { has_pending_matches: false, has_missing_documents: true };
    expect(await readFlags(id)).toMatchObject(missing);

    const [edge] = (await listParticipants(ctx, { id }, { input: {} })).edges;
    const lookup = { databaseId: edge?.node.id };
    await attachDocument(ctx, { participant: lookup, typeCode: 'INE', downloadId: 9 });
    expect(await readFlags(id)).toMatchObject(bothAre(false));

    await upsertBusiness(ctx, { ...input, participants: [person(2, ['CSF'])] });
    expect(await readFlags(id)).toMatchObject(missing);
    await upsertBusiness(ctx, {
      ...input,
      participants: [person(1, ['INE'])],
      missingParticipants: 'delete',
    });
    expect(await readFlags(id)).toMatchObject(bothAre(false));

    const pendingOne = await makeBusiness(database.db, service.serviceId, {
      participants: [PENDING, PENDING],
    });
    for (const databaseId of pendingOne.participantIds) {
      expect(await readFlags(pendingOne.id)).toMatchObject({ has_pending_matches: true });
      await resolveParticipantMatches(ctx, { participant: { databaseId } });
    }
    expect(await readFlags(pendingOne.id)).toMatchObject(bothAre(false));
  });

  it('are right after changes at the same time, since each holds the business before it looks', async () => {
    const count = 8;
    const { id, participantIds } = await makeBusiness(database.db, service.serviceId, {
      participants: Array.from({ length: count }, () => PENDING),
    });
    const { serviceId } = service;
    await Promise.all(
      participantIds.map(
        async (participantId) =>
          await runInTransaction(database.db, async (db) => {
            await lockBusiness(db, serviceId, id);
            await db
              .updateTable('participants')
              .set({ has_pending_matches: false })
              .where('service_id', '=', serviceId)
              .where('id', '=', participantId)
              .execute();
            await touchBusiness(db, serviceId, id);
          }),
      ),
    );
    expect(await readFlags(id)).toEqual({
      has_pending_matches: false,
      has_missing_documents: false,
      version: 1 + count,
    });
  });

  it('are written by refreshFlags only where they change, and change nothing else', async () => {
    const { db } = database;
    const { serviceId } = service;
    const right = await makeBusiness(db, serviceId, { participants: [PENDING, MISSING] });
    const wrong = await makeBusiness(db, serviceId, { participants: [MISSING] });
    await sql`update businesses set has_pending_matches = true, has_missing_documents = false
      where service_id = ${serviceId} and id = ${wrong.id}`.execute(db);
    const read = async () => {
      const rows = await sql<{ row: string }>`
        select id || ' ' || xmin || ' ' || version || ' ' || updated_at as row from businesses
        where service_id = ${serviceId} order by id`.execute(db);
      return rows.rows.map((one) => one.row);
    };
    const before = await read();
    expect(await listWrongFlags(db)).toEqual([wrong.id]);
    await refreshFlags(db, serviceId, [right.id, wrong.id, 999_999]);
    expect(await listWrongFlags(db)).toEqual([]);
    const after = await read();
    expect(after[0]).toBe(before[0]);
    expect(rowWithoutXmin(after[1])).toBe(rowWithoutXmin(before[1]));
  });
});
