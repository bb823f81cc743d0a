import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { loadConfig } from '../../src/config/config.ts';
import { createDb, type Db } from '../../src/db/client.ts';
import { createLogger } from '../../src/log.ts';
import { startServer } from '../../src/server/start-server.ts';
import { TOKEN_OPTIONS } from './callers.ts';
import type { EventStream } from './event-client.ts';
import { recordEvent } from './record-event.ts';
import { createTestPool } from './test-pool.ts';

export type Node = { url: string; stop: () => Promise<void> };

/** A gateway with connections of its own on a database that others may serve too. */
export async function startNode(databaseUrl: string, env: object = {}): Promise<Node> {
  const db = createDb(createTestPool(databaseUrl));
  const { issuer, audience } = TOKEN_OPTIONS;
  const config = loadConfig({
    PORT: '0',
    TOKEN_ISSUER: issuer,
    TOKEN_AUDIENCE: audience,
    ...env,
  });
  const server = await startServer({ config, db, log: createLogger('silent') });
  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    stopping ??= server.close().then(async () => await db.destroy());
    await stopping;
  };
  onTestFinished(stop);
  return { url: server.url, stop };
}

/** Events that a test can tell apart: each has a number in the place of the user whose answers changed. */
export async function recordNumbers(db: Db, serviceId: number, numbers: number[]): Promise<void> {
  for (const userId of numbers)
    await recordEvent(db, { serviceId, type: 'answers_imported', userId, templateKeys: ['kyc'] });
}

export const NUMBERS = 'subscription { businessEvents { ... on AnswersImportedEvent { userId } } }';

const numberSchema = z.object({
  data: z.object({ businessEvents: z.object({ userId: z.number() }) }),
});

/** The numbers of the next `count` events; fewer where the stream ends before. */
export async function takeNumbers(stream: EventStream, count: number): Promise<number[]> {
  const numbers: number[] = [];
  while (numbers.length < count) {
    const block = await stream.next();
    if (block === undefined) break;
    numbers.push(numberSchema.parse(block.data).data.businessEvents.userId);
  }
  return numbers;
}
