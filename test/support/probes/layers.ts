/** A folder directly under src, or a file beside them. */
type Layer = {
  /** Layers that it may import, or import types of only. */
  may: string[];
  types?: string[];
  /** Packages that it may import; `node:` stands for all modules of Node. */
  npm: string[];
  npmTypes?: string[];
};

/**
 * Permitted imports between layers; test/unit/layout.test.ts rejects any other. A new folder must be added here, with a
 * reason when that is not obvious.
 */
export const LAYERS: Record<string, Layer> = {
  // Transliterates the names that are screened: a pure function with tables.
  domain: {
    may: [],
    npm: [
      'any-ascii',
      'i18n-iso-countries/codes.json',
      'i18n-iso-countries/langs/en.json',
      'i18n-iso-countries/langs/es.json',
    ],
  },
  'errors.ts': { may: [], npm: [] },
  // Only config.ts in it reads the environment.
  config: { may: ['validation'], npm: ['zod', 'node:fs', 'node:path'] },
  'log.ts': { may: [], types: ['runtime'], npm: ['pino', 'node:crypto'] },
  // State of the process for every layer: the work scope of a request, bounded caches, instruments and niceness.
  runtime: { may: [], npm: ['lru-cache', 'node:'] },
  // Checks inputs by their schemas, and creates the issues that both APIs report. Checks long inputs in time slices.
  validation: { may: ['errors.ts', 'scheduling', 'runtime'], npm: ['zod'] },
  db: {
    // Connections are granted by service in rotation, and memory is reserved for reads.
    may: ['domain', 'errors.ts', 'runtime', 'scheduling'],
    npm: [
      'kysely',
      'kysely/migration',
      'pg',
      // Encoding of values by pg.
      'pg/lib/utils.js',
      'pg-copy-streams',
      'dataloader',
      'node:',
    ],
  },
  // Orders the events of services, and reads them for all subscribers.
  events: { may: ['db', 'domain', 'errors.ts', 'scheduling', 'runtime'], npm: [] },
  auth: {
    may: ['db', 'domain', 'errors.ts', 'runtime', 'scheduling'],
    // The signing key in the database is encrypted with the master key of files.
    types: ['adapters', 'config'],
    npm: ['jose', 'node:'],
  },
  adapters: {
    // The work scope has the trace and log of the request that a call belongs to.
    may: ['domain', 'errors.ts', 'runtime', 'scheduling'],
    types: ['config'],
    npm: [
      'rate-limiter-flexible',
      'file-type',
      '@aws-sdk/client-s3',
      'ipaddr.js',
      // Layout of reports with fonts in threads, for any script and direction.
      'pdfkit',
      'fontkit',
      'bidi-js/dist/bidi.mjs',
      'any-ascii',
      'piscina',
      // Creates QR codes.
      'uqr',
      'node:',
    ],
  },
  'context.ts': {
    may: ['adapters', 'config', 'db', 'domain', 'errors.ts', 'scheduling'],
    types: ['auth', 'events', 'log.ts', 'runtime'],
    npm: [],
  },
  resolvers: {
    // Long work yields to the event loop.
    may: [
      'context.ts',
      'auth',
      'db',
      'domain',
      'errors.ts',
      'validation',
      'scheduling',
      // Threads that compare many names have a lower priority than the main thread.
      'runtime',
    ],
    types: ['adapters'],
    npm: ['zod', 'piscina', 'node:crypto', 'node:os'],
    npmTypes: ['jose'],
  },
  schema: {
    // Of the context besides its types only renewRequestContext, for each event of a subscription: see tidy.test.ts.
    may: [
      'context.ts',
      'resolvers',
      'domain',
      'errors.ts',
      'http',
      'runtime',
      'validation',
      'scheduling',
    ],
    types: ['config'],
    npm: [
      'graphql',
      // The class is extended to yield to the event loop.
      'graphql/execution/Executor.js',
      'graphql-yoga',
      '@graphql-yoga/plugin-persisted-operations',
      '@pothos/core',
      '@pothos/plugin-complexity',
      '@pothos/plugin-errors',
      '@pothos/plugin-relay',
      '@pothos/plugin-zod',
      '@graphql-yoga/render-graphiql/graphiql',
      '@graphql-yoga/render-graphiql/package.json',
    ],
    npmTypes: ['zod'],
  },
  'rest-compat': {
    may: ['resolvers', 'domain', 'errors.ts', 'validation', 'http', 'v4-words'],
    types: ['context.ts'],
    // The files of Swagger UI are read from its package.
    npm: ['zod', '@fastify/busboy', 'swagger-ui-dist/package.json', 'node:'],
  },
  // v4 names of inputs from requests and import lines.
  'v4-words': { may: ['domain', 'validation', 'resolvers'], npm: ['zod'] },
  // Import of v4 records, which shares the checks of text and ids with the operations.
  import: {
    may: ['db', 'domain', 'errors.ts', 'validation', 'resolvers', 'v4-words'],
    npm: ['zod', 'pg', 'node:'],
  },
  // Reads and loads the lists of authorities, with the search keys of their names.
  lists: {
    // What a workbook may unpack to is the same as for one that is uploaded, and lists are fetched by the adapter that
    // checks addresses; services are found by their names.
    may: ['adapters', 'db', 'domain', 'errors.ts', 'scheduling', 'runtime', 'resolvers'],
    // A thread computes the keys of long lists.
    npm: ['csv-parse', 'saxes', 'read-excel-file/node', 'piscina', 'zod', 'node:'],
    npmTypes: ['pg'],
  },
  // Reads documents in separate processes.
  extraction: {
    may: ['domain', 'runtime'],
    npm: [
      'saxes',
      // Reads and renders PDFs.
      'pdfjs-dist/legacy/build/pdf.mjs',
      // Canvas, image decoder, OCR engine and barcode reader.
      '@napi-rs/canvas',
      'sharp',
      'tesseract.js',
      'tesseract.js/src/worker-script/node/index.js',
      'zxing-wasm/reader',
      'node:',
    ],
  },
  // Embedded PostgreSQL.
  'embedded-postgres': { may: ['errors.ts', 'runtime'], npm: ['node:', 'pg'] },
  // Time slices, semaphores, memory budgets and polling.
  scheduling: { may: ['errors.ts', 'runtime'], npm: [] },
  jobs: {
    may: ['db', 'domain', 'runtime', 'lists', 'log.ts', 'scheduling', 'resolvers'],
    types: ['adapters', 'config', 'context.ts'],
    npm: ['zod', 'node:crypto'],
  },
  // HTTP helpers of both APIs and the server; assets and logo of the explorers.
  http: { may: ['domain', 'errors.ts', 'scheduling'], npm: ['node:'] },
  // Metrics and traces, which read the state that other layers offer.
  telemetry: {
    may: ['db', 'runtime'],
    types: ['config', 'log.ts'],
    npm: [
      'prom-client',
      '@opentelemetry/api',
      '@opentelemetry/core',
      '@opentelemetry/exporter-trace-otlp-proto',
      '@opentelemetry/otlp-exporter-base',
      '@opentelemetry/resources',
      '@opentelemetry/sdk-trace',
      'node:',
    ],
  },
  // Listening process, which creates and connects all parts.
  server: {
    may: [
      'adapters',
      'auth',
      'context.ts',
      'db',
      'errors.ts',
      'events',
      'extraction',
      'http',
      'runtime',
      'jobs',
      'log.ts',
      // Large v4 responses wait for a permit.
      'scheduling',
      'rest-compat',
      // The verify page gets the public keys that the operation verifies with.
      'resolvers',
      'schema',
    ],
    types: ['config', 'telemetry'],
    npm: ['node:'],
  },
  cli: {
    // The schema checks whether a trusted document is valid.
    may: [
      'adapters',
      'auth',
      'config',
      'log.ts',
      'db',
      'domain',
      'embedded-postgres',
      'errors.ts',
      // Counts lost log lines.
      'runtime',
      'resolvers',
      'import',
      'jobs',
      'lists',
      'schema',
      'server',
      'telemetry',
    ],
    npm: ['commander', 'cli-progress', 'close-with-grace', 'pg', 'zod', 'node:'],
    npmTypes: ['jose'],
  },
};

/**
 * Files of the server that may import an interface: to pass a request to it, to serve its pages, or to compile its
 * checks at start. Requests rejected before that have their responses in server/refusals.ts.
 */
export const FACE_OPENERS = [
  'src/server/pages.ts',
  'src/server/requests/app.ts',
  'src/server/warm-up/warm-up.ts',
];
