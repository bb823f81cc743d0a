import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { Registry } from 'prom-client';
import type { QuotaOptions } from '../../config/quota-options.ts';
import type { MetricsOptions } from '../../config/telemetry-options.ts';
import type { Db } from '../../db/client.ts';
import type { Logger } from '../../log.ts';
import { watchers } from '../../runtime/instruments/watchers.ts';
import type { Sources } from '../sources.ts';
import { addDatabaseGauges } from './database-gauges.ts';
import { createDatabaseReader } from './database-state.ts';
import { addDiskGauges } from './disk-gauges.ts';
import { addGauge } from './gauges.ts';
import { createMeter } from './meter.ts';
import { addProcessGauges } from './process-gauges.ts';
import { addQuotaGauges } from './quota-gauges.ts';
import { addReplicaGauges } from './replica-gauges.ts';
import { addServiceGauges } from './service-gauges.ts';
import { createServiceNames } from './service-names.ts';
import { addWorkGauges } from './work-gauges.ts';

export type MetricsParts = {
  options: MetricsOptions;
  version: string;
  db: Db;
  log: Logger;
  /** Quotas of each service. */
  quotas: QuotaOptions;
  /** Read at each scrape, so that sources may be added later. */
  sources: Sources;
};

export type ServedMetrics = { url: string; close: () => Promise<void> };

// Only scrapers connect. Prometheus waits 10 seconds by default.
const CONNECTIONS_MAX = 50;
const TIMEOUT_MS = 10_000;

/**
 * Starts measuring, and serves GET /metrics and /health/live on a separate port. Rejects with the system's error when
 * the port cannot be used.
 */
export async function serveMetrics(parts: MetricsParts): Promise<ServedMetrics> {
  const { host, port } = parts.options;
  const registry = new Registry();
  const server = createServer({ requestTimeout: TIMEOUT_MS }, createListener(registry, parts.log));
  server.maxConnections = CONNECTIONS_MAX;
  server.timeout = TIMEOUT_MS;
  server.listen({ host, port });
  await once(server, 'listening');
  const stop = registerMetrics(registry, parts);
  const meter = createMeter(registry);
  watchers.meter = meter;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${getPort(server)}/metrics`,
    close: async () => {
      if (watchers.meter === meter) watchers.meter = undefined;
      stop();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Registers all metrics; returns a function that stops measuring. */
function registerMetrics(
  registry: Registry,
  { version, db, quotas, sources }: MetricsParts,
): () => void {
  addGauge(
    registry,
    {
      name: 'gateway_info',
      help: 'Versions of the gateway and of Node, as labels. The value is always 1.',
      labels: ['version', 'node'],
    },
    () => [[1, version, process.version]],
  );
  addGauge(
    registry,
    { name: 'gateway_ready', help: '1 when the process is ready to serve requests, otherwise 0.' },
    async () => (sources.isReady === undefined ? [] : [[Number(await sources.isReady())]]),
  );
  addWorkGauges(registry, sources);
  addDiskGauges(registry, sources);
  addReplicaGauges(registry, sources);
  const names = createServiceNames(db);
  addServiceGauges(registry, sources, names);
  const read = createDatabaseReader(db, quotas);
  addDatabaseGauges(registry, read);
  addQuotaGauges(registry, { read, limits: quotas, names });
  return addProcessGauges(registry);
}

function createListener(registry: Registry, log: Logger): RequestListener {
  return (request, response) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const [path] = (request.url ?? '').split('?');
    // A worker has no other endpoint for probes.
    if (path === '/health/live') response.writeHead(200).end();
    else if (path !== '/metrics') response.writeHead(404).end();
    else if (!isRead) response.writeHead(405, { allow: 'GET, HEAD' }).end();
    else
      registry.metrics().then(
        (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
        (err: unknown) => {
          log.error({ err }, 'metrics could not be read');
          response.writeHead(500).end();
        },
      );
  };
}

function getPort(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
