import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEventStream } from '../../support/clients/event-client.ts';
import {
  parseMetrics,
  readMetrics,
  type Sample,
  typesOf,
  valueOf,
} from '../../support/clients/metrics.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import { makeTrustingService } from '../../support/data/trusted.ts';
import { useDatabase } from '../../support/database/database.ts';
import { createTestService, createTestTokens } from '../../support/gateway/callers.ts';
import { type OpenGateway, openGateway } from '../../support/gateway/open-gateway.ts';
import { CANARY_PATTERN } from '../../support/probes/canary.ts';

const database = useDatabase();
let gateway: OpenGateway;
beforeAll(async () => {
  gateway = await openGateway(database.url, { METRICS_PORT: '0' });
  await makeBusiness(gateway.db, gateway.service.serviceId, { id: 100, participants: [{}] });
});
afterAll(async () => {
  await gateway.close();
});

async function read(): Promise<Sample[]> {
  return await readMetrics(gateway.metricsUrl ?? '');
}

/** As it may stand in a name of GraphQL and in a path. */
const CANARY = 'CANARIO';
const DURATIONS = 'gateway_request_duration_seconds_count';

/** How many requests of these labels there were. */
async function countOf(labels: Record<string, string>): Promise<number> {
  return valueOf(await read(), DURATIONS, labels) ?? 0;
}

