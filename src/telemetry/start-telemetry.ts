import type { QuotaOptions } from '../config/quota-options.ts';
import type { TelemetryOptions } from '../config/telemetry-options.ts';
import type { Db } from '../db/client.ts';
import type { Logger } from '../log.ts';
import type { Sources, Telemetry } from './sources.ts';

export type TelemetryParts = {
  options: TelemetryOptions;
  version: string;
  db: Db;
  log: Logger;
  quotas: QuotaOptions;
  sources: Sources;
};

/**
 * Starts the metrics and traces that the operator has configured; returns undefined when there are none. Modules of
 * disabled parts are not loaded. Rejects with the system's error when the port of the metrics cannot be used.
 */
export async function startTelemetry(parts: TelemetryParts): Promise<Telemetry | undefined> {
  const { metrics, tracing } = parts.options;
  if (metrics === undefined && tracing === undefined) return undefined;
  const sources = { ...parts.sources };
  const metricsServer =
    metrics === undefined ? undefined : await startMetrics(metrics, { ...parts, sources });
  const endTracing = tracing === undefined ? undefined : await loadTracing(tracing, parts);
  return {
    watch: (furtherSources) => void Object.assign(sources, furtherSources),
    metricsUrl: metricsServer?.url,
    close: async () => {
      await Promise.all([metricsServer?.close(), endTracing?.()]);
    },
  };
}

async function startMetrics(
  options: NonNullable<TelemetryOptions['metrics']>,
  parts: TelemetryParts,
) {
  const { serveMetrics } = await import('./metrics/serve-metrics.ts');
  return await serveMetrics({ ...parts, options });
}

async function loadTracing(
  options: NonNullable<TelemetryOptions['tracing']>,
  parts: TelemetryParts,
) {
  const { startTracing } = await import('./tracing/start-tracing.ts');
  return startTracing({ ...parts, options });
}
