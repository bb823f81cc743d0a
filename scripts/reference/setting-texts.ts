import type { Environment } from '../../src/config/environment.ts';

type Name = keyof Environment;
type Texts<Names extends Name> = Readonly<Record<Names, string>>;

type SettingGroup = { title: string; texts: Readonly<Partial<Record<Name, string>>> };

const SERVER = {
  PORT: 'Port of both wires.',
  HOST: 'Address to listen on.',
  WORKERS: 'Processes that share the port; `auto`: one for each core.',
  DATA_DIR: 'Folder of the embedded PostgreSQL and, by default, of files.',
  TIME_ZONE: 'Time zone of calendar days in rules, screenings and reports. Instants are UTC.',
  CORS_ORIGINS:
    'Exact origins whose pages may call, comma-separated ([how](../guide/clients.md#from-a-browser-page-of-another-origin)).',
  REQUEST_TIMEOUT_MS: 'Time to receive a request (408), and then to answer it (503).',
  SHUTDOWN_TIMEOUT_MS: 'Time for requests and jobs in progress when the process stops.',
  DRAIN_DELAY_MS: 'Time after SIGTERM in which the process still answers while it is not ready.',
  WARM_UP_MS: 'Maximum time of warm-up before the server accepts requests; 0: none.',
  BODY_BYTES_MAX: 'Bytes of a request body. Files have `FILE_BYTES_MAX`.',
  ANSWER_STALL_MS: 'Time in which a client must read part of its response.',
  ANSWER_BYTES_PER_SECOND_MIN: 'Average read rate of a client after `ANSWER_STALL_MS`.',
  ANSWER_BYTES_MAX: 'Bytes of unread responses of the process.',
  ANSWER_BYTES_PER_SERVICE_MAX: 'Bytes of unread responses of one service.',
} satisfies Partial<Texts<Name>>;

const DATABASE = {
  DATABASE_URL: 'PostgreSQL 14 or later, or several hosts of it. Unset: embedded PostgreSQL.',
  DATABASE_READ_URL: 'Standby that lists are read from.',
  DATABASE_POOL_SIZE: 'Connections of one command, shared by its `WORKERS`.',
  DATABASE_WAIT_MS: 'Time that a start waits for the database.',
  CONNECT_TIMEOUT_MS: 'Time that a request waits for a connection.',
  STATEMENT_TIMEOUT_MS: 'Time of one SQL statement.',
  LOCK_TIMEOUT_MS: 'Time that a statement waits for a lock.',
  NAMED_STATEMENTS: '`off` behind pgbouncer before 1.21 in transaction mode.',
  COALESCED_READS: '`off` disables reading for several requests in one statement. For measuring.',
  FAST_LANE: '`off` disables compiled operations. For measuring.',
} satisfies Partial<Texts<Name>>;

const GRAPHQL = {
  GRAPHQL_TOKENS_MAX: 'Tokens of a document.',
  GRAPHQL_OPERATIONS_MAX: 'Operations of a document.',
  GRAPHQL_FRAGMENTS_MAX: 'Fragments of a document.',
  GRAPHQL_DIRECTIVES_MAX: 'Directives of a document.',
  GRAPHQL_DIRECTIVES_PER_PLACE_MAX: 'Directives on one field, fragment, variable or operation.',
  GRAPHQL_DEPTH_MAX: 'Levels of an operation.',
  GRAPHQL_FIELDS_MAX: 'Fields of an operation with its fragments expanded.',
  GRAPHQL_ALIASES_MAX: 'Aliases of an operation.',
  GRAPHQL_PAIRS_MAX: 'Pairs of equally named fields in one place, with fragments expanded.',
  GRAPHQL_ROOT_FIELDS_MAX: 'Root fields of a query. A mutation has one.',
  GRAPHQL_ERRORS_MAX: 'Reported errors of one document.',
  GRAPHQL_COST_MAX: 'Cost of an operation.',
  GRAPHQL_ANSWER_BYTES_MAX: 'Bytes of a response, and of an event.',
  V4_ANSWER_BYTES_MAX: 'Bytes of a v4 response.',
  BUSINESSES_PAGE_MAX: 'Largest page of `businesses`.',
  PARTICIPANTS_PAGE_MAX: 'Largest page of participants.',
  HEAVY_OPERATIONS_MAX:
    'Concurrent large operations of a process: cost above 20,000 or response above 256 KiB.',
  HEAVY_OPERATIONS_PER_SERVICE_MAX: 'The same of one service.',
  HEAVY_OPERATIONS_WAITING_MAX: 'Large operations of one service that wait.',
  HEAVY_WAIT_MS: 'Time that a request waits for a permit and for memory.',
} satisfies Partial<Texts<Name>>;

