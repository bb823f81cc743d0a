import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { createFileVault, type FileVault } from '../../../src/adapters/files/file-vault.ts';
import type { HostResolver } from '../../../src/adapters/network/resolve-host.ts';
import {
  createWebhookSender,
  type WebhookSender,
} from '../../../src/adapters/webhooks/webhook-sender.ts';
import { loadConfig } from '../../../src/config/config.ts';
import type { WebhookOptions } from '../../../src/config/webhook-options.ts';
import type { Db } from '../../../src/db/client.ts';
import { listDeliveries } from '../../../src/db/queries/webhooks/deliveries.ts';
import {
  BUSINESS_EVENT_TYPES,
  type BusinessEventType,
} from '../../../src/domain/events/business-event.ts';
import type { WebhookDelivery } from '../../../src/domain/events/webhook.ts';
import type { JobTools } from '../../../src/jobs/run-job.ts';
import { addEndpoint } from '../../../src/resolvers/webhooks/add-endpoint.ts';
import { deliverWebhooks } from '../../../src/resolvers/webhooks/deliver.ts';
import { fanOutWebhooks } from '../../../src/resolvers/webhooks/fan-out.ts';
import { runAsOperator } from '../../../src/resolvers/webhooks/run-as-operator.ts';
import type { EndpointContext } from '../../../src/resolvers/webhooks/webhook-context.ts';
import { recordEvent } from '../data/record-event.ts';
import { useDatabase } from '../database/database.ts';
import { createTestService, createTestTokens, type TestService } from '../gateway/callers.ts';
import { nameFileFolder } from '../gateway/file-env.ts';
import { makeTools } from '../gateway/jobs.ts';

/** Settings that let a test gateway call the receivers of its test. */
export const TO_RECEIVERS = {
  WEBHOOK_HTTP: 'on',
  WEBHOOK_PORTS: '1024-65535',
  WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
};

/** Time limits for receivers that do not respond: a responding one may exceed them on a busy machine. */
export const SHORT_TIMEOUTS = { timeoutMs: 400, connectTimeoutMs: 300 };

/** Webhook options of the same settings, with time limits that end only what hangs. */
export function webhookOptions(options: Partial<WebhookOptions> = {}): WebhookOptions {
  return {
    ...loadConfig(TO_RECEIVERS).webhooks,
    timeoutMs: 60_000,
    connectTimeoutMs: 60_000,
    ...options,
  };
}

/** Service with webhooks and everything that sends them, except a running worker. */
export type Webhooks = {
  url: string;
  db: Db;
  service: TestService;
  sender: WebhookSender;
  /** Makes a change as operator. */
  change: <T>(work: (desk: EndpointContext) => Promise<T>) => Promise<T>;
  add: (url: string, eventTypes?: BusinessEventType[]) => Promise<{ id: number; secret: string }>;
  /** Records that a business was upserted. */
  happen: (businessId: number, createdOrNot?: boolean) => Promise<void>;
  /** Creates the deliveries of all recorded events. */
  fanOut: () => Promise<void>;
  /** Sends the due deliveries of an endpoint. */
  deliver: (endpointId: number, tools?: Partial<JobTools>) => Promise<void>;
  deliveries: (endpointId: number) => Promise<WebhookDelivery[]>;
  tools: () => Omit<JobTools, 'signal'>;
  /** Makes waiting attempts due, without affecting running ones. */
  hasten: () => Promise<void>;
  /** Moves the times of all webhook records into the past by this interval. */
  age: (interval: string) => Promise<void>;
};

export function useWebhooks(resolveHost?: HostResolver): Webhooks {
  const database = useDatabase();
  const files = nameFileFolder();
  const sender = createWebhookSender(webhookOptions(), resolveHost);
  let vault: FileVault;
  let service: TestService;
  beforeAll(async () => {
    vault = await createFileVault({
      options: loadConfig(files.env).files,
      onFault: () => undefined,
    });
  });
  beforeEach(async () => {
    await database.db.deleteFrom('webhook_endpoints').execute();
    service = await createTestService(database.db, await createTestTokens(database.db));
  });
  afterAll(async () => await files.remove());
  const tools = () => ({ ...makeTools(database.db), vault, webhooks: sender });
  const change: Webhooks['change'] = async (work) => {
    const { service: name } = service;
    return await runAsOperator({ db: database.db, service: name, vault, ...sender }, work);
  };
  return {
    get url() {
      return database.url;
    },
    get db() {
      return database.db;
    },
    get service() {
      return service;
    },
    sender,
    change,
    add: async (url, eventTypes = [...BUSINESS_EVENT_TYPES]) => {
      const { endpoint, secret } = await change(
        async (desk) => await addEndpoint(desk, { url, eventTypes }),
      );
      return { id: endpoint.id, secret };
    },
    happen: async (businessId, created = false) => {
      const { serviceId } = service;
      const event = { type: 'business_upserted', businessId, created, receiptId: null } as const;
      await recordEvent(database.db, { serviceId, ...event });
    },
    fanOut: async () => {
      while ((await fanOutWebhooks(database.db)).isQueued);
    },
    deliver: async (endpointId, other = {}) => {
      const { signal } = new AbortController();
      const ctx = { ...tools(), ...other, serviceId: service.serviceId, signal };
      await deliverWebhooks(ctx, endpointId);
    },
    deliveries: async (endpointId) => await listAll(database.db, service.serviceId, endpointId),
    tools,
    hasten: async () => await hasten(database.db),
    age: async (interval) => await age(database.db, interval),
  };
}

async function listAll(db: Db, serviceId: number, endpointId: number): Promise<WebhookDelivery[]> {
  const window = { first: 1000, last: null, after: null, before: null };
  const newest = await listDeliveries(db, { serviceId, endpointId }, { window, state: null });
  return newest.toReversed();
}

async function hasten(db: Db): Promise<void> {
  // A lease lasts longer than the back-off after the first failures.
  await sql`update webhook_deliveries set due_at = now()
    where state = 'waiting' and due_at < now() + interval '45 seconds'`.execute(db);
  await sql`update webhook_endpoints set paused_until = null`.execute(db);
  await sql`update jobs set due_at = now() where held_by is null and task = 'deliver_webhooks'`.execute(
    db,
  );
}

async function age(db: Db, interval: string): Promise<void> {
  await sql`update webhook_deliveries set created_at = created_at - ${interval}::interval,
    due_at = due_at - ${interval}::interval, give_up_at = give_up_at - ${interval}::interval`.execute(
    db,
  );
  await sql`update webhook_endpoints set failing_since = failing_since - ${interval}::interval,
    paused_until = paused_until - ${interval}::interval,
    earlier_secret_until = earlier_secret_until - ${interval}::interval`.execute(db);
  await sql`update jobs set due_at = due_at - ${interval}::interval`.execute(db);
}
