/** The tests of each fault in the table of docs/operations.md, by the word in its last column. */
export const FAULT_TESTS: Record<string, readonly string[]> = {
  bulkhead: ['test/faults/bulkhead.test.ts'],
  'database-away': ['test/faults/database-away.test.ts'],
  failover: ['test/faults/failover.test.ts'],
  jobs: ['test/faults/jobs.test.ts'],
  migrations: [
    'test/db/migrations/migrate-waiting.test.ts',
    'test/db/migrations/migrate-cut-off.test.ts',
    'test/db/migrations/expand.test.ts',
  ],
  readiness: ['test/faults/readiness.test.ts'],
  replica: ['test/faults/replica.test.ts'],
  'rolling-restart': ['test/faults/drain.test.ts', 'test/faults/rolling-restart.test.ts'],
  workers: ['test/cli/serve-workers.test.ts'],
};