const RATES = {
  COST_BUDGET: 'Cost of GraphQL operations of a service in a window; 0: unlimited.',
  REQUEST_BUDGET: 'v4 requests of a service in a window; 0: unlimited.',
  TOKEN_BUDGET: 'Access tokens issued to a service in a window; 0: unlimited.',
  BUDGET_WINDOW_SECONDS: 'Length of the window.',
  QUOTA_FILE_BYTES: 'Bytes of files stored by a service; 0: unlimited.',
  QUOTA_RECORDS: 'Businesses, participants, documents and answers of a service; 0: unlimited.',
  QUOTA_WEBHOOK_MESSAGES: 'Webhook messages of a service that wait; 0: unlimited.',
} satisfies Partial<Texts<Name>>;

const TOKENS = {
  TOKEN_SIGNING_KEY:
    'Ed25519 or P-256 key, PEM or JWK. Unset: created once and stored in the database, encrypted.',
  TOKEN_ISSUER: '`iss` of tokens.',
  TOKEN_AUDIENCE: '`aud` of tokens.',
  TOKEN_TTL_SECONDS: 'Lifetime of a token.',
} satisfies Partial<Texts<Name>>;

const EVENTS = {
  EVENT_POLL_MS: 'Maximum delay of events of other processes.',
  EVENT_HEARTBEAT_MS: 'Interval of heartbeats on a quiet subscription.',
  EVENT_STALL_MS: 'Time in which a subscriber must read something.',
  EVENT_SUBSCRIBERS_MAX: 'Subscriptions of a process.',
  EVENT_SUBSCRIBERS_PER_SERVICE_MAX: 'Subscriptions of one service in a process.',
  WEBHOOK_JOBS_MAX: 'Endpoints that a process calls at once; 0: it sends none.',
  WEBHOOK_TIMEOUT_MS: 'Time of one attempt.',
  WEBHOOK_CONNECT_TIMEOUT_MS: 'Time of its connection with TLS.',
  WEBHOOK_PORTS: 'Ports and ranges that may be called: `443,8000-8999`.',
  WEBHOOK_HTTP: '`on` also allows `http`. For testing.',
  WEBHOOK_ALLOWED_NETWORKS: 'Networks allowed in addition to public addresses: `10.1.0.0/16`.',
} satisfies Partial<Texts<Name>>;

const JOBS = {
  WORKER: '`off`: this `serve` runs no jobs.',
  WORKER_JOBS_MAX: 'Concurrent jobs of a process.',
  WORKER_POLL_MS: 'Maximum delay until a job of another process is noticed.',
  PUBLIC_URL:
    'Address at which readers of printed reports open the gateway; the code on a report leads to `/verify` there.',
  READERS_MAX:
    'Documents that a process reads at once, up to 700 MiB each. Unset: cores minus one, at most 4; 0: none.',
  READER_ISOLATION: '`required`: no start where the kernel cannot isolate readers.',
} satisfies Partial<Texts<Name>>;

const FILES = {
  FILE_MASTER_KEYS: 'Master keys, current one first, comma-separated.',
  FILE_MASTER_KEY_FILE: 'File of master keys, one a line, current one first.',
  FILES_DIR: 'Folder of files. Unset: `DATA_DIR/files`.',
  S3_BUCKET: 'Bucket of files instead of a folder.',
  S3_ENDPOINT: "S3 server. Unset: Amazon's.",
  S3_REGION: 'Region of the bucket.',
  S3_ACCESS_KEY_ID: "Credentials. Unset: found by Amazon's default chain.",
  S3_SECRET_ACCESS_KEY: 'Credentials, set together with the id.',
  S3_PATH_STYLE: "`on` for most servers other than Amazon's.",
  FILE_BYTES_MAX: 'Bytes of one file.',
  FILE_UPLOADS_MAX: 'Concurrent uploads of a process, at most half of one service.',
  CLAMD_SOCKET: 'Socket of clamd. Unset: files are not scanned.',
  FILE_SCAN:
    '`optional` accepts files without a verdict. Unset: `required` where `CLAMD_SOCKET` is set.',
} satisfies Partial<Texts<Name>>;

