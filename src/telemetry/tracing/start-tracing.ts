import { setGlobalErrorHandler } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { CompressionAlgorithm } from '@opentelemetry/otlp-exporter-base';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { TracingOptions } from '../../config/telemetry-options.ts';
import type { Logger } from '../../log.ts';
import { watchers } from '../../runtime/instruments/watchers.ts';
import { createSampler } from './sampler.ts';
import { createTracer } from './tracer.ts';

export type TracingParts = { options: TracingOptions; version: string; log: Logger };

/** Minimum time between two log lines about an unavailable collector. */
const FAULT_LOG_INTERVAL_MS = 60_000;
/** Time for sending the last spans when the process ends. */
const CLOSE_TIMEOUT_MS = 3_000;

/** Starts tracing; returns a function that sends the remaining spans and stops. */
export function startTracing({ options, version, log }: TracingParts): () => Promise<void> {
  setGlobalErrorHandler(createFaultHandler(log));
  const provider = createProvider(options, version);
  const tracer = createTracer(
    provider.getTracer('participant-gateway', version),
    createSampler(options.sampler),
  );
  watchers.tracer = tracer;
  return async () => {
    if (watchers.tracer === tracer) watchers.tracer = undefined;
    const { promise: timeout, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
    await Promise.race([provider.shutdown().catch(() => undefined), timeout]);
    clearTimeout(timer);
  };
}

function createProvider(options: TracingOptions, version: string): TracerProvider {
  const { batch } = options;
  const exporter = new OTLPTraceExporter({
    url: options.url,
    headers: options.headers,
    timeoutMillis: options.timeoutMs,
    compression:
      options.compression === 'gzip' ? CompressionAlgorithm.GZIP : CompressionAlgorithm.NONE,
  });
  return new TracerProvider({
    resource: resourceFromAttributes({
      ...options.attributes,
      'service.name': options.serviceName,
      'service.version': version,
      'process.pid': process.pid,
    }),
    // createSampler decides before a span is created.
    sampler: new AlwaysOnSampler(),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        scheduledDelayMillis: batch.delayMs,
        maxQueueSize: batch.queueMax,
        maxExportBatchSize: batch.batchMax,
        exportTimeoutMillis: batch.exportTimeoutMs,
      }),
    ],
  });
}

/** Creates a handler that logs at most one error a minute: the library reports every batch that could not be sent. */
function createFaultHandler(log: Logger): (error: unknown) => void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (err) => {
    if (performance.now() - loggedAt < FAULT_LOG_INTERVAL_MS) return;
    loggedAt = performance.now();
    log.warn({ err }, 'traces could not be sent');
  };
}
