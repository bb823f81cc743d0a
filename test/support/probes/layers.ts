/** A folder directly under src, or a file beside them. */
type Layer = {
  /** Layers that it may import, and those of which it may import types only. */
  may: string[];
  types?: string[];
  /** Packages; `node:` stands for all of Node's own modules. */
  npm: string[];
  npmTypes?: string[];
};

/**
 * Permitted imports between layers; test/unit/layout.test.ts rejects any other. A new folder must be added here, with a
 * reason when that is not obvious.
 */
export const LAYERS: Record<string, Layer> = {
  // Every script in Latin letters, for the names that are screened: a pure function and its tables.
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
  // What every layer may need of the process: the work scope of a request, bounded caches, instruments, niceness.
  runtime: { may: [], npm: ['lru-cache', 'node:'] },
  // Checks of inputs by their schemas, and the issues that both wires report. Long inputs are checked in time slices.
  validation: { may: ['errors.ts', 'scheduling', 'runtime'], npm: ['zod'] },
  db: {
    // Turns at connections are taken by service, one after the other; a request has room for what it reads.
    may: ['domain', 'errors.ts', 'runtime', 'scheduling'],
    npm: [
      'kysely',
      'kysely/migration',
      'pg',
      // What pg makes of a value before it is sent.
      'pg/lib/utils.js',
      'pg-copy-streams',
      'dataloader',
      'node:',
    ],
  },
  // What tells subscribers: puts the events of services in order and reads them for all who listen.
  events: { may: ['db', 'domain', 'errors.ts', 'scheduling', 'runtime'], npm: [] },
  auth: {
    may: ['db', 'domain', 'errors.ts', 'runtime', 'scheduling'],
    // The signing key in the database is encrypted with the master key of files.
    types: ['adapters', 'config'],
    npm: ['jose', 'node:'],
  },
  adapters: {
    // Whose part a call of another server is, the record of what is under way knows.
    may: ['domain', 'errors.ts', 'runtime', 'scheduling'],
    types: ['config'],
    npm: [
      'rate-limiter-flexible',
      'file-type',
      '@aws-sdk/client-s3',
      'ipaddr.js',
      // Reports: laid out with fonts in threads, in whatever script and direction.
      'pdfkit',
      'fontkit',
      'bidi-js/dist/bidi.mjs',
      'any-ascii',
      'piscina',
      // What opens pictures that a report shows, and makes the code to verify it by.
      'sharp',
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
    // Work that is long is given back to the loop by scheduling.
    may: [
      'context.ts',
      'auth',
      'db',
      'domain',
      'errors.ts',
      'validation',
      'scheduling',
      // Threads that compare many names give way to the one that answers.
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
      // Its class, to be paced.
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
    // Swagger UI comes as files, which are read from its package.
    npm: ['zod', '@fastify/busboy', 'swagger-ui-dist/package.json', 'node:'],
  },
  // The v4 words of what can come in by either door: a request or a line of an import.
  'v4-words': { may: ['domain', 'validation', 'resolvers'], npm: ['zod'] },
  // The other way in: a stream of v4 records, which shares the checks of text and ids with the operations.
  import: {
    may: ['db', 'domain', 'errors.ts', 'validation', 'resolvers', 'v4-words'],
    npm: ['zod', 'pg', 'node:'],
  },
  // How the lists of authorities are read from their files and loaded, with the names' keys.
  lists: {
    // What a workbook may unpack to is the same as for one that is uploaded, and lists are fetched by the adapter that
    // checks addresses; services are found by their names.
    may: ['adapters', 'db', 'domain', 'errors.ts', 'scheduling', 'runtime', 'resolvers'],
    // Keys of a long list are made in a thread beside.
    npm: ['csv-parse', 'saxes', 'read-excel-file/node', 'piscina', 'zod', 'node:'],
    npmTypes: ['pg'],
  },
  // What documents say, read in processes of their own.
  extraction: {
    may: ['domain', 'runtime'],
    npm: [
      'saxes',
      // What reads PDFs and draws their pages.
      'pdfjs-dist/legacy/build/pdf.mjs',
      // Pictures: what pages are drawn on, what opens and turns pictures, what reads letters and what reads codes.
      '@napi-rs/canvas',
      'sharp',
      'tesseract.js',
      'tesseract.js/src/worker-script/node/index.js',
      'zxing-wasm/reader',
      'node:',
    ],
  },
  // A whole PostgreSQL that starts and ends with who asks for it.
  'embedded-postgres': { may: ['errors.ts', 'runtime'], npm: ['node:', 'pg'] },
  // Time slices, semaphores, memory budgets and polling.
  scheduling: { may: ['errors.ts', 'runtime'], npm: [] },
  jobs: {
    may: ['db', 'domain', 'runtime', 'lists', 'log.ts', 'scheduling', 'resolvers'],
    types: ['adapters', 'config', 'context.ts'],
    npm: ['zod', 'node:crypto'],
  },
  // What both faces and the server say in HTTP; the pages of the explorers share their assets and logo.
  // How deep JSON may be nested is the same in a body and in a text.
  http: { may: ['domain', 'errors.ts', 'scheduling'], npm: ['node:'] },
  // Metrics and traces, for whoever watches the process: read from what the others offer, who know nothing of it.
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
  // The process that listens: every part is made and put together here.
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
      // Large answers of v4 take turns.
      'scheduling',
      'rest-compat',
      // The page for verifying reports gets the public keys that the operation verifies with.
      'resolvers',
      'schema',
    ],
    types: ['config', 'telemetry'],
    npm: ['node:'],
  },
  cli: {
    // The graph says whether a document that is to be trusted can run.
    may: [
      'adapters',
      'auth',
      'config',
      'log.ts',
      'db',
      'domain',
      'embedded-postgres',
      'errors.ts',
      // Lines of the log that are lost are counted where they are.
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
