import { hash, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AuditEvent } from '../../../../../src/db/queries/records/audit-events.ts';
import type { NewBusinessEvent } from '../../../../../src/db/queries/records/event-row.ts';
import { recordChange } from '../../../../../src/db/queries/records/record-change.ts';
import { readCounts } from '../../../../../src/db/queries/records/service-counts.ts';
import { ZERO_DELTA } from '../../../../../src/domain/business/service-counts.ts';
import { BUSINESS_EVENT_TYPES } from '../../../../../src/domain/events/business-event.ts';
import { addService } from '../../../../../src/resolvers/service/add-service.ts';
import { useDatabase } from '../../../../support/database/database.ts';

const database = useDatabase();
let serviceId: number;

beforeEach(async () => {
  const { service } = await addService(database.db, `service-${randomUUID()}`);
  const { id } = await database.db
    .selectFrom('services')
    .select('id')
    .where('name', '=', service)
    .executeTakeFirstOrThrow();
  serviceId = id;
});

async function listRows() {
  return await database.db
    .selectFrom('business_events')
    .selectAll()
    .where('service_id', '=', serviceId)
    .orderBy('id')
    .execute();
}

async function listAudit() {
  return await database.db
    .selectFrom('audit_events')
    .select(['action', 'user_id', 'api_key_id', 'request_id', 'business_id', 'details'])
    .where('service_id', '=', serviceId)
    .where('action', '=', 'business_completed')
    .orderBy('id')
    .execute();
}

function makeAudit(): AuditEvent {
  return {
    serviceId,
    action: 'business_completed',
    userId: 7,
    apiKeyId: 8,
    requestId: 'b1946ac9',
    details: { businessId: 1 },
  };
}

describe('recordChange', () => {
  it('keeps who did it and what it came to beside the event', async () => {
    await recordChange(database.db, {
      audit: makeAudit(),
      event: { serviceId, type: 'business_completed', businessId: 1, receiptId: 5 },
      counts: { ...ZERO_DELTA, businesses: -1 },
    });
    expect(await listAudit()).toEqual([
      {
        action: 'business_completed',
        user_id: 7,
        api_key_id: 8,
        request_id: 'b1946ac9',
        business_id: 1,
        details: { businessId: 1 },
      },
    ]);
    expect(await listRows()).toMatchObject([{ type: 'business_completed', receipt_id: 5 }]);
    expect(await readCounts(database.db, serviceId)).toEqual({ ...ZERO_DELTA, businesses: -1 });
  });

  it('keeps the ids and keys of each type of event, and the digest of a document type', async () => {
    const events: NewBusinessEvent[] = [
      { serviceId, type: 'business_upserted', businessId: 1, created: true, receiptId: null },
      { serviceId, type: 'matches_resolved', businessId: 1, participantId: 2 },
      {
        serviceId,
        type: 'document_available',
        businessId: 1,
        participantId: 2,
        typeCode: 'INE',
        occurrence: 3,
      },
      { serviceId, type: 'document_extracted', businessId: 1, extractionId: 6 },
      { serviceId, type: 'report_finalized', businessId: 1, participantId: 2, reportId: 7 },
      { serviceId, type: 'answers_imported', userId: 4, templateKeys: ['kyc', 'fatca'] },
      { serviceId, type: 'business_completed', businessId: 1, receiptId: 5 },
    ];
    for (const event of events)
      await recordChange(database.db, { audit: makeAudit(), event, counts: ZERO_DELTA });
    const rows = await listRows();
    expect(rows.map((row) => row.type)).toEqual(
      BUSINESS_EVENT_TYPES.filter((type) => type !== 'matches_found'),
    );
    expect(rows).toMatchObject([
      { business_id: 1, created: true },
      { business_id: 1, participant_id: 2 },
      {
        business_id: 1,
        participant_id: 2,
        document_occurrence: 3,
        document_type_digest: hash('sha256', 'INE', 'buffer'),
      },
      { business_id: 1, extraction_id: 6 },
      { business_id: 1, participant_id: 2, report_id: 7 },
      { business_id: null, user_id: 4, template_keys: ['kyc', 'fatca'] },
      { business_id: 1, receipt_id: 5 },
    ]);
    expect(rows.every((row) => row.position === null && row.published_at === null)).toBe(true);
  });

  it('is undone with the transaction that it was called on', async () => {
    const failing = database.db.transaction().execute(async (tx) => {
      await recordChange(tx, {
        audit: makeAudit(),
        event: { serviceId, type: 'business_completed', businessId: 1, receiptId: 1 },
        counts: { ...ZERO_DELTA, businesses: -1 },
      });
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    expect(await listRows()).toEqual([]);
    expect(await listAudit()).toEqual([]);
    expect(await readCounts(database.db, serviceId)).toEqual(ZERO_DELTA);
  });
});
