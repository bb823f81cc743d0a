import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { chunkFloodGuard } from '../../../src/http/backpressure/chunk-flood-guard.ts';
import { head, openRaw, type RawConnection, statusesOf } from '../../support/clients/raw-http.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway();
afterEach(() => void vi.restoreAllMocks());

const CONNECTIONS = 40;
const CHUNKS = 9_000;

/** How many readings of many short chunks there were in each turn of the loop that had one. */
function countFloods(): { counts: Map<number, number>; stop: () => void } {
  const counts = new Map<number, number>();
  let turn = 0;
  const over = new AbortController();
  const flood = chunkFloodGuard.reportFlood.bind(chunkFloodGuard);
  vi.spyOn(chunkFloodGuard, 'reportFlood').mockImplementation((connection) => {
    counts.set(turn, (counts.get(turn) ?? 0) + 1);
    flood(connection);
  });
  const count = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await nextTurn();
      turn += 1;
    }
  };
  void count();
  return { counts, stop: () => over.abort() };
}

async function sendAtOnce(
  headers: Record<string, string>,
  connections: readonly RawConnection[],
): Promise<void> {
  const query = `{"query":"{viewer{service}} #${'x'.repeat(CHUNKS)}"}`;
  const body = query.replaceAll(/[^]/g, (sign) => `1\r\n${sign}\r\n`);
  const chunked = {
    ...headers,
    'content-type': 'application/json',
    'transfer-encoding': 'chunked',
    connection: 'close',
  };
  const text = `${head('POST /graphql', chunked)}${body}0\r\n\r\n`;
  for (const connection of connections) connection.send(text);
  for (const connection of connections) await connection.untilClosed();
}

/** Connections on which that was asked, so that the gateway has taken them all. */
async function open(path: string, headers: Record<string, string>): Promise<RawConnection[]> {
  const connections: RawConnection[] = [];
  for (let count = 0; count < CONNECTIONS; count += 1) {
    const connection = await openRaw(gateway.url);
    connection.send(head(`GET ${path}`, headers));
    await connection.untilReceived(/HTTP\/1\.1 200 /);
    connections.push(connection);
  }
  return connections;
}

describe('bodies of which each byte is a chunk, on many connections at once', () => {
  it('200 of one service are begun in as many turns of the loop', async () => {
    const { headers } = gateway.service;
    const connections = await open('/api/v4/business/detail?id=999', headers);
    const { counts, stop } = countFloods();
    await sendAtOnce(headers, connections);
    stop();
    for (const connection of connections)
      expect(statusesOf(connection.received())).toEqual([200, 200]);
    expect([...counts.values()]).toEqual(Array.from({ length: CONNECTIONS }, () => 1));
  });

  it('401 of nobody who is known too', async () => {
    const connections = await open('/health/live', {});
    const { counts, stop } = countFloods();
    await sendAtOnce({}, connections);
    stop();
    for (const connection of connections)
      expect(statusesOf(connection.received())).toEqual([200, 401]);
    expect([...counts.values()]).toEqual(Array.from({ length: CONNECTIONS }, () => 1));
  });
});
