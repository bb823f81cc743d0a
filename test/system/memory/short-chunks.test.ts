import { expect, it } from 'vitest';
import { head, openRaw, statusesOf } from '../../support/clients/raw-http.ts';
import { useDatabase } from '../../support/database/database.ts';
import { createTestService, createTestTokens } from '../../support/gateway/callers.ts';
import { startSmallServe } from '../../support/processes/small-serve.ts';

const database = useDatabase();

/** Each that waits would hold some 16 MB, Node's own way, and each that is read 20 MB. */
const BODIES = 24;

it('bodies of 100 kB in chunks of one byte each do not end a process of 128 MB of heap', async () => {
  const node = startSmallServe(database.url, 128);
  const url = await node.url;
  const { headers } = await createTestService(database.db, await createTestTokens(database.db));
  const json = { ...headers, 'content-type': 'application/json' };
  const query = `{"query":"{viewer{service}} #${'x'.repeat(100_000)}"}`;
  const text = query.replaceAll(/[^]/g, (sign) => `1\r\n${sign}\r\n`);
  const request = Buffer.from(
    `${head('POST /graphql', { ...json, 'transfer-encoding': 'chunked' })}${text}0\r\n\r\n`,
  );
  const connections = await Promise.all(
    Array.from({ length: BODIES }, async () => await openRaw(url)),
  );
  for (const one of connections) one.send(request);
  for (const one of connections) await one.untilReceived(/HTTP\/1\.1 \d{3} /);
  const statuses = connections.flatMap((one) => statusesOf(one.received()));
  // Those that find no room in time are refused, which is as well.
  expect(statuses).toHaveLength(BODIES);
  expect(statuses).toContain(200);
  for (const { socket } of connections) socket.destroy();
  expect(node.child.exitCode).toBeNull();
}, 300_000);
