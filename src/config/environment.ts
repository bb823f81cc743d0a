import { z } from 'zod';
import { databaseUrlSchema } from './database-url.ts';
import { listVariables } from './list-options.ts';
import { publicUrlSchema } from './public-url.ts';
import { quotaVariables } from './quota-options.ts';
import { hasValidSamplerArgument, telemetryVariables } from './telemetry-options.ts';
import { timeZoneSchema } from './time-zone.ts';
import { webhookVariables } from './webhook-options.ts';

const portSchema = z.coerce.number().int().min(0).max(65_535);
const positive = z.coerce.number().int().min(1);
/** Duration of at most a day, so that no timer exceeds 24 days: Node would fire it at once. */
const milliseconds = positive.max(86_400_000);
/** Rate limit up to 2^31-1, the maximum of GraphQL's Int. 0 sets no limit. */
const budgetSchema = z.coerce
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 1);

/** Upper bound of the settings for response sizes. Responses are complete in memory. */
const RESPONSE_BYTES_LIMIT = 256 * 1024 * 1024;

/** Default maximum page sizes. */
export const DEFAULT_PAGE_SIZES = { businesses: 100, participants: 1000 };

const ORIGINS_MAX = 50;

/** Exact origins, as browsers send them: scheme, host, and the port unless it is the default of the scheme. */
const originsSchema = z
  .string()
  .default('')
  .transform((list) => list.split(',').flatMap((origin) => origin.trim() || []))
  .refine((origins) => origins.length <= ORIGINS_MAX, { message: `at most ${ORIGINS_MAX} origins` })
  .refine((origins) => origins.every(isOrigin), {
    message: 'must be exact origins, e.g. https://app.example, with commas between them',
  });

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/** Number of months; null for no limit. */
const monthsSchema = z
  .string()
  .regex(/^(?:unlimited|\d{1,3}|1[01]\d\d|1200)$/, {
    message: 'must be unlimited, or a number of months up to 1200',
  })
  .transform((text) => (text === 'unlimited' ? null : Number(text)));

