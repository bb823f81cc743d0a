import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { insertReceipt } from '../../../../src/db/queries/records/deletion-receipts.ts';
import { allocateIds } from '../../../../src/db/queries/records/id-counters.ts';
import { CHAIN_START, digestReceipt } from '../../../../src/resolvers/receipts/receipt-chain.ts';
import {
  type KnownReceipt,
  verifyReceipts,
} from '../../../../src/resolvers/receipts/verify-receipts.ts';
import { makeReceipts } from '../../../support/data/receipts.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { createRecordingDb } from '../../../support/database/recording-db.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../../support/gateway/callers.ts';

const database = useDatabase();
let service: TestService;
let digests: string[];

beforeEach(async () => {
  service = await createTestService(database.db, await createTestTokens(database.db));
  digests = await makeReceipts(database.db, service, 5);
});

const verify = async (known: KnownReceipt[] = []) =>
  await verifyReceipts(database.db, { service: service.service, known });
const faultOf = async (known: KnownReceipt[] = []) => (await verify(known)).fault;

/** Changes rows of the service behind the gateway's back: `condition` is on receipts `r`. */
async function tamper(change: string): Promise<void> {
  await sql.raw(change.replaceAll(':service', String(service.serviceId))).execute(database.db);
}

describe('the chain of deletion receipts', () => {
  it('holds as the gateway writes it, and tells its end', async () => {
    expect(await verify()).toEqual({
      receiptCount: 5,
      last: { id: 5, digest: digests[4] },
      fault: undefined,
    });
  });

  it('holds where nothing was ever deleted', async () => {
    const other = await createTestService(database.db, await createTestTokens(database.db));
    const report = await verifyReceipts(database.db, { service: other.service, known: [] });
    expect(report).toEqual({ receiptCount: 0, last: undefined, fault: undefined });
  });

  it('is refused for a service that there is not', async () => {
    const verified = verifyReceipts(database.db, { service: 'nobody', known: [] });
    await expect(verified).rejects.toThrow('Service "nobody" does not exist.');
  });

  it('holds over many pages, in a few statements', async () => {
    const { db, serviceId } = { db: database.db, serviceId: service.serviceId };
    const count = 2500;
    const first = await allocateIds(db, { serviceId, kind: 'deletion_receipt', count });
    let previous = digests[4] ?? CHAIN_START;
    await db.transaction().execute(async (tx) => {
      for (let id = first; id < first + count; id += 1) {
        const receipt = {
          id,
          businessId: id,
          deleteMode: 'all' as const,
          deletedParticipantCount: 0,
          deletedDocumentCount: 0,
          // All versions stand in one chain.
          deletedScreeningCounts: id % 3 === 0 ? null : { matches: 1, screenings: 2, reports: 3 },
          deletedEvidenceCounts: id % 3 === 1 ? { consents: 4, extractions: 5, files: 6 } : null,
          businessDeleted: true,
          completedByUserId: 1,
          completedAt: new Date(1_700_000_000_000 + id),
        };
        previous = digestReceipt(receipt, previous);
        await insertReceipt(tx, serviceId, { ...receipt, digest: previous });
      }
    });
    const recording = createRecordingDb(database.pool);
    const input = { service: service.service, known: [] };
    expect(await verifyReceipts(recording.db, input)).toMatchObject({
      receiptCount: 2505,
      fault: undefined,
    });
    expect(recording.statements.filter((one) => one.includes('deletion_receipts'))).toHaveLength(3);
  });
});

