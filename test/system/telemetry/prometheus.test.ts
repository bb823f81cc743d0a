import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { typesOf } from '../../support/clients/metrics.ts';
import { useDatabase } from '../../support/database/database.ts';
import { type OpenGateway, openGateway } from '../../support/gateway/open-gateway.ts';
import {
  hasPrometheus,
  type Prometheus,
  promtool,
  startPrometheus,
} from '../support/prometheus.ts';

const FOLDER = 'deploy/observability';

const rulesSchema = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
});
const dashboardSchema = z.object({
  panels: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      targets: z.array(z.object({ expr: z.string() })).optional(),
    }),
  ),
});

const rules = rulesSchema
  .parse(parse(readFileSync(`${FOLDER}/alerts.yml`, 'utf8')))
  .groups.flatMap((group) => group.rules);
const { panels } = dashboardSchema.parse(
  JSON.parse(readFileSync(`${FOLDER}/dashboard.json`, 'utf8')),
);
/** As Grafana would fill them in. */
const queries = panels
  .flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  .map((expr) => expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*'));
const expressions = [...rules.map(({ expr }) => expr), ...queries];

const database = useDatabase();
let gateway: OpenGateway;
beforeAll(async () => {
  gateway = await openGateway(database.url, { METRICS_PORT: '0' });
});
afterAll(async () => {
  await gateway.close();
});

it('alerts and dashboard ask for metrics that there are, and each panel has its place', async () => {
  const text = await (await fetch(gateway.metricsUrl ?? '')).text();
  const known = new Set(
    [...typesOf(text)].flatMap(([name, type]) =>
      type === 'histogram' ? ['_bucket', '_count', '_sum'].map((end) => `${name}${end}`) : [name],
    ),
  );
  expect(expressions.length).toBeGreaterThan(40);
  const asked = expressions.flatMap(
    (expr) => expr.match(/\b(?:gateway|process|nodejs)_\w+/g) ?? [],
  );
  expect([...new Set(asked)].filter((name) => !known.has(name))).toEqual([]);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
});

describe.skipIf(!hasPrometheus)('a Prometheus of Debian', () => {
  let prometheus: Prometheus;
  beforeAll(async () => {
    prometheus = await startPrometheus(new URL(gateway.metricsUrl ?? '').host);
  });
  afterAll(async () => {
    await prometheus.stop();
  });

  it('takes the settings and the alerts, which come where they are to come', () => {
    for (const args of [
      ['check', 'config', 'prometheus.yml'],
      ['check', 'rules', 'alerts.yml'],
      ['test', 'rules', 'alerts.test.yml'],
    ])
      expect(promtool(...args)).toMatchObject({ isWell: true });
  });

  it('reads a gateway, and answers every query of the dashboard and the alerts', async () => {
    await gateway.graphql('{ viewer { service } }');
    const up = 'up{job="participant-gateway",part="gateway"}';
    await expect
      .poll(async () => (await prometheus.query(up))[0]?.value, { timeout: 60_000 })
      .toBe(1);
    const durations = 'gateway_request_duration_seconds_count{operation="query viewer",code="ok"}';
    await expect
      .poll(async () => (await prometheus.query(durations))[0]?.value, { timeout: 60_000 })
      .toBe(1);
    const [ready] = await prometheus.query('gateway_ready');
    expect(ready).toMatchObject({ value: 1, labels: { part: 'gateway' } });
    const answered = await Promise.all(queries.map(async (expr) => await prometheus.query(expr)));
    // A rate needs two readings, and some things have not happened.
    expect(answered.filter((series) => series.length > 0).length).toBeGreaterThan(15);
    for (const { expr } of rules) await prometheus.query(expr);
  });
});

it.skipIf(!hasPrometheus)('promtool finds nothing in the metrics to say against', async () => {
  const text = await (await fetch(gateway.metricsUrl ?? '')).text();
  const { stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
    input: text,
    encoding: 'utf8',
  });
  expect(`${stdout}${stderr}`).toBe('');
});
