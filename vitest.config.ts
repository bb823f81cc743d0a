import { defineConfig } from 'vitest/config';
import { chooseTemporaryFolder } from './test/support/database/temporary-folder.ts';

/** Where a run's results are written as JSON, for scripts that count them. */
const REPORT_FILE = process.env['TEST_REPORT_FILE'];
const REPORT: ['json', { outputFile: string }][] =
  REPORT_FILE === undefined ? [] : [['json', { outputFile: REPORT_FILE }]];

const IN_EACH_FILE = ['test/support/costs/cost-setup.ts', 'test/support/limits/hang-limits.ts'];

/** Starts the run's PostgreSQL, and fails a file in which the gateway sends a statement that names no single service. */
const ON_POSTGRESQL = {
  globalSetup: 'test/support/database/global-setup.ts',
  setupFiles: [...IN_EACH_FILE, 'test/support/probes/statements/one-service-setup.ts'],
};

export default defineConfig({
  test: {
    reporters: ['default', './test/support/costs/cost-reporter.ts', ...REPORT],
    pool: 'forks',
    env: { TMPDIR: chooseTemporaryFolder() },
    maxWorkers: 2,
    // Node loads the sources itself, as in production: a run takes a tenth less processor time than with Vite's module runner.
    experimental: { viteModuleRunner: false },
    // Loading the sources again for each file would take longer than the tests.
    isolate: false,
    // They only end what hangs: a busy machine must not fail a test.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      // Pure code: no global set-up, no database, no socket.
      {
        extends: true,
        test: { name: 'unit', include: ['test/unit/**/*.test.ts'], setupFiles: IN_EACH_FILE },
      },
      // Real PostgreSQL, real gateway, both wires.
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          ...ON_POSTGRESQL,
          // After the unit tests, in whatever order: a worker that changes its project starts anew and loads all sources.
          sequence: { groupOrder: 1 },
        },
      },
      // Kills, restarts behind proxies, memory, browsers, generated clients, plans of many rows, real lists.
      {
        extends: true,
        test: {
          name: 'system',
          include: ['test/system/**/*.test.ts'],
          ...ON_POSTGRESQL,
          testTimeout: 600_000,
          hookTimeout: 600_000,
          globalSetup: ['test/system/support/check-requirements.ts', ON_POSTGRESQL.globalSetup],
        },
      },
    ],
  },
});
