import { afterEach, expect, it, vi } from 'vitest';
import { type CallerWatch, createCallerWatch } from '../../../src/auth/caller-watch.ts';
import { revokeServiceKey } from '../../../src/resolvers/service/revoke-service-key.ts';
import { useDatabase } from '../../support/database/database.ts';
import { createRecordingDb } from '../../support/database/recording-db.ts';
import { createTestService, createTestTokens } from '../../support/gateway/callers.ts';

const database = useDatabase();
let watch: CallerWatch | undefined;
afterEach(async () => {
  await watch?.stop();
  vi.useRealTimers();
});

it('ends what a caller without access has open within five seconds', async () => {
  const service = await createTestService(database.db, await createTestTokens(database.db));
  const { db, statements } = createRecordingDb(database.pool);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  watch = createCallerWatch(db, (error) => expect.fail(String(error)));
  const ended = Promise.withResolvers<unknown>();
  const hour = new Date(Date.now() + 3_600_000);
  watch.add({ ...service.caller, tokenExpiresAt: hour }, ended.resolve);
  await vi.advanceTimersByTimeAsync(0);
  await expect.poll(() => statements.length).toBe(1);
  await revokeServiceKey(database.db, { service: service.service, prefixOrKey: service.apiKey });
  await vi.advanceTimersByTimeAsync(4_999);
  expect(await ended.promise).toMatchObject({ code: 'unauthenticated' });
});
