import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findFreePort } from '../../../src/embedded-postgres/free-port.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import { useDatabase } from '../../support/database/database.ts';
import {
  createTestService,
  createTestTokens,
  TOKEN_OPTIONS,
} from '../../support/gateway/callers.ts';
import { nameFileFolder } from '../../support/gateway/file-env.ts';
import { type ServeProcess, startServe } from '../../support/processes/serve-process.ts';
import {
  type Balancer,
  hasHaproxy,
  hasNginx,
  startHaproxy,
  startNginx,
} from '../support/balancers.ts';

const CONNECTIONS = 16;
const RESTARTS = 4;
/**
 * What a client may send again, once: its connection broke, or a proxy reached no gateway. A connection that the system
 * accepts in the last microseconds before the socket is closed is reset, and a proxy does not send a POST again itself.
 */
const MAY_RETRY = /^(?:E[A-Z]+|socket hang up|50[234] .*)$/s;
/** Of one connection, so that the machine has time for the restarts. */
const BETWEEN_REQUESTS_MS = 30;

if (!hasHaproxy || !hasNginx)
  console.log('HAProxy or nginx is not installed here: no gateway was restarted behind them.');

const database = useDatabase();

type Asked = { url: string; headers: Record<string, string>; body: string };

/** A POST, which no proxy sends a second time: the status, or the word of what broke. */
async function ask({ url, headers, body }: Asked, agent: Agent): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const sent = request(`${url}/graphql`, { method: 'POST', agent, headers }, (response) => {
    let text = '';
    response.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    response.on('close', () => {
      const isAnswered = response.complete && text.includes('"name":"Fideicomiso');
      resolve(isAnswered ? 'answered' : `${response.statusCode} ${text.slice(0, 80)}`);
    });
  });
  sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  sent.end(body);
  return await promise;
}

/** Asks on so many connections until it is stopped; then answers how often what came. */
function startAsking(asked: Asked): { stop: () => Promise<Record<string, number>> } {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const came: Record<string, number> = {};
  const over = new AbortController();
  const askOn = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const first = await ask(asked, agent);
      const outcome = MAY_RETRY.test(first) ? toRetried(await ask(asked, agent), first) : first;
      came[outcome] = (came[outcome] ?? 0) + 1;
      await pause(BETWEEN_REQUESTS_MS);
    }
  };
  const all = Promise.all(Array.from({ length: CONNECTIONS }, askOn));
  return {
    stop: async () => {
      over.abort();
      await all;
      agent.destroy();
      return came;
    },
  };
}

/** Outcome of a request that was sent again: `retried` where it was answered then. */
function toRetried(outcome: string, first: string): string {
  return outcome === 'answered' ? 'retried' : `${first}, then ${outcome}`;
}

async function untilReady(gateway: ServeProcess): Promise<void> {
  const url = await gateway.url;
  await expect
    .poll(async () => (await fetch(`${url}/health/ready`)).status, { timeout: 60_000 })
    .toBe(200);
}

async function use(starting: Promise<Balancer>): Promise<Balancer> {
  const balancer = await starting;
  onTestFinished(balancer.stop);
  return balancer;
}

describe.skipIf(!hasHaproxy || !hasNginx)('two gateways that are restarted in turn', () => {
  it('lose no request of a client that sends a broken one again once, behind plain HAProxy and behind nginx that takes no server for dead', async () => {
    const files = nameFileFolder();
    const service = await createTestService(database.db, await createTestTokens(database.db));
    const business = await makeBusiness(database.db, service.serviceId);
    const env = {
      ...files.env,
      TOKEN_ISSUER: TOKEN_OPTIONS.issuer,
      TOKEN_AUDIENCE: TOKEN_OPTIONS.audience,
      DATABASE_URL: database.url,
      LOG_LEVEL: 'error',
      WORKER: 'off',
      // What it is where nobody sets it.
      DRAIN_DELAY_MS: '',
    };
    const ports = [await findFreePort(), await findFreePort()];
    const start = (at: number) => startServe({ ...env, PORT: String(ports[at]) });
    const gateways = [start(0), start(1)];
    await Promise.all(gateways.map(untilReady));
    const balancers = await Promise.all([use(startHaproxy(ports)), use(startNginx(ports))]);
    const asking = balancers.map(({ url }) =>
      startAsking({
        url,
        headers: { 'content-type': 'application/json', ...service.headers },
        body: JSON.stringify({ query: `{ business(by: {databaseId: ${business.id}}) { name } }` }),
      }),
    );
    for (let restart = 0; restart < RESTARTS; restart += 1) {
      const at = restart % gateways.length;
      expect(await gateways[at]?.stop('SIGTERM')).toBe(0);
      const next = start(at);
      gateways[at] = next;
      await untilReady(next);
    }
    const came = await Promise.all(asking.map(async (one) => await one.stop()));
    console.info(`${RESTARTS} restarts behind HAProxy and nginx: ${JSON.stringify(came)}`);
    await files.remove();
    for (const [place, { answered, retried, ...lost }] of came.entries()) {
      if (retried !== undefined) console.info(await balancers[place]?.log());
      expect(answered).toBeGreaterThan(0);
      expect(lost).toEqual({});
    }
  }, 240_000);
});
