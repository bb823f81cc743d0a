import { text } from 'node:stream/consumers';
import autocannon from 'autocannon';
import type { LoadOptions, LoadRequest, LoadResult } from '../src/load/load.ts';

/** Reads what to send from standard input and prints what was measured; both as JSON. */
const options: LoadOptions = JSON.parse(await text(process.stdin));

/** How many requests each connection has ready; the connections begin at different places of the list. */
const READY_MAX = 200;

function sliceFor(connection: number): LoadRequest[] {
  const { requests, connections } = options;
  const length = Math.max(1, Math.min(READY_MAX, Math.floor(requests.length / connections)));
  const start = (connection * length) % requests.length;
  return requests.slice(start, start + length);
}

let started = 0;
const measured = await autocannon({
  url: options.url,
  connections: options.connections,
  duration: options.seconds,
  timeout: 30,
  requests: [{ method: 'GET', path: '/' }],
  setupClient: (client) => {
    client.setRequests(sliceFor(started));
    started += 1;
  },
});
const result: LoadResult = {
  requests: measured.requests.total,
  seconds: measured.duration,
  p50: measured.latency.p50,
  p99: measured.latency.p99,
  failures: measured.errors + measured.non2xx,
};
process.stdout.write(JSON.stringify(result));
