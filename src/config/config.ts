import { checkInput } from '../validation/input-issues.ts';
import { type DatabaseOptions, toDatabaseOptions } from './database-options.ts';
import { type DocumentLimits, toDocumentLimits } from './document-limits.ts';
import { type Environment, environmentSchema } from './environment.ts';
import { type EventOptions, toEventOptions } from './event-options.ts';
import { type FileOptions, toFileOptions } from './file-options.ts';
import { type ListOptions, toListOptions } from './list-options.ts';
import { type QuotaOptions, toQuotaOptions } from './quota-options.ts';
import { type ReaderSettings, toReaderSettings } from './reader-options.ts';
import { readSecretFiles } from './secret-files.ts';
import { type TelemetryOptions, toTelemetryOptions } from './telemetry-options.ts';
import { toWebhookOptions, type WebhookOptions } from './webhook-options.ts';
import { toWorkerOptions, type WorkerOptions } from './worker-options.ts';

/** The longest page that may be asked for. */
export type PageSizes = { businesses: number; participants: number };

/** What the process runs with; read once at start and handed down. */
export type Config = {
  host: string;
  port: number;
  /** Undefined: the embedded PostgreSQL under dataDir. */
  databaseUrl: string | undefined;
  /** A server that follows that one, for lists. */
  databaseReadUrl: string | undefined;
  dataDir: string;
  /** How many processes serve; `auto` as many as cores and connections are good for. */
  processes: number | 'auto';
  database: DatabaseOptions;
  token: TokenOptions;
  events: EventOptions;
  /** Exact origins whose pages may read answers. */
  corsOrigins: readonly string[];
  requestTimeoutMs: number;
  shutdownTimeoutMs: number;
  /** How long the gateway still answers everything after it was told to stop, while it is not ready any more. */
  drainDelayMs: number;
  bodyBytesMax: number;
  answers: AnswerOptions;
  document: DocumentLimits;
  heavy: HeavyOptions;
  /** Of one answer of the v4 interface that is no file. */
  restAnswerBytesMax: number;
  /** Whether GraphQL queries that came before may pass by yoga's machinery. */
  hasFastLane: boolean;
  /** How long a start runs the common reads for nobody before it takes requests; 0: not at all. */
  warmUpMs: number;
  pageSizes: PageSizes;
  budgets: BudgetOptions;
  quotas: QuotaOptions;
  files: FileOptions;
  worker: WorkerOptions;
  readers: ReaderSettings;
  webhooks: WebhookOptions;
  lists: ListOptions;
  /** How long a screening of somebody who was typed in is kept. */
  screeningDays: number;
  /** For how many months after its end an office counts, in Mexico and elsewhere; null is for ever. */
  lookBack: { nationalMonths: number | null; foreignMonths: number | null };
  /** Of the names of lists that are held for screening; 0: none are. */
  nameIndexBytesMax: number;
  logLevel: string;
  /** Undefined: standard output. */
  logFile: string | undefined;
  telemetry: TelemetryOptions;
};

/** Turns at operations that cost much or answer much. */
export type HeavyOptions = {
  /** At once in this process, and of one service. */
  max: number;
  perServiceMax: number;
  /** How many of one service wait, and for how long. */
  waitingMax: number;
  waitMs: number;
};

/** What a service may spend in a window; 0 is no budget. */
export type BudgetOptions = {
  /** Points of GraphQL operations. */
  cost: number;
  /** Requests to the v4 interface. */
  requests: number;
  /** Access tokens issued. */
  tokens: number;
  windowSeconds: number;
};

export type TokenOptions = {
  /** PKCS#8 PEM or JWK (EdDSA or ES256) of the private key; undefined: made once and kept in the database. */
  signingKey: string | undefined;
  issuer: string;
  audience: string;
  ttlSeconds: number;
};

/** What a client that does not read its answer may cost. */
export type AnswerOptions = {
  /** How long it may take nothing. */
  stallMs: number;
  /** What it must take on the whole, once that time is over. */
  bytesPerSecondMin: number;
  /** Of answers that are not read yet: of the process, and to the callers of one service. */
  bytesMax: number;
  bytesPerServiceMax: number;
};

/** Reads and checks the environment; throws one Error that lists every wrong variable by name. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const { values, faults } = readSecretFiles(present);
  const result = checkInput(environmentSchema, values);
  if (result.success && faults.length === 0) return toConfig(result.data);
  const issues = result.success ? [] : result.issues;
  const all = [...faults, ...issues.map(({ path, message }) => `${path.join('.')}: ${message}`)];
  throw new Error(`The environment is not valid: ${all.join('; ')}`);
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
    budgets: toBudgetOptions(values),
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

function toBudgetOptions(values: Environment): BudgetOptions {
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

function toHeavyOptions(values: Environment): HeavyOptions {
  return {
    max: values.HEAVY_OPERATIONS_MAX,
    perServiceMax: values.HEAVY_OPERATIONS_PER_SERVICE_MAX,
    waitingMax: values.HEAVY_OPERATIONS_WAITING_MAX,
    waitMs: values.HEAVY_WAIT_MS,
  };
}
