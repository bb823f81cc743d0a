import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { chooseTemporaryFolder } from './test/support/database/temporary-folder.ts';

/** Where a run's results are written as JSON, for scripts that count them. */
const REPORT_FILE = process.env['TEST_REPORT_FILE'];
const REPORT: ['json', { outputFile: string }][] =
  REPORT_FILE === undefined ? [] : [['json', { outputFile: REPORT_FILE }]];

const COSTS = 'test/support/costs/cost-setup.ts';

/** Starts the run's PostgreSQL, and fails a file in which the gateway sends a statement that names no single service. */
const ON_POSTGRESQL = {
  globalSetup: 'test/support/database/global-setup.ts',
  setupFiles: [COSTS, 'test/support/probes/statements/one-service-setup.ts'],
};

export default defineConfig({
  // graphql ships several builds. Node loads this one for the packages, so the sources must get the same:
  // with two of them `instanceof GraphQLError` is false and every error is masked.
  resolve: {
    alias: ['graphql', 'graphql/execution/Executor.js'].map((name) => ({
      find: new RegExp(`^${name}$`),
      replacement: fileURLToPath(import.meta.resolve(name)),
    })),
  },
  test: {
    reporters: ['default', './test/support/costs/cost-reporter.ts', ...REPORT],
    pool: 'forks',
    env: { TMPDIR: chooseTemporaryFolder() },
    maxWorkers: 2,
    // Loading the sources again for each file would take longer than the tests.
    isolate: false,
    // They only end what hangs: a busy machine must not fail a test.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      // Pure code: no global set-up, no database, no socket.
      {
        extends: true,
        test: { name: 'unit', include: ['test/unit/**/*.test.ts'], setupFiles: COSTS },
      },
      // Real PostgreSQL, real gateway, both wires.
      {
        extends: true,
        test: { name: 'integration', include: ['test/integration/**/*.test.ts'], ...ON_POSTGRESQL },
      },
      // Kills, restarts behind proxies, memory, browsers, generated clients, plans of many rows, real lists.
      {
        extends: true,
        test: {
          name: 'system',
          include: ['test/system/**/*.test.ts'],
          ...ON_POSTGRESQL,
          globalSetup: ['test/system/support/check-requirements.ts', ON_POSTGRESQL.globalSetup],
        },
      },
    ],
  },
});
