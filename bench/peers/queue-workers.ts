import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { PgBoss } from 'pg-boss';
import { z } from 'zod';
import { median } from '../src/stats.ts';

const WORKER = fileURLToPath(new URL('queue-worker.ts', import.meta.url));
const QUEUES = ['own', 'graphile-worker', 'pg-boss'] as const;
type Queue = (typeof QUEUES)[number];
type Ran = { ran: string; at: number };
type Worker = { child: ChildProcess; ran: Ran[] };
type Add = (key: string) => Promise<unknown>;

/** How long each waits to be done, after a kill too, and what is kept of a failure. */
export async function* measureWorkers(url: string, bouncedUrl: string): AsyncGenerator<object> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false });
  await boss.start();
  const retries = { retryLimit: 3, retryDelay: 1, retryBackoff: true };
  await boss.createQueue('x', { notify: true, heartbeatSeconds: 10, ...retries });
  await client.query('truncate jobs, graphile_worker._private_jobs');
  for (const queue of QUEUES) {
    const add = adderOf(queue, client, boss);
    const direct = await measureLatency({ queue, url, add });
    const bounced = await measureLatency({ queue, url: bouncedUrl, add });
    const twice = await measureTwoWorkers({ queue, url, add });
    yield { queue, direct, bounced, twice, ...(await measureKill({ queue, url, add })) };
  }
  await boss.stop();
  await client.end();
}

function adderOf(queue: Queue, client: Client, boss: PgBoss): Add {
  if (queue === 'pg-boss') return async (key) => await boss.send('x', { key });
  const text =
    queue === 'own'
      ? `insert into jobs (service_id, task, key, payload)
         values (1, 'delete_bytes', $1, jsonb_build_object('storageKey', $1::text))`
      : "select graphile_worker.add_job('x', json_build_object('key', $1::text))";
  return async (key) => await client.query(text, [key]);
}

type Place = { queue: Queue; url: string; add: Add };
const messageSchema = z.union([
  z.object({ isReady: z.literal(true) }),
  z.object({ ran: z.string(), at: z.number() }),
]);

async function start({ queue, url }: Place, mode: 'normal' | 'victim'): Promise<Worker> {
  const child = fork(WORKER, [queue, url, mode]);
  const ran: Ran[] = [];
  await new Promise<void>((resolve) => {
    child.on('message', (message) => {
      const said = messageSchema.parse(message);
      if ('ran' in said) ran.push(said);
      else resolve();
    });
  });
  return { child, ran };
}

async function until(isTrue: () => boolean, ms: number): Promise<boolean> {
  const endsAt = Date.now() + ms;
  while (Date.now() < endsAt && !isTrue()) await wait(5);
  return isTrue();
}

const LATENCIES = 5;

/** Milliseconds from the commit of a job by another process until it begins. */
async function measureLatency(place: Place): Promise<{ median: number; max: number }> {
  const { child, ran } = await start(place, 'normal');
  await wait(1_500);
  const waited: number[] = [];
  for (let count = 0; count < LATENCIES; count += 1) {
    const key = `latency-${performance.now()}`;
    const at = Date.now();
    await place.add(key);
    await until(() => ran.some((one) => one.ran === key), 40_000);
    waited.push((ran.find((one) => one.ran === key)?.at ?? Number.NaN) - at);
    await wait(Math.random() * 300);
  }
  child.kill('SIGKILL');
  return { median: Math.round(median(waited)), max: Math.max(...waited) };
}

/** Beside a job that always fails, how often 200 jobs are done by two processes, and in how long. */
async function measureTwoWorkers(place: Place): Promise<object> {
  const workers = [await start(place, 'normal'), await start(place, 'normal')];
  const at = Date.now();
  await place.add('poison');
  for (let count = 0; count < 200; count += 1) await place.add(`twice-${count}`);
  const listRan = () => workers.flatMap((one) => one.ran).filter((one) => one.ran !== 'poison');
  await until(() => listRan().length >= 200, 60_000);
  const ms = Date.now() - at;
  await wait(2_500);
  for (const { child } of workers) child.kill('SIGKILL');
  const ran = listRan();
  return { runs: ran.length, jobs: new Set(ran.map((one) => one.ran)).size, ms };
}

const KILL_WAIT_MS = 90_000;

/** Seconds from kill -9 of a worker in the middle of a job until another process begins it again. */
async function measureKill(place: Place): Promise<{ killedSeconds: number | string }> {
  const victim = await start(place, 'victim');
  await place.add('killed');
  await until(() => victim.ran.some((one) => one.ran === 'killed'), 40_000);
  victim.child.kill('SIGKILL');
  const at = Date.now();
  const heir = await start(place, 'normal');
  const again = () => heir.ran.find((one) => one.ran === 'killed');
  await until(() => again() !== undefined, KILL_WAIT_MS);
  heir.child.kill('SIGKILL');
  const found = again();
  const notYet = `not within ${KILL_WAIT_MS / 1000}`;
  return { killedSeconds: found === undefined ? notYet : Math.round((found.at - at) / 1000) };
}
