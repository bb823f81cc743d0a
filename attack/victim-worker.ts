import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';
import { JSON_CONTENT } from './headers.ts';
import { VICTIM_BUSINESS_ID } from './rows.ts';
import type { Seen } from './victim.ts';

const CONNECTIONS = 16;
/** Each connection asks this often: an ordinary service, and not a second attack. */
const INTERVAL_MS = 50;
const TIMEOUT_MS = 30_000;

const BODY = JSON.stringify({
  query: `{business(by:{databaseId:${VICTIM_BUSINESS_ID}}){name code participants(first:5){nodes{name email documents{typeCode}}}}}`,
});

const [url = '', authorization = '', apiKey = '', service = ''] = process.argv.slice(2);
const headers = { authorization, 'x-api-key': apiKey, service };
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
const over = new AbortController();
let waits: number[] = [];
let failed = 0;

/**
 * A wait counts from when its request was due and not from when it was sent: one stall keeps back all that would have
 * been asked meanwhile.
 */
async function askInTurn(startsAt: number): Promise<void> {
  for (let due = startsAt; !over.signal.aborted; due += INTERVAL_MS) {
    const early = due - performance.now();
    if (early > 0) await wait(early);
    if (!(await ask())) failed += 1;
    waits.push(performance.now() - due);
  }
}

async function ask(): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const sent = request(
    `${url}/graphql`,
    { method: 'POST', agent, timeout: TIMEOUT_MS, headers: { ...headers, ...JSON_CONTENT } },
    (response) => {
      response.resume();
      response.on('close', () => resolve(response.complete && response.statusCode === 200));
    },
  );
  sent.on('timeout', () => sent.destroy());
  sent.on('error', () => resolve(false));
  sent.end(BODY);
  return await promise;
}

function summarize(): Seen {
  const sorted = waits.toSorted((left, right) => left - right);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { requests: sorted.length, failed, p50: at(0.5), p99: at(0.99), worst: at(1) };
}

const startedAt = performance.now();
const loops = Array.from({ length: CONNECTIONS }, (_, n) =>
  askInTurn(startedAt + (n * INTERVAL_MS) / CONNECTIONS),
);
parentPort?.on('message', (message) => {
  if (message === 'count') {
    waits = [];
    failed = 0;
    return;
  }
  over.abort();
  void Promise.all(loops).then(() => parentPort?.postMessage(summarize()));
});
