import { z } from 'zod';

const portSchema = z.coerce.number().int().min(0).max(65_535);
const positive = z.coerce.number().int().min(1);

/** Empty values count as absent: `PORT= npm start` means the default. */
const environmentSchema = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: portSchema.default(4000),
  DATABASE_URL: z.string().optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_POOL_SIZE: positive.max(1000).default(10),
  NAMED_STATEMENTS: z.enum(['on', 'off']).default('on'),
  CONNECT_TIMEOUT_MS: positive.default(5_000),
  STATEMENT_TIMEOUT_MS: positive.default(30_000),
  LOCK_TIMEOUT_MS: positive.default(10_000),
  REQUEST_TIMEOUT_MS: positive.default(60_000),
  SHUTDOWN_TIMEOUT_MS: positive.default(30_000),
  BODY_BYTES_MAX: positive.max(64 * 1024 * 1024).default(1024 * 1024),
  TOKEN_SIGNING_KEY: z.string().optional(),
  TOKEN_ISSUER: z.string().default('participant-gateway'),
  TOKEN_AUDIENCE: z.string().default('participant-gateway'),
  TOKEN_TTL_SECONDS: positive.max(31 * 86_400).default(3600),
  EVENT_POLL_MS: positive.max(10_000).default(200),
  EVENT_HEARTBEAT_MS: positive.default(15_000),
  EVENT_STALL_MS: positive.default(30_000),
  EVENT_SUBSCRIBERS_MAX: positive.default(5_000),
  EVENT_SUBSCRIBERS_PER_SERVICE_MAX: positive.default(1_000),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** What the process runs with; read once at start and handed down. */
export type Config = {
  host: string;
  port: number;
  /** Undefined: the embedded PostgreSQL under dataDir. */
  databaseUrl: string | undefined;
  dataDir: string;
  database: DatabaseOptions;
  token: TokenOptions;
  events: EventOptions;
  requestTimeoutMs: number;
  shutdownTimeoutMs: number;
  bodyBytesMax: number;
  logLevel: string;
};

export type DatabaseOptions = {
  poolSize: number;
  /** Off for pgbouncer older than 1.21 in transaction mode. */
  namedStatements: boolean;
  /** For a free connection of the pool, new or used. */
  connectTimeoutMs: number;
  statementTimeoutMs: number;
  lockTimeoutMs: number;
};

export type TokenOptions = {
  /** PKCS#8 PEM or JWK (EdDSA or ES256) of the private key; undefined: made once and kept in the database. */
  signingKey: string | undefined;
  issuer: string;
  audience: string;
  ttlSeconds: number;
};

export type EventOptions = {
  /** How long a subscriber waits at most for the events of another process. */
  pollMs: number;
  /** How often a subscriber that gets no event gets a sign of life. */
  heartbeatMs: number;
  /** How long a subscriber may take nothing of what it was sent. */
  stallMs: number;
  subscribersMax: number;
  subscribersPerServiceMax: number;
};

/** Reads and checks the environment; throws one Error that lists every wrong variable by name. */
export function loadConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = environmentSchema.safeParse(present);
  if (!result.success) {
    const faults = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The environment is not valid: ${faults.join('; ')}`);
  }
  const values = result.data;
  return {
    host: values.HOST,
    port: values.PORT,
    databaseUrl: values.DATABASE_URL,
    dataDir: values.DATA_DIR,
    database: {
      poolSize: values.DATABASE_POOL_SIZE,
      namedStatements: values.NAMED_STATEMENTS === 'on',
      connectTimeoutMs: values.CONNECT_TIMEOUT_MS,
      statementTimeoutMs: values.STATEMENT_TIMEOUT_MS,
      lockTimeoutMs: values.LOCK_TIMEOUT_MS,
    },
    token: {
      signingKey: values.TOKEN_SIGNING_KEY,
      issuer: values.TOKEN_ISSUER,
      audience: values.TOKEN_AUDIENCE,
      ttlSeconds: values.TOKEN_TTL_SECONDS,
    },
    events: {
      pollMs: values.EVENT_POLL_MS,
      heartbeatMs: values.EVENT_HEARTBEAT_MS,
      stallMs: values.EVENT_STALL_MS,
      subscribersMax: values.EVENT_SUBSCRIBERS_MAX,
      subscribersPerServiceMax: values.EVENT_SUBSCRIBERS_PER_SERVICE_MAX,
    },
    requestTimeoutMs: values.REQUEST_TIMEOUT_MS,
    shutdownTimeoutMs: values.SHUTDOWN_TIMEOUT_MS,
    bodyBytesMax: values.BODY_BYTES_MAX,
    logLevel: values.LOG_LEVEL,
  };
}