/** Environment variables with their limits and defaults. */
const variablesSchema = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: portSchema.default(4000),
  DATABASE_URL: databaseUrlSchema.optional(),
  DATABASE_READ_URL: databaseUrlSchema.optional(),
  DATA_DIR: z.string().default('.data'),
  WORKERS: z
    .string()
    .regex(/^(auto|[1-9]\d?)$/, { message: 'must be auto or a number from 1 to 99' })
    .default('1')
    .transform((text) => (text === 'auto' ? text : Number(text))),
  DATABASE_POOL_SIZE: positive.max(1000).default(10),
  NAMED_STATEMENTS: z.enum(['on', 'off']).default('on'),
  COALESCED_READS: z.enum(['on', 'off']).default('on'),
  FAST_LANE: z.enum(['on', 'off']).default('on'),
  WARM_UP_MS: z.coerce.number().int().min(0).max(10_000).default(2_000),
  CONNECT_TIMEOUT_MS: milliseconds.default(5_000),
  DATABASE_WAIT_MS: z.coerce.number().int().min(0).max(3_600_000).default(60_000),
  STATEMENT_TIMEOUT_MS: milliseconds.default(30_000),
  LOCK_TIMEOUT_MS: milliseconds.default(10_000),
  CORS_ORIGINS: originsSchema,
  REQUEST_TIMEOUT_MS: milliseconds.default(60_000),
  SHUTDOWN_TIMEOUT_MS: milliseconds.default(30_000),
  /** Longer than HAProxy takes to detect a server that is not ready (6 s), and than fail_timeout of nginx (10 s). */
  DRAIN_DELAY_MS: z.coerce.number().int().min(0).max(600_000).default(13_000),
  BODY_BYTES_MAX: positive.max(64 * 1024 * 1024).default(1024 * 1024),
  ANSWER_STALL_MS: milliseconds.default(30_000),
  ANSWER_BYTES_PER_SECOND_MIN: positive.default(16 * 1024),
  ANSWER_BYTES_MAX: positive.default(192 * 1024 * 1024),
  ANSWER_BYTES_PER_SERVICE_MAX: positive.default(96 * 1024 * 1024),
  GRAPHQL_TOKENS_MAX: positive.default(5000),
  GRAPHQL_ERRORS_MAX: positive.default(10),
  GRAPHQL_OPERATIONS_MAX: positive.default(10),
  GRAPHQL_FRAGMENTS_MAX: positive.default(50),
  /** Deep enough for the introspection query of every common client. */
  GRAPHQL_DEPTH_MAX: positive.default(16),
  GRAPHQL_FIELDS_MAX: positive.default(1000),
  GRAPHQL_ALIASES_MAX: positive.default(50),
  GRAPHQL_PAIRS_MAX: positive.default(10_000),
  GRAPHQL_ROOT_FIELDS_MAX: positive.default(20),
  GRAPHQL_DIRECTIVES_MAX: positive.default(50),
  GRAPHQL_DIRECTIVES_PER_PLACE_MAX: positive.default(5),
  GRAPHQL_COST_MAX: positive.default(200_000),
  GRAPHQL_ANSWER_BYTES_MAX: positive.max(RESPONSE_BYTES_LIMIT).default(8 * 1024 * 1024),
  V4_ANSWER_BYTES_MAX: positive.max(RESPONSE_BYTES_LIMIT).default(32 * 1024 * 1024),
  HEAVY_OPERATIONS_MAX: positive.default(2),
  HEAVY_OPERATIONS_PER_SERVICE_MAX: positive.default(1),
  HEAVY_OPERATIONS_WAITING_MAX: positive.default(32),
  HEAVY_WAIT_MS: milliseconds.default(20_000),
  BUSINESSES_PAGE_MAX: positive.max(1000).default(DEFAULT_PAGE_SIZES.businesses),
  PARTICIPANTS_PAGE_MAX: positive.max(10_000).default(DEFAULT_PAGE_SIZES.participants),
  COST_BUDGET: budgetSchema.default(200_000_000),
  REQUEST_BUDGET: budgetSchema.default(3_000_000),
  TOKEN_BUDGET: budgetSchema.default(6_000),
  BUDGET_WINDOW_SECONDS: positive.max(86_400).default(60),
  TOKEN_SIGNING_KEY: z.string().optional(),
  TOKEN_ISSUER: z.string().default('participant-gateway'),
  TOKEN_AUDIENCE: z.string().default('participant-gateway'),
  TOKEN_TTL_SECONDS: positive.max(31 * 86_400).default(3600),
  EVENT_POLL_MS: positive.max(10_000).default(200),
  EVENT_HEARTBEAT_MS: milliseconds.default(15_000),
  EVENT_STALL_MS: milliseconds.default(30_000),
  EVENT_SUBSCRIBERS_MAX: positive.default(5_000),
  EVENT_SUBSCRIBERS_PER_SERVICE_MAX: positive.default(1_000),
  WORKER: z.enum(['on', 'off']).default('on'),
  WORKER_JOBS_MAX: positive.max(1000).default(8),
  WORKER_POLL_MS: positive.max(60_000).default(1_000),
  READERS_MAX: z.coerce.number().int().min(0).max(64).optional(),
  READER_ISOLATION: z.enum(['required', 'preferred']).default('preferred'),
  ...webhookVariables,
  TIME_ZONE: timeZoneSchema,
  PUBLIC_URL: publicUrlSchema,
  ...quotaVariables,
  /** Retention of screenings of typed-in subjects. */
  SCREENING_DAYS: positive.max(3650).default(365),
  PEP_LOOK_BACK_MONTHS: monthsSchema.prefault('12'),
  PEP_LOOK_BACK_FOREIGN_MONTHS: monthsSchema.prefault('unlimited'),
  NAME_INDEX_BYTES_MAX: z.coerce
    .number()
    .int()
    .min(0)
    .max(4 * 1024 ** 3)
    .default(256 * 1024 ** 2),
  ...listVariables,
  FILES_DIR: z.string().optional(),
  FILE_BYTES_MAX: positive.max(1024 * 1024 * 1024).default(20 * 1024 * 1024),
  FILE_UPLOADS_MAX: positive.max(10_000).default(32),
  FILE_MASTER_KEYS: z.string().optional(),
  FILE_MASTER_KEY_FILE: z.string().optional(),
  FILE_SCAN: z.enum(['required', 'optional']).optional(),
  CLAMD_SOCKET: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_ENDPOINT: z.url().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PATH_STYLE: z.enum(['on', 'off']).default('off'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  LOG_FILE: z.string().optional(),
  ...telemetryVariables,
});

export const environmentSchema = variablesSchema
  // An operation that costs more than the rate limit could never run.
  .refine(
    ({ COST_BUDGET, GRAPHQL_COST_MAX }) => COST_BUDGET === 0 || COST_BUDGET >= GRAPHQL_COST_MAX,
    { path: ['COST_BUDGET'], message: 'must be 0 or at least GRAPHQL_COST_MAX' },
  )
  .refine((env) => env.DATABASE_READ_URL === undefined || env.DATABASE_URL !== undefined, {
    path: ['DATABASE_READ_URL'],
    message: 'must be given with DATABASE_URL',
  })
  .refine(
    (env) => (env.S3_ACCESS_KEY_ID === undefined) === (env.S3_SECRET_ACCESS_KEY === undefined),
    {
      path: ['S3_SECRET_ACCESS_KEY'],
      message: 'must be given with S3_ACCESS_KEY_ID, or neither of them',
    },
  )
  .refine((env) => env.FILE_MASTER_KEYS === undefined || env.FILE_MASTER_KEY_FILE === undefined, {
    path: ['FILE_MASTER_KEYS'],
    message: 'must not be given with FILE_MASTER_KEY_FILE',
  })
  // Without a scanner, every file would be rejected.
  .refine((env) => env.FILE_SCAN !== 'required' || env.CLAMD_SOCKET !== undefined, {
    path: ['CLAMD_SOCKET'],
    message: 'must be given where FILE_SCAN is required',
  })
  .refine(hasValidSamplerArgument, {
    path: ['OTEL_TRACES_SAMPLER_ARG'],
    message: 'must be a share between 0 and 1',
  });
export type Environment = z.infer<typeof environmentSchema>;
