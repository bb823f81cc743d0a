import { beforeEach, describe, expect, it } from 'vitest';
import { listEventsAfter } from '../../../../../src/db/queries/records/business-events.ts';
import {
  deleteExpiredEvents,
  openStream,
  publishEvents,
} from '../../../../../src/db/queries/records/event-streams.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { createRecordingDb } from '../../../../support/database/recording-db.ts';
import { createTestService, createTestTokens } from '../../../../support/gateway/callers.ts';
import { recordNumbers } from '../../../../support/gateway/event-nodes.ts';

const database = useDatabase();
let serviceId: number;
let otherId: number;

beforeEach(async () => {
  const tokens = await createTestTokens(database.db);
  ({ serviceId } = await createTestService(database.db, tokens));
  ({ serviceId: otherId } = await createTestService(database.db, tokens));
});

async function publishAll(): Promise<void> {
  while (await publishEvents(database.db));
}

/** Position and number of each published event of a service. */
async function listPublished(of: number): Promise<[number, number][]> {
  const events = await listEventsAfter(database.db, { serviceId: of, position: 0 }, 10_000);
  return events.map((one) => [one.position, 'userId' in one ? one.userId : 0]);
}

async function age(of: number, userIds: number[], days: number): Promise<void> {
  await database.pool.query(
    `update business_events set published_at = now() - make_interval(days => $3, secs => 1)
     where service_id = $1 and user_id = any($2)`,
    [of, userIds, days],
  );
}

describe('publishing', () => {
  it('counts up from 1 within each service, in the order of recording', async () => {
    await recordNumbers(database.db, serviceId, [11, 12]);
    await recordNumbers(database.db, otherId, [21]);
    await recordNumbers(database.db, serviceId, [13]);
    expect(await listPublished(serviceId)).toEqual([]);
    await publishAll();
    expect(await listPublished(serviceId)).toEqual([
      [1, 11],
      [2, 12],
      [3, 13],
    ]);
    expect(await listPublished(otherId)).toEqual([[1, 21]]);
  });

  it('puts what commits late after what could be read before, and leaves no gap', async () => {
    const release = Promise.withResolvers<void>();
    const recorded = Promise.withResolvers<void>();
    const late = database.db.transaction().execute(async (tx) => {
      await recordNumbers(tx, serviceId, [1]);
      recorded.resolve();
      await release.promise;
    });
    await recorded.promise;
    await recordNumbers(database.db, serviceId, [2, 3]);
    await publishAll();
    expect(await listPublished(serviceId)).toEqual([
      [1, 2],
      [2, 3],
    ]);
    release.resolve();
    await late;
    await publishAll();
    expect(await listPublished(serviceId)).toEqual([
      [1, 2],
      [2, 3],
      [3, 1],
    ]);
  });

  it('gives every event one position and leaves no gap while many write and many publish', async () => {
    const ids = [serviceId, otherId];
    const write = async (from: number): Promise<void> => {
      for (let number = from; number < from + 100; number += 4)
        for (const id of ids)
          await database.db
            .transaction()
            .execute(async (tx) => await recordNumbers(tx, id, [number, number + 1]));
    };
    const written = new AbortController();
    const publish = async (): Promise<void> => {
      while (!written.signal.aborted) await publishEvents(database.db);
    };
    const publishers = [publish(), publish(), publish()];
    await Promise.all([write(0), write(2), write(1000), write(1002)]);
    written.abort();
    await Promise.all(publishers);
    await publishAll();
    for (const id of ids) {
      const published = await listPublished(id);
      expect(published.map(([position]) => position)).toEqual(
        Array.from({ length: 200 }, (_, index) => index + 1),
      );
      expect(new Set(published.map(([, number]) => number)).size).toBe(200);
    }
  });

  it('is done by others while one process holds a stream, in all services but that one', async () => {
    await recordNumbers(database.db, serviceId, [1]);
    await recordNumbers(database.db, otherId, [1]);
    await publishAll();
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query('select from business_event_streams where service_id = $1 for update', [
      serviceId,
    ]);
    await recordNumbers(database.db, serviceId, [2]);
    await recordNumbers(database.db, otherId, [2]);
    expect(await publishEvents(database.db)).toBe(true);
    expect(await listPublished(serviceId)).toHaveLength(1);
    expect(await listPublished(otherId)).toHaveLength(2);
    await client.query('commit');
    client.release();
    await publishAll();
    expect(await listPublished(serviceId)).toHaveLength(2);
  });

  it('is one statement that finds who waits, and one for each service, however many events wait', async () => {
    const recording = createRecordingDb(database.pool);
    await recordNumbers(database.db, serviceId, [1, 2, 3, 4, 5]);
    await recordNumbers(database.db, otherId, [1, 2, 3, 4, 5]);
    await publishEvents(recording.db);
    expect(recording.statements).toHaveLength(3);
  });
});

describe('sweeping', () => {
  it('deletes what was published over 7 days ago, a bounded number at a time, and nothing else', async () => {
    await recordNumbers(database.db, serviceId, [1, 2, 3, 4]);
    await recordNumbers(database.db, otherId, [1]);
    await publishAll();
    await age(serviceId, [1, 2, 3], 7);
    await age(otherId, [1], 6);
    await recordNumbers(database.db, serviceId, [5]);
    expect(await deleteExpiredEvents(database.db, 2)).toBe(2);
    expect(await listPublished(serviceId)).toEqual([
      [3, 3],
      [4, 4],
    ]);
    expect(await deleteExpiredEvents(database.db, 2)).toBe(1);
    expect(await deleteExpiredEvents(database.db, 2)).toBe(0);
    expect(await listPublished(otherId)).toHaveLength(1);
    await publishAll();
    expect(await listPublished(serviceId)).toEqual([
      [4, 4],
      [5, 5],
    ]);
  });

  it('keeps the place of a service whose every event is gone', async () => {
    await recordNumbers(database.db, serviceId, [1, 2]);
    await publishAll();
    await age(serviceId, [1, 2], 7);
    await deleteExpiredEvents(database.db, 10);
    expect(await openStream(database.db, serviceId)).toMatchObject({
      lastPosition: 2,
      oldestPosition: 3,
    });
  });
});

describe('a stream', () => {
  it('is begun once, however many open it at once', async () => {
    const opened = await Promise.all(
      Array.from({ length: 8 }, async () => await openStream(database.db, serviceId)),
    );
    expect(new Set(opened.map((one) => one.streamKey)).size).toBe(1);
    expect(opened[0]).toMatchObject({ lastPosition: 0, oldestPosition: 1 });
  });

  it('has a key that no other service has', async () => {
    const [ours, theirs] = await Promise.all([
      openStream(database.db, serviceId),
      openStream(database.db, otherId),
    ]);
    expect(ours.streamKey).not.toBe(theirs.streamKey);
  });
});