describe('metrics', () => {
  it('are of requests by operation and by what came of them, of either wire', async () => {
    const detail = { wire: 'rest', operation: 'getBusinessDetail' };
    const viewer = { wire: 'graphql', operation: 'query viewer', code: 'ok' };
    const viewerCount = await countOf(viewer);
    await gateway.request('GET', '/api/v4/business/detail?id=100');
    await gateway.request('GET', '/api/v4/business/detail?id=9');
    await gateway.graphql('{ viewer { service } }');
    await gateway.graphql('{ viewer { nothing } }');
    await expect.poll(async () => await countOf({ ...detail, code: 'ok' })).toBe(1);
    await expect.poll(async () => await countOf({ ...detail, code: 'declined' })).toBe(1);
    await expect.poll(async () => await countOf(viewer)).toBe(viewerCount + 1);
    const refused = { wire: 'graphql', operation: 'other', code: 'graphql_validation_failed' };
    await expect.poll(async () => await countOf(refused)).toBe(1);
  });

  it('have a fault of the graph as one', async () => {
    await sql.raw('alter table businesses rename to elsewhere').execute(database.db);
    await gateway.graphql('{ business(by: {databaseId: 100}) { id } }');
    await sql.raw('alter table elsewhere rename to businesses').execute(database.db);
    const labels = { operation: 'query business', code: 'server_error' };
    await expect.poll(async () => await countOf(labels)).toBe(1);
    const samples = await read();
    const failures = samples.filter(({ name }) => name === 'gateway_sql_failures_total');
    expect(failures.some(({ labels: { statement } }) => statement === 'select businesses')).toBe(
      true,
    );
  });

  it('call documents that nobody approved by one field, or `other`, and have nothing of what was sent', async () => {
    const tokens = await createTestTokens(gateway.db);
    const { headers } = await createTestService(gateway.db, tokens);
    const trusting = await makeTrustingService(gateway.db, {
      p: 'query Page { viewer { service } }',
    });
    const other = { wire: 'graphql', operation: 'other', code: 'ok' };
    const before = await countOf(other);
    const sent = [
      { headers, query: `query ${CANARY} { ${CANARY}: viewer { service } }` },
      { headers, query: `query ${CANARY} { viewer { service } businesses { totalCount } }` },
      { headers: trusting.headers, documentId: 'p' },
    ];
    for (const { headers: shown, ...body } of sent)
      await fetch(`${gateway.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...shown, 'x-request-id': CANARY },
        body: JSON.stringify(body),
      });
    await fetch(`${gateway.url}/${CANARY}?${CANARY}=1`);
    await fetch(`${gateway.url}/api/v4/fiduciary/${CANARY}/complete`, { method: 'POST', headers });
    const page = { wire: 'graphql', operation: 'query Page', code: 'ok' };
    await expect.poll(async () => await countOf(page)).toBe(1);
    await expect.poll(async () => await countOf(other)).toBe(before + 1);
    const text = await (await fetch(gateway.metricsUrl ?? '')).text();
    expect(text).not.toMatch(CANARY_PATTERN);
    expect(text).not.toContain(gateway.service.headers['x-api-key']);
  });

  it('tell of the database, the lanes, the budgets, the process and who listens', async () => {
    const { service, headers } = gateway.service;
    for (let time = 0; time < 5; time += 1)
      await gateway.graphql('{ business(by: {databaseId: 100}) { name } }');
    const stream = await openEventStream(gateway.url, {
      headers,
      query: 'subscription { businessEvents { id } }',
    });
    await expect.poll(async () => valueOf(await read(), 'gateway_event_subscribers')).toBe(1);
    // The stream itself: the requests before it may end after their responses.
    await expect.poll(async () => valueOf(await read(), 'gateway_requests_active')).toBe(1);
    const samples = await read();
    const value = (name: string, labels = {}): number =>
      valueOf(samples, name, labels) ?? Number.NaN;
    stream.drop();
    expect(value('gateway_fast_lane_total', { result: 'hit' })).toBeGreaterThan(0);
    expect(value('gateway_fast_lane_total', { result: 'miss' })).toBeGreaterThan(0);
    expect(value('gateway_coalesced_statements_total')).toBeGreaterThan(0);
    expect(value('gateway_coalesced_keys_total')).toBeGreaterThanOrEqual(
      value('gateway_coalesced_statements_total'),
    );
    expect(value('gateway_budget_points_total', { budget: 'cost', service })).toBeGreaterThan(5);
    expect(value('gateway_database_connections_max')).toBe(10);
    expect(value('gateway_database_connections', { state: 'idle' })).toBeGreaterThan(0);
    expect(value('gateway_sql_duration_seconds_count')).toBeGreaterThan(0);
    expect(value('gateway_extraction_readers', { state: 'free' })).toBeGreaterThan(0);
    expect(value('gateway_report_printer_waiting')).toBe(0);
    expect(value('gateway_event_publishing_lag_seconds')).toBeGreaterThanOrEqual(0);
    const late = { percentile: '99' };
    expect(value('gateway_event_loop_delay_seconds', late)).toBeGreaterThanOrEqual(0);
    expect(value('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    expect(value('gateway_ready')).toBe(1);
    expect(value('gateway_files_disk_free_bytes')).toBeGreaterThan(0);
    expect(value('gateway_files_disk_size_bytes')).toBeGreaterThan(
      value('gateway_files_disk_free_bytes'),
    );
    expect(valueOf(samples, 'gateway_replica_used')).toBeUndefined();
  });

  it('tell of jobs by task and state, and how old the oldest is', async () => {
    await sql`insert into jobs (service_id, task, key, payload, due_at, failed_at)
      values (${gateway.service.serviceId}, 'delete_bytes', 'k', '{}', now(), now() - interval '90 seconds')`.execute(
      database.db,
    );
    const labels = { task: 'delete_bytes', state: 'failed' };
    await expect.poll(async () => valueOf(await read(), 'gateway_jobs', labels)).toBe(1);
    const age = valueOf(await read(), 'gateway_jobs_oldest_age_seconds', labels);
    expect(age).toBeGreaterThan(85);
  });

  it('keep the conventions of Prometheus, and all of them are in the documents', async () => {
    const text = await (await fetch(gateway.metricsUrl ?? '')).text();
    const types = typesOf(text);
    expect(types.size).toBeGreaterThan(30);
    for (const [name, type] of types) {
      expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
      expect(name).not.toMatch(/_(ms|milliseconds|minutes|kb|mb|percent)\b/);
    }
    const page = await readFile('docs/operate/observability.md', 'utf8');
    const documented = new Set(
      [...page.matchAll(/^- `.*$/gm)].flatMap(([item]) =>
        [...item.matchAll(/`((?:gateway|process|nodejs)_\w+)`/g)].map(([, name = '']) => name),
      ),
    );
    expect(documented).toEqual(new Set(types.keys()));
    expect(parseMetrics(text).every(({ name, value }) => name !== '' && !Number.isNaN(value))).toBe(
      true,
    );
  });

  it('are all that the port has', async () => {
    const url = new URL(gateway.metricsUrl ?? '');
    expect((await fetch(new URL('/graphql', url))).status).toBe(404);
    expect((await fetch(url, { method: 'POST' })).status).toBe(405);
    expect((await fetch(new URL('/health/live', url))).status).toBe(200);
    expect((await fetch(`${gateway.url}/metrics`)).status).toBe(404);
  });
});
