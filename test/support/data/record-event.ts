import type { Db } from '../../../src/db/client.ts';
import type { NewBusinessEvent } from '../../../src/db/queries/records/event-row.ts';
import { recordChange } from '../../../src/db/queries/records/record-change.ts';
import { ZERO_DELTA } from '../../../src/domain/business/service-counts.ts';

/** Records an event without the change that would cause it. */
export async function recordEvent(db: Db, event: NewBusinessEvent): Promise<void> {
  await recordChange(db, {
    audit: {
      serviceId: event.serviceId,
      action: 'data_imported',
      userId: null,
      apiKeyId: null,
      requestId: null,
      details: {},
    },
    event,
    counts: ZERO_DELTA,
  });
}
