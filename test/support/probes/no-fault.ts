import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Db } from '../../../src/db/client.ts';
import type { TestService } from '../gateway/callers.ts';

type Watched = {
  readonly url: string;
  readonly db: Db;
  readonly service: TestService;
  readonly logs: string | (() => string);
};

const lineSchema = z.object({ level: z.number(), requestId: z.string().optional() });

/** Ids of requests that these tests let fail. */
const failed = new Set<string>();

/**
 * Expects that no request has failed in the gateway. First makes one fail and waits for its log line, so that an empty
 * or unwritten log does not pass.
 */
export async function expectNoFault(gateway: Watched): Promise<void> {
  const requestId = randomUUID();
  failed.add(requestId);
  await failOnce(gateway, requestId);
  const read = () => (typeof gateway.logs === 'function' ? gateway.logs() : gateway.logs);
  await expect.poll(() => listFaults(read()), { timeout: 60_000 }).toContain(requestId);
  expect(listFaults(read()).filter((one) => one === undefined || !failed.has(one))).toEqual([]);
}

/** Sends a query that fails because its table is renamed meanwhile. */
async function failOnce({ url, db, service }: Watched, requestId: string): Promise<void> {
  await sql`alter table businesses rename to businesses_away`.execute(db);
  const headers = { ...service.headers, 'x-request-id': requestId };
  const reply = await fetch(`${url}/api/v4/business/detail?id=1`, { headers });
  await sql`alter table businesses_away rename to businesses`.execute(db);
  expect(reply.status).toBe(500);
}

/** Returns the request ids of logged faults. */
function listFaults(logs: string): (string | undefined)[] {
  return logs
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => lineSchema.parse(JSON.parse(line)))
    .filter(({ level }) => level >= 50)
    .map((line) => line.requestId);
}
