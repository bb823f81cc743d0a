/** Test files of each fault in the table of docs/operate/operations.md, by the name in its last column. */
export const FAULT_TESTS: Record<string, readonly string[]> = {
  bulkhead: ['test/system/faults/bulkhead.test.ts'],
  'database-away': ['test/system/faults/database-away.test.ts'],
  failover: ['test/system/faults/failover.test.ts'],
  'full-disk': [
    'test/system/faults/full-disk.test.ts',
    'test/system/faults/full-database-disk.test.ts',
  ],
  jobs: ['test/system/faults/jobs.test.ts'],
  migrations: [
    'test/system/db/migrations/migrate-waiting.test.ts',
    'test/system/db/migrations/migrate-cut-off.test.ts',
    'test/integration/db/migrations/expand.test.ts',
  ],
  readiness: ['test/system/faults/readiness.test.ts'],
  replica: ['test/system/faults/replica.test.ts'],
  'request-timeout': ['test/integration/faults/request-timeout.test.ts'],
  'rolling-restart': [
    'test/system/faults/drain.test.ts',
    'test/system/faults/rolling-restart.test.ts',
  ],
  workers: ['test/system/cli/serve-workers.test.ts'],
};
