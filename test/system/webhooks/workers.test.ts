import { afterEach, expect, it } from 'vitest';
import { queueJob } from '../../../src/db/queries/jobs/queue.ts';
import { startWork, type WorkParts } from '../../../src/jobs/start-work.ts';
import type { Worker } from '../../../src/jobs/worker.ts';
import { useWebhooks, type Webhooks } from '../../support/clients/webhooks.ts';
import { nameFileFolder } from '../../support/gateway/file-env.ts';
import { useWebhookReceiver } from '../../support/processes/webhook-receiver.ts';
import { startWork as startProcess } from '../../support/processes/work-process.ts';

const webhooks = useWebhooks();
const receiver = useWebhookReceiver();
const workers: Worker[] = [];
/** Waiting for a process is waiting for a machine that may be busy. */
const PATIENTLY = { interval: 20, timeout: 60_000 };

afterEach(async () => {
  await Promise.all(workers.splice(0).map(async (one) => await one.stop()));
});

function work(parts: Partial<WorkParts> = {}): void {
  const options = { jobsMax: 2, pollMs: 20 };
  workers.push(startWork({ tools: webhooks.tools(), options, webhookJobsMax: 4, ...parts }));
}

async function countWaiting({ db, service }: Webhooks): Promise<number> {
  const waiting = db.selectFrom('webhook_deliveries').select('id').where('state', '=', 'waiting');
  return (await waiting.where('service_id', '=', service.serviceId).execute()).length;
}

/** The ids of the messages about each business, in the order in which they first came. */
function firstArrivals(): Map<string, string[]> {
  const lanes = new Map<string, string[]>();
  for (const { body, headers } of receiver.received) {
    const lane = /"businessId":(\d+)/.exec(body)?.[1] ?? '';
    const ids = lanes.get(lane) ?? [];
    const id = String(headers['webhook-id']);
    if (!ids.includes(id)) lanes.set(lane, [...ids, id]);
  }
  return lanes;
}

it('two workers send each message once and those of a business in order, though many fail at first', async () => {
  const { id } = await webhooks.add(receiver.url());
  let failing = 3;
  receiver.answer = (response) => {
    failing -= 1;
    response.writeHead(failing >= 0 ? 500 : 204).end();
  };
  work();
  work();
  for (let round = 0; round < 10; round += 1)
    for (const businessId of [1, 2, 3, 4, 5, 6]) await webhooks.happen(businessId);
  await expect
    .poll(async () => {
      await webhooks.hasten();
      return (await webhooks.deliveries(id)).filter((one) => one.state === 'delivered').length;
    }, PATIENTLY)
    .toBe(60);
  const sent = await webhooks.deliveries(id);
  for (const ids of firstArrivals().values())
    expect(ids).toEqual(sent.map((one) => one.messageId).filter((one) => ids.includes(one)));
  // Three attempts that were refused, and more where the lease of a running one was over: none is sent unrecorded.
  const attempts = sent.reduce((sum, delivery) => sum + delivery.attempts, 0);
  expect(attempts).toBeGreaterThanOrEqual(63);
  expect(receiver.received).toHaveLength(attempts);
});

it('an endpoint that hangs holds up no other, and no other job', async () => {
  const { db, service } = webhooks;
  const held: (() => void)[] = [];
  receiver.answer = (response, { path }) => {
    if (path === '/slow') held.push(() => void response.writeHead(204).end());
    else response.writeHead(204).end();
  };
  const slow = await webhooks.add(receiver.url('/slow'));
  const quick = await webhooks.add(receiver.url('/quick'));
  work({ options: { jobsMax: 1, pollMs: 20 }, webhookJobsMax: 2 });
  for (const businessId of [1, 2, 3]) await webhooks.happen(businessId);
  const storageKey = 'bytes';
  await queueJob(db, {
    serviceId: service.serviceId,
    task: 'delete_bytes',
    key: storageKey,
    payload: { storageKey },
    dueAt: new Date(0),
  });
  const other = db.selectFrom('jobs').select('id').where('task', '=', 'delete_bytes');
  await expect.poll(async () => await other.execute(), PATIENTLY).toEqual([]);
  const isTaken = async (): Promise<boolean> => {
    const all = await webhooks.deliveries(quick.id);
    return all.length === 3 && all.every((one) => one.state === 'delivered');
  };
  await expect.poll(isTaken, PATIENTLY).toBe(true);
  const waiting = await webhooks.deliveries(slow.id);
  expect(waiting.every((one) => one.state === 'waiting')).toBe(true);
  receiver.answer = (response) => void response.writeHead(204).end();
  for (const answer of held) answer();
});

it('what a killed process was sending is sent by the next, and nothing is lost or reordered', async () => {
  const { id } = await webhooks.add(receiver.url());
  const env = {
    DATABASE_URL: webhooks.url,
    WORKER_POLL_MS: '50',
    WEBHOOK_HTTP: 'on',
    WEBHOOK_PORTS: '1024-65535',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    FILE_MASTER_KEYS: nameFileFolder().env.FILE_MASTER_KEYS,
  };
  receiver.answer = () => undefined;
  const first = await startProcess(env);
  for (const businessId of [1, 1, 2]) await webhooks.happen(businessId);
  await expect.poll(() => receiver.received.length, PATIENTLY).toBe(2);
  await first.stop('SIGKILL');
  receiver.answer = (response) => void response.writeHead(204).end();
  const second = await startProcess(env);
  await webhooks.happen(1);
  await expect.poll(async () => (await webhooks.deliveries(id)).length, PATIENTLY).toBe(4);
  // Neither the job nor what it had claimed is taken before its time.
  expect(receiver.received).toHaveLength(2);
  await webhooks.age('2 minutes');
  await expect.poll(async () => await countWaiting(webhooks), PATIENTLY).toBe(0);
  const sent = (await webhooks.deliveries(id)).map((one) => one.messageId);
  const [one, two, other, last] = sent;
  expect(firstArrivals()).toEqual(
    new Map([
      ['1', [one, two, last]],
      ['2', [other]],
    ]),
  );
  expect(receiver.received).toHaveLength(6);
  expect(await second.stop('SIGTERM')).toBe(0);
});