describe('the first broken link of a chain', () => {
  it.each([
    ['another business', 'business_id = business_id + 1'],
    ['another mode', "delete_mode = 'with_folio'"],
    ['other counts', 'deleted_participant_count = 0'],
    ['other counts of documents', 'deleted_document_count = 9'],
    ['other counts of matches', 'deleted_match_count = 9'],
    ['other counts of screenings', 'deleted_screening_count = 9'],
    ['other counts of reports', 'deleted_report_count = 9'],
    ['other counts of consents', 'deleted_consent_count = 9'],
    ['other counts of extractions', 'deleted_extraction_count = 9'],
    ['other counts of files', 'deleted_file_count = 9'],
    [
      'fewer counts, as of version 2',
      'deleted_consent_count = null, deleted_extraction_count = null, deleted_file_count = null',
    ],
    [
      'no such counts, as of version 1',
      'deleted_match_count = null, deleted_screening_count = null, deleted_report_count = null',
    ],
    ['the business left there', 'business_deleted = false'],
    ['another user', 'completed_by_user_id = completed_by_user_id + 1'],
    ['another time', "completed_at = completed_at + interval '1 ms'"],
    ['a time that is none', "completed_at = 'infinity'"],
    ['another digest', "digest = decode(repeat('ab', 32), 'hex')"],
    ['a cut digest', 'digest = substr(digest, 1, 31)'],
  ])('is a receipt that was altered: %s', async (_what, assignment) => {
    await tamper(
      `update deletion_receipts set ${assignment} where service_id = :service and id = 3`,
    );
    expect(await verify()).toEqual({
      receiptCount: 2,
      last: { id: 2, digest: digests[1] },
      fault: { kind: 'altered', receiptId: 3 },
    });
  });

  it('is the one after a receipt that was altered with a new digest of its own', async () => {
    const row = await database.db
      .selectFrom('deletion_receipts')
      .selectAll()
      .where('service_id', '=', service.serviceId)
      .where('id', '=', 3)
      .executeTakeFirstOrThrow();
    const forged = {
      id: 3,
      businessId: 999,
      deleteMode: row.delete_mode,
      deletedParticipantCount: row.deleted_participant_count,
      deletedDocumentCount: row.deleted_document_count,
      deletedScreeningCounts: { matches: 0, screenings: 0, reports: 0 },
      deletedEvidenceCounts: { consents: 0, extractions: 0, files: 0 },
      businessDeleted: row.business_deleted,
      completedByUserId: row.completed_by_user_id,
      completedAt: row.completed_at,
    };
    const digest = digestReceipt(forged, digests[1] ?? '');
    await tamper(`update deletion_receipts set business_id = 999, digest = decode('${digest}', 'hex')
      where service_id = :service and id = 3`);
    expect(await faultOf()).toEqual({ kind: 'altered', receiptId: 4 });
  });

  it.each([1, 3, 5])('is a receipt that is missing: %i', async (id) => {
    await tamper(`delete from deletion_receipts where service_id = :service and id = ${id}`);
    expect(await verify()).toMatchObject({
      receiptCount: id - 1,
      fault: { kind: 'missing', receiptId: id },
    });
  });

  it('is the first of a tail that was cut off, and of a chain that is gone', async () => {
    await tamper('delete from deletion_receipts where service_id = :service and id > 3');
    expect(await faultOf()).toEqual({ kind: 'missing', receiptId: 4 });
    await tamper('delete from deletion_receipts where service_id = :service');
    expect(await faultOf()).toEqual({ kind: 'missing', receiptId: 1 });
  });

  it('is the first of two that have changed places', async () => {
    await tamper(`update deletion_receipts set id = -2 where service_id = :service and id = 2;
      update deletion_receipts set id = 2 where service_id = :service and id = 4;
      update deletion_receipts set id = 4 where service_id = :service and id = -2`);
    expect(await faultOf()).toEqual({ kind: 'misplaced', receiptId: 2, foundAt: 4 });
  });

  it('is a receipt that was moved to the end', async () => {
    await tamper('update deletion_receipts set id = 77 where service_id = :service and id = 2');
    expect(await faultOf()).toEqual({ kind: 'misplaced', receiptId: 2, foundAt: 77 });
  });

  it.each([
    [0, 'before the first'],
    [6, 'after the last'],
  ])('is a receipt that was added as %i, %s', async (id) => {
    await tamper(`insert into deletion_receipts select service_id, ${id}, business_id, delete_mode,
      deleted_participant_count, deleted_document_count, business_deleted, completed_by_user_id,
      completed_at, digest, deleted_match_count, deleted_screening_count, deleted_report_count, deleted_consent_count,
      deleted_extraction_count, deleted_file_count
      from deletion_receipts where service_id = :service and id = 5`);
    const kind = id === 0 ? 'added' : 'altered';
    expect(await faultOf()).toEqual({ kind, receiptId: id });
  });

  it('is one that fits but was never given out', async () => {
    await tamper(
      "update id_counters set last_id = 4 where service_id = :service and kind = 'deletion_receipt'",
    );
    expect(await faultOf()).toEqual({ kind: 'added', receiptId: 5 });
  });
});

const known = () => ({ id: 4, digest: digests[3] ?? '' });

describe('a receipt that is known from elsewhere', () => {
  it('is proved to be part of the chain', async () => {
    expect(await faultOf([known()])).toBeUndefined();
  });

  it('shows a chain that was written anew, and holds in itself', async () => {
    const recorded = known();
    await tamper(`delete from deletion_receipts where service_id = :service;
      delete from id_counters where service_id = :service and kind = 'deletion_receipt'`);
    await makeReceipts(database.db, service, 5);
    expect(await faultOf()).toBeUndefined();
    expect(await faultOf([recorded])).toEqual({ kind: 'rewritten', receiptId: 4 });
  });

  it('shows it too where another digest of the same receipt holds', async () => {
    const other = { id: 4, digest: digests[0] ?? '' };
    for (const both of [
      [known(), other],
      [other, known()],
    ])
      expect(await faultOf(both)).toEqual({ kind: 'rewritten', receiptId: 4 });
  });

  it('shows a tail that was cut off together with the counter', async () => {
    const recorded = known();
    await tamper(`delete from deletion_receipts where service_id = :service and id > 3;
      update id_counters set last_id = 3 where service_id = :service and kind = 'deletion_receipt'`);
    expect(await faultOf()).toBeUndefined();
    expect(await faultOf([recorded])).toEqual({ kind: 'missing', receiptId: 4 });
  });
});
