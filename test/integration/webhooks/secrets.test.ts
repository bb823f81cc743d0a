import { expect, it } from 'vitest';
import { createFileVault } from '../../../src/adapters/files/file-vault.ts';
import { loadConfig } from '../../../src/config/config.ts';
import { DecryptionError } from '../../../src/errors.ts';
import { rotateDataKeys } from '../../../src/resolvers/master-keys/rotate-data-keys.ts';
import { addEndpoint } from '../../../src/resolvers/webhooks/add-endpoint.ts';
import { runAsOperator } from '../../../src/resolvers/webhooks/run-as-operator.ts';
import { readSigned } from '../../support/clients/webhook-signature.ts';
import { useWebhooks } from '../../support/clients/webhooks.ts';
import { listTablesHolding } from '../../support/database/tables.ts';
import { useWebhookReceiver } from '../../support/processes/webhook-receiver.ts';

const webhooks = useWebhooks();
const receiver = useWebhookReceiver();

/** With these master keys, the current one first. */
const vaultOf = async (keys: string) =>
  await createFileVault({
    options: loadConfig({ FILE_MASTER_KEYS: keys }).files,
    onFault: () => undefined,
  });

it('a dump of the database gives no secret away, in whatever spelling', async () => {
  const { secret } = await webhooks.add(receiver.url());
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
  for (const spelling of [
    secret.slice(6),
    bytes.toString('hex'),
    Buffer.from(secret).toString('hex'),
  ])
    expect(await listTablesHolding(webhooks.db, spelling)).toEqual([]);
  // What is there would be found.
  expect(await listTablesHolding(webhooks.db, receiver.url())).toEqual(['webhook_endpoints']);
});

it('outlives a change of the master key, and opens for no other endpoint', async () => {
  const { db } = webhooks;
  const one = await webhooks.add(receiver.url());
  const other = await webhooks.add(receiver.url());
  const oldKey = Buffer.alloc(32, 'test key').toString('base64url');
  const newKey = Buffer.alloc(32, 'new key').toString('base64url');
  expect(await rotateDataKeys(db, await vaultOf(`${newKey} ${oldKey}`))).toBeGreaterThan(0);
  await webhooks.happen(1);
  await webhooks.fanOut();
  await webhooks.deliver(one.id, { vault: await vaultOf(newKey) });
  readSigned(receiver.received[0], one.secret);
  const { sealed_secret } = await db
    .selectFrom('webhook_endpoints')
    .select('sealed_secret')
    .where('id', '=', one.id)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('webhook_endpoints')
    .set({ sealed_secret })
    .where('id', '=', other.id)
    .execute();
  await expect(webhooks.deliver(other.id, { vault: await vaultOf(newKey) })).rejects.toThrow(
    DecryptionError,
  );
  // Nothing was claimed that could not be signed.
  expect(await webhooks.deliveries(other.id)).toMatchObject([{ attempts: 0 }]);
});

it('needs a master key to be made', async () => {
  const vault = await createFileVault({
    options: loadConfig({ DATABASE_URL: webhooks.url }).files,
    onFault: () => undefined,
  });
  const { db, service } = webhooks;
  const { checkUrl, makeSecret } = webhooks.sender;
  const tools = { db, service: service.service, vault, checkUrl, makeSecret };
  const input = { url: receiver.url(), eventTypes: ['business_completed' as const] };
  await expect(
    runAsOperator(tools, async (desk) => await addEndpoint(desk, input)),
  ).rejects.toThrow('No master key is configured. Set FILE_MASTER_KEYS or FILE_MASTER_KEY_FILE.');
});

it('a service has ten endpoints at most, also where many are added at once', async () => {
  const added = await Promise.allSettled(
    Array.from({ length: 14 }, async () => await webhooks.add(receiver.url())),
  );
  expect(added.filter((one) => one.status === 'fulfilled')).toHaveLength(10);
  const refused = added.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
  expect(new Set(refused)).toEqual(
    new Set(['OperatorError: url: A service has at most 10 endpoints.']),
  );
});
