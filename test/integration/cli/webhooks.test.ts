import { beforeAll, expect, it } from 'vitest';
import { at } from '../../support/clients/graphql.ts';
import { readSigned } from '../../support/clients/webhook-signature.ts';
import { TO_RECEIVERS } from '../../support/clients/webhooks.ts';
import { useDatabase } from '../../support/database/database.ts';
import { createTestService, createTestTokens } from '../../support/gateway/callers.ts';
import { nameFileFolder } from '../../support/gateway/file-env.ts';
import { type CommandResult, runCommand } from '../../support/processes/run-command.ts';
import { useWebhookReceiver } from '../../support/processes/webhook-receiver.ts';
import { startWork } from '../../support/processes/work-process.ts';

const database = useDatabase();
const receiver = useWebhookReceiver();
const { FILE_MASTER_KEYS } = nameFileFolder().env;
let service = '';

beforeAll(async () => {
  const tokens = await createTestTokens(database.db);
  ({ service } = await createTestService(database.db, tokens));
});

const env = () => ({ DATABASE_URL: database.url, FILE_MASTER_KEYS, ...TO_RECEIVERS });

async function run(...args: string[]): Promise<CommandResult> {
  return await runCommand(['webhooks', ...args, '--service', service], env());
}

async function listJson(...args: string[]): Promise<unknown[]> {
  const { stdout } = await run(...args, '--json');
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
}

it('gateway webhooks adds an endpoint that a worker sends to, shows what came of it, and ends it', async () => {
  const types = ['--event', 'business.upserted', '--event', 'business.completed'];
  const added = await run('add', receiver.url(), ...types, '--json');
  expect(added).toMatchObject({ code: 0, stderr: '' });
  const shown: unknown = JSON.parse(added.stdout);
  const id = Number(at(shown, 'id'));
  const secret = String(at(shown, 'secret'));
  expect((await run('test', `${id}`)).stdout).toMatch(
    /^Delivery \d+ is queued and sent by the next worker\.\n$/,
  );
  const worker = await startWork({ ...env(), WORKER_POLL_MS: '50' });
  await expect.poll(() => receiver.received.length).toBe(1);
  expect(readSigned(receiver.received[0], secret)).toMatchObject({ type: 'webhook.test' });
  await worker.stop('SIGTERM');
  const [delivery] = await listJson('deliveries', `${id}`, '--state', 'delivered');
  expect(delivery).toMatchObject({ type: 'webhook.test', attempts: 1, last_status: 204 });
  expect((await run('deliveries', `${id}`)).stdout).toContain(
    'webhook.test  delivered  attempts: 1',
  );
  const rotated = await run('rotate', `${id}`, '--overlap-hours', '0');
  expect(rotated.stdout).toMatch(/^Secret of endpoint .*, shown only once:\nwhsec_.+\n$/);
  expect((await run('disable', `${id}`)).stdout).toBe(`Endpoint ${id} is disabled.\n`);
  expect(await listJson('list')).toMatchObject([
    { id, url: receiver.url(), disabled_reason: 'asked', event_types: types.filter(isType) },
  ]);
  expect((await run('list')).stdout).toContain('disabled (asked)');
  expect((await run('enable', `${id}`)).stdout).toBe(`Endpoint ${id} is enabled.\n`);
  expect((await run('remove', `${id}`)).stdout).toBe(`Endpoint ${id} is removed.\n`);
  expect(await listJson('list')).toEqual([]);
});

const isType = (word: string): boolean => !word.startsWith('--');

it.each([
  [
    ['add', 'http://10.0.0.1:8080/', '--event', 'business.upserted'],
    'url: Must be a public address.',
  ],
  [['add', 'https://hooks.example', '--event', 'business.gone'], 'Must be one of'],
  [['disable', 'one'], 'Must be a whole number'],
  [['disable', '999'], 'The service has no such webhook endpoint or delivery.'],
  [['deliveries', '999'], 'The service has no such webhook endpoint or delivery.'],
])('gateway webhooks %j says what is wrong', async (args, sentence) => {
  const result = await run(...args);
  expect(result).toMatchObject({ code: 1, stdout: '' });
  expect(result.stderr).toContain(sentence);
});
