import { z } from 'zod';

/** Options of the Prometheus endpoint and of the export of traces; each is undefined when it is switched off. */
export type TelemetryOptions = {
  metrics: MetricsOptions | undefined;
  tracing: TracingOptions | undefined;
};

export type MetricsOptions = { host: string; port: number };

export type TracingOptions = {
  /** URL that accepts OTLP as protobuf by POST. */
  url: string;
  headers: Readonly<Record<string, string>>;
  timeoutMs: number;
  compression: 'gzip' | 'none';
  serviceName: string;
  /** Attributes of the process, in addition to its name. */
  attributes: Readonly<Record<string, string>>;
  sampler: SamplerOptions;
  batch: BatchOptions;
};

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  // Sampler of the gateway: starts a number of traces per second, however many requests arrive.
  'parentbased_ratelimiting',
] as const;

/** Sampler of traces. `arg` is a ratio for `traceidratio`, and traces per second for `ratelimiting`. */
export type SamplerOptions = { name: (typeof SAMPLERS)[number]; arg: number };

export type BatchOptions = {
  delayMs: number;
  queueMax: number;
  batchMax: number;
  exportTimeoutMs: number;
};

const milliseconds = z.coerce.number().int().min(1).max(600_000);
const count = z.coerce.number().int().min(1).max(100_000);
const protocol = z
  .literal('http/protobuf', { error: 'must be http/protobuf, the only supported protocol' })
  .default('http/protobuf');

/** List `name=value,name=value`, percent-encoded, as in the variables of OpenTelemetry. */
const pairs = z
  .string()
  .max(16_384)
  .default('')
  .transform((list) => list.split(',').flatMap((pair) => pair.trim() || []))
  .refine((list) => list.every(isPair), { message: 'must be name=value, with commas between them' })
  .transform((list) => Object.fromEntries(list.filter(isPair).map(toPair)));

function isPair(text: string): boolean {
  return /^[^=\s]+\s*=/.test(text) && isEncoded(text);
}

function isEncoded(text: string): boolean {
  try {
    return decodeURIComponent(text) !== '';
  } catch {
    return false;
  }
}

function toPair(text: string): [name: string, value: string] {
  const separator = text.indexOf('=');
  return [text.slice(0, separator).trim(), decodeURIComponent(text.slice(separator + 1).trim())];
}

/** Environment variables, with OpenTelemetry's names and meanings. */
export const telemetryVariables = {
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  OTEL_SDK_DISABLED: z
    .string()
    .default('false')
    .transform((text) => text.toLowerCase() === 'true'),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url().optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: protocol,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: protocol,
  OTEL_EXPORTER_OTLP_HEADERS: pairs,
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: pairs,
  OTEL_EXPORTER_OTLP_TIMEOUT: milliseconds.default(10_000),
  OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: milliseconds.optional(),
  OTEL_EXPORTER_OTLP_COMPRESSION: z.enum(['gzip', 'none']).default('none'),
  OTEL_EXPORTER_OTLP_TRACES_COMPRESSION: z.enum(['gzip', 'none']).optional(),
  OTEL_SERVICE_NAME: z.string().min(1).optional(),
  OTEL_RESOURCE_ATTRIBUTES: pairs,
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS).default('parentbased_ratelimiting'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1_000_000).optional(),
  OTEL_BSP_SCHEDULE_DELAY: milliseconds.default(5_000),
  OTEL_BSP_MAX_QUEUE_SIZE: count.default(2_048),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: count.default(512),
  OTEL_BSP_EXPORT_TIMEOUT: milliseconds.default(30_000),
};

/** True when the argument fits the sampler: a ratio is at most 1, traces per second may be more. */
export function hasValidSamplerArgument({
  OTEL_TRACES_SAMPLER,
  OTEL_TRACES_SAMPLER_ARG,
}: Sampling): boolean {
  return !OTEL_TRACES_SAMPLER.endsWith('traceidratio') || (OTEL_TRACES_SAMPLER_ARG ?? 1) <= 1;
}

type TelemetryEnvironment = z.infer<z.ZodObject<typeof telemetryVariables>>;

type Sampling = { OTEL_TRACES_SAMPLER: string; OTEL_TRACES_SAMPLER_ARG?: number | undefined };

/** Returns the options for metrics and traces. */
export function toTelemetryOptions(values: TelemetryEnvironment): TelemetryOptions {
  const { METRICS_HOST: host, METRICS_PORT: port } = values;
  const url = findTracesUrl(values);
  return {
    metrics: port === undefined ? undefined : { host, port },
    tracing: url === undefined ? undefined : toTracingOptions(values, url),
  };
}

/** Default of OpenTelemetry when traces are enabled without an endpoint. */
const LOCAL_COLLECTOR = 'http://localhost:4318';

/** Returns the URL that traces are sent to. Undefined when tracing is switched off. */
function findTracesUrl(values: TelemetryEnvironment): string | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: tracesUrl } =
    values;
  const exporter = values.OTEL_TRACES_EXPORTER;
  if (values.OTEL_SDK_DISABLED || exporter === 'none') return undefined;
  if (tracesUrl !== undefined) return tracesUrl;
  const endpoint = base ?? (exporter === 'otlp' ? LOCAL_COLLECTOR : undefined);
  return endpoint === undefined ? undefined : `${endpoint.replace(/\/$/, '')}/v1/traces`;
}

/** Default argument of the sampler `parentbased_ratelimiting`. */
const TRACES_PER_SECOND = 10;

function toTracingOptions(values: TelemetryEnvironment, url: string): TracingOptions {
  const { 'service.name': resourceName, ...attributes } = values.OTEL_RESOURCE_ATTRIBUTES;
  const name = values.OTEL_TRACES_SAMPLER;
  const defaultArg = name === 'parentbased_ratelimiting' ? TRACES_PER_SECOND : 1;
  return {
    url,
    headers: { ...values.OTEL_EXPORTER_OTLP_HEADERS, ...values.OTEL_EXPORTER_OTLP_TRACES_HEADERS },
    timeoutMs: values.OTEL_EXPORTER_OTLP_TRACES_TIMEOUT ?? values.OTEL_EXPORTER_OTLP_TIMEOUT,
    compression:
      values.OTEL_EXPORTER_OTLP_TRACES_COMPRESSION ?? values.OTEL_EXPORTER_OTLP_COMPRESSION,
    serviceName: values.OTEL_SERVICE_NAME ?? resourceName ?? 'participant-gateway',
    attributes,
    sampler: { name, arg: values.OTEL_TRACES_SAMPLER_ARG ?? defaultArg },
    batch: {
      delayMs: values.OTEL_BSP_SCHEDULE_DELAY,
      queueMax: values.OTEL_BSP_MAX_QUEUE_SIZE,
      batchMax: values.OTEL_BSP_MAX_EXPORT_BATCH_SIZE,
      exportTimeoutMs: values.OTEL_BSP_EXPORT_TIMEOUT,
    },
  };
}
