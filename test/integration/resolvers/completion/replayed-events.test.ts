import { expect, it } from 'vitest';
import type { Db } from '../../../../src/db/client.ts';
import { listEventsAfter } from '../../../../src/db/queries/records/business-events.ts';
import { openStream, publishEvents } from '../../../../src/db/queries/records/event-streams.ts';
import { resolveStart } from '../../../../src/events/reader.ts';
import { replayReceipts } from '../../../../src/resolvers/completion/replay-receipts.ts';
import { recordEvent } from '../../../support/data/record-event.ts';
import { useDatabase } from '../../../support/database/database.ts';
import { createTestService, createTestTokens } from '../../../support/gateway/callers.ts';

const database = useDatabase();

async function happen(db: Db, serviceId: number, businessIds: readonly number[]): Promise<void> {
  for (const businessId of businessIds)
    await recordEvent(db, {
      serviceId,
      type: 'business_upserted',
      businessId,
      created: true,
      receiptId: null,
    });
  // The first of a service begins its stream, the second fills it.
  await publishEvents(db, [serviceId]);
  await publishEvents(db, [serviceId]);
}

async function listIds(db: Db, serviceId: number): Promise<string[]> {
  const events = await listEventsAfter(db, { serviceId, position: 0 }, 100);
  return events.map(({ id }) => id);
}

/** As a backup has it that was made after the first event. */
async function restoreFirst(db: Db, serviceId: number): Promise<void> {
  const events = db.deleteFrom('business_events').where('service_id', '=', serviceId);
  await events.where('position', '>', 1).execute();
  const streams = db.updateTable('business_event_streams').set({ last_position: 1 });
  await streams.where('service_id', '=', serviceId).execute();
}

it('no event of after a restore has an id that was given before, and who comes back with one is told', async () => {
  const { db } = database;
  const service = await createTestService(db, await createTestTokens(db), { name: 'acme' });
  const { serviceId } = service;
  await happen(db, serviceId, [1, 2, 3]);
  const before = await listIds(db, serviceId);
  await restoreFirst(db, serviceId);
  await replayReceipts(db, { service: 'acme', receipts: [] });
  await happen(db, serviceId, [4, 5, 6]);
  const after = await listIds(db, serviceId);
  expect(after).toHaveLength(4);
  expect(after.filter((id) => before.includes(id))).toEqual([]);
  const stream = await openStream(db, serviceId);
  expect(() => resolveStart(stream, before[2])).toThrow('The subscription cannot resume');
});
