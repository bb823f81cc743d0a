import { checkInput } from '../validation/input-issues.ts';
import { type DatabaseOptions, toDatabaseOptions } from './database-options.ts';
import { type DocumentLimits, toDocumentLimits } from './document-limits.ts';
import { type Environment, environmentSchema } from './environment.ts';
import { type EventOptions, toEventOptions } from './event-options.ts';
import { type FileOptions, toFileOptions } from './file-options.ts';
import { type HeavyOptions, toHeavyOptions } from './heavy-options.ts';
import { type ListOptions, toListOptions } from './list-options.ts';
import { type QuotaOptions, toQuotaOptions } from './quota-options.ts';
import { type ReaderSettings, toReaderSettings } from './reader-options.ts';
import { readSecretFiles } from './secret-files.ts';
import { type TelemetryOptions, toTelemetryOptions } from './telemetry-options.ts';
import { toWebhookOptions, type WebhookOptions } from './webhook-options.ts';
import { toWorkerOptions, type WorkerOptions } from './worker-options.ts';

/** Maximum page sizes. */
export type PageSizes = { businesses: number; participants: number };

/** Configuration of the process, read once at start. */
export type Config = {
  host: string;
  port: number;
  /** URL of PostgreSQL. Undefined for the embedded PostgreSQL under dataDir. */
  databaseUrl: string | undefined;
  /** URL of a replica of that database, for reads of lists. */
  databaseReadUrl: string | undefined;
  dataDir: string;
  /** Number of serving processes. `auto` depends on the number of cores and connections. */
  processes: number | 'auto';
  database: DatabaseOptions;
  token: TokenOptions;
  events: EventOptions;
  /** Exact origins whose pages may read responses. */
  corsOrigins: readonly string[];
  requestTimeoutMs: number;
  shutdownTimeoutMs: number;
  /** Time after a stop signal in which the gateway reports that it is not ready and still handles requests. */
  drainDelayMs: number;
  bodyBytesMax: number;
  answers: AnswerOptions;
  document: DocumentLimits;
  heavy: HeavyOptions;
  /** Maximum size of a v4 response, except files. */
  restAnswerBytesMax: number;
  /** True when repeated GraphQL queries are executed as compiled operations instead of by graphql-js. */
  hasFastLane: boolean;
  /** Time of the warm-up before the server accepts requests. 0 switches it off. */
  warmUpMs: number;
  pageSizes: PageSizes;
  rateLimits: RateLimitOptions;
  quotas: QuotaOptions;
  files: FileOptions;
  worker: WorkerOptions;
  readers: ReaderSettings;
  webhooks: WebhookOptions;
  lists: ListOptions;
  /** IANA time zone of calendar days. */
  timeZone: string;
  /** URL of the gateway for readers of printed reports. Undefined when reports print none. */
  publicUrl: string | undefined;
  /** Number of days for which a screening of a typed-in subject is stored. */
  screeningDays: number;
  /** Number of months for which a public office counts after its end, in Mexico and abroad. Null for no limit. */
  lookBack: { nationalMonths: number | null; foreignMonths: number | null };
  /** Maximum memory for the name indexes of lists. 0 switches them off. */
  nameIndexBytesMax: number;
  logLevel: string;
  /** Path of the log file. Undefined for standard output. */
  logFile: string | undefined;
  telemetry: TelemetryOptions;
};

/** Rate limits of each service, within a window. 0 means no limit. */
export type RateLimitOptions = {
  /** Points of GraphQL operations. */
  cost: number;
  /** Requests to the v4 interface. */
  requests: number;
  /** Access tokens issued. */
  tokens: number;
  windowSeconds: number;
};

export type TokenOptions = {
  /**
   * Private key as PKCS#8 PEM or JWK (EdDSA or ES256). Undefined for the key in the database, which is created once.
   */
  signingKey: string | undefined;
  issuer: string;
  audience: string;
  ttlSeconds: number;
};

/** Limits for clients that do not read their responses. */
export type AnswerOptions = {
  /** Maximum time without reading anything. */
  stallMs: number;
  /** Minimum average rate, in addition to `stallMs`. */
  bytesPerSecondMin: number;
  /** Maximum size of unread responses, of the process and of one service. */
  bytesMax: number;
  bytesPerServiceMax: number;
};

/** Reads and validates the environment. Empty variables count as absent. Throws an Error that lists all violations. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const { values, faults } = readSecretFiles(present);
  const result = checkInput(environmentSchema, values);
  if (result.success && faults.length === 0) return toConfig(result.data);
  const issues = result.success ? [] : result.issues;
  const allFaults = [
    ...faults,
    ...issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
  ];
  throw new Error(`Invalid environment: ${allFaults.join('; ')}`);
}

function toConfig(values: Environment): Config {
  const { BUSINESSES_PAGE_MAX: businesses, PARTICIPANTS_PAGE_MAX: participants } = values;
  return {
    host: values.HOST,
    port: values.PORT,
    databaseUrl: values.DATABASE_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    dataDir: values.DATA_DIR,
    processes: values.WORKERS,
    database: toDatabaseOptions(values),
    document: toDocumentLimits(values),
    heavy: toHeavyOptions(values),
    restAnswerBytesMax: values.V4_ANSWER_BYTES_MAX,
    hasFastLane: values.FAST_LANE === 'on',
    warmUpMs: values.WARM_UP_MS,
    pageSizes: { businesses, participants },
    rateLimits: toRateLimitOptions(values),
    quotas: toQuotaOptions(values),
    token: {
      signingKey: values.TOKEN_SIGNING_KEY,
      issuer: values.TOKEN_ISSUER,
      audience: values.TOKEN_AUDIENCE,
      ttlSeconds: values.TOKEN_TTL_SECONDS,
    },
    events: toEventOptions(values),
    files: toFileOptions(values),
    corsOrigins: values.CORS_ORIGINS,
    worker: toWorkerOptions(values),
    readers: toReaderSettings(values),
    webhooks: toWebhookOptions(values),
    lists: toListOptions(values),
    timeZone: values.TIME_ZONE,
    publicUrl: values.PUBLIC_URL,
    screeningDays: values.SCREENING_DAYS,
    lookBack: {
      nationalMonths: values.PEP_LOOK_BACK_MONTHS,
      foreignMonths: values.PEP_LOOK_BACK_FOREIGN_MONTHS,
    },
    nameIndexBytesMax: values.NAME_INDEX_BYTES_MAX,
    requestTimeoutMs: values.REQUEST_TIMEOUT_MS,
    shutdownTimeoutMs: values.SHUTDOWN_TIMEOUT_MS,
    drainDelayMs: values.DRAIN_DELAY_MS,
    bodyBytesMax: values.BODY_BYTES_MAX,
    answers: toAnswerOptions(values),
    logLevel: values.LOG_LEVEL,
    logFile: values.LOG_FILE,
    telemetry: toTelemetryOptions(values),
  };
}

function toRateLimitOptions(values: Environment): RateLimitOptions {
  return {
    cost: values.COST_BUDGET,
    requests: values.REQUEST_BUDGET,
    tokens: values.TOKEN_BUDGET,
    windowSeconds: values.BUDGET_WINDOW_SECONDS,
  };
}

function toAnswerOptions(values: Environment): AnswerOptions {
  return {
    stallMs: values.ANSWER_STALL_MS,
    bytesPerSecondMin: values.ANSWER_BYTES_PER_SECOND_MIN,
    bytesMax: values.ANSWER_BYTES_MAX,
    bytesPerServiceMax: values.ANSWER_BYTES_PER_SERVICE_MAX,
  };
}