const SCREENING = {
  SCREENING_DAYS: 'Days that a screening of a person who is not a participant is kept.',
  PEP_LOOK_BACK_MONTHS: 'Months that a Mexican office counts after its end, or `unlimited`.',
  PEP_LOOK_BACK_FOREIGN_MONTHS: 'The same for offices elsewhere.',
  NAME_INDEX_BYTES_MAX: 'Memory of the name index of a process; 0: the database searches.',
  LISTS_URLS:
    'Sources that replace the known ones, as JSON: `{"pep-cia":["https://…"]}`; `[]` disables a list.',
  LISTS_REFRESH_HOURS: 'Interval at which a worker fetches lists; 0: never.',
  LISTS_FETCH_BYTES_MAX: 'Bytes of one file, uncompressed.',
  LISTS_FETCH_TIMEOUT_MS: 'Time for one file.',
  LISTS_FETCH_STALL_MS: 'Time without received bytes.',
  LISTS_FETCH_PORTS: 'Ports that may be called.',
  LISTS_FETCH_HTTP: '`on` also allows `http`.',
  LISTS_FETCH_ALLOWED_NETWORKS: 'Networks allowed in addition to public addresses, for a mirror.',
} satisfies Partial<Texts<Name>>;

const TELEMETRY = {
  LOG_LEVEL: 'Lowest level that is logged.',
  LOG_FILE: 'Log file, reopened on SIGHUP. Unset: standard output.',
  METRICS_PORT:
    'Port of `/metrics`, and of `/health/live` of a worker. Unset: no metrics; 0: a free port.',
  METRICS_HOST: 'Address of the metrics.',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'Collector, OTLP over HTTP. Unset: no traces.',
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'Full URL for traces.',
  OTEL_EXPORTER_OTLP_PROTOCOL: 'Only `http/protobuf`.',
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'The same for traces.',
  OTEL_EXPORTER_OTLP_HEADERS: 'Headers for the collector: `name=value,…`.',
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'Further headers for traces.',
  OTEL_EXPORTER_OTLP_TIMEOUT: 'Time of one export in ms.',
  OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: 'The same for traces.',
  OTEL_EXPORTER_OTLP_COMPRESSION: 'Compression of exports.',
  OTEL_EXPORTER_OTLP_TRACES_COMPRESSION: 'The same for traces.',
  OTEL_SERVICE_NAME: 'Name of the process in traces. Unset: participant-gateway.',
  OTEL_RESOURCE_ATTRIBUTES: 'Further attributes of the process.',
  OTEL_TRACES_EXPORTER:
    '`none` disables traces; `otlp` without endpoint uses `http://localhost:4318`.',
  OTEL_SDK_DISABLED: '`true` disables traces.',
  OTEL_TRACES_SAMPLER: 'Sampler; the default limits new traces per second.',
  OTEL_TRACES_SAMPLER_ARG: 'Traces per second (10), or ratio (1).',
  OTEL_BSP_SCHEDULE_DELAY: 'Interval of exports in ms.',
  OTEL_BSP_MAX_QUEUE_SIZE: 'Spans that wait.',
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: 'Spans of one export.',
  OTEL_BSP_EXPORT_TIMEOUT: 'Time of one batch in ms.',
} satisfies Partial<Texts<Name>>;

/** Description of each setting. A setting without one does not compile. */
export const SETTING_TEXTS: Texts<Name> = {
  ...SERVER,
  ...DATABASE,
  ...GRAPHQL,
  ...RATES,
  ...TOKENS,
  ...EVENTS,
  ...JOBS,
  ...FILES,
  ...SCREENING,
  ...TELEMETRY,
};

export const SETTING_GROUPS: readonly SettingGroup[] = [
  { title: 'Server', texts: SERVER },
  { title: 'Database', texts: DATABASE },
  { title: 'Operations and responses', texts: GRAPHQL },
  { title: 'Rate limits and quotas', texts: RATES },
  { title: 'Tokens', texts: TOKENS },
  { title: 'Events and webhooks', texts: EVENTS },
  { title: 'Jobs and documents', texts: JOBS },
  { title: 'Files', texts: FILES },
  { title: 'Screening and lists', texts: SCREENING },
  { title: 'Logs, metrics and traces', texts: TELEMETRY },
];
