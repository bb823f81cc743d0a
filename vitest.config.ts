import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { chooseTemporaryFolder } from './test/support/temporary-folder.ts';

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
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/support/global-setup.ts',
    // Fails where the gateway sends a statement that names no single service.
    setupFiles: 'test/support/statements/one-service-setup.ts',
    pool: 'forks',
    env: { TMPDIR: chooseTemporaryFolder() },
    maxWorkers: 2,
    // Loading the sources anew for each file would take longer than the tests.
    isolate: false,
    testTimeout: 15_000,
    hookTimeout: 30_000,
  },
});
