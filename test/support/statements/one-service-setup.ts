import { afterAll, expect } from 'vitest';
import { watchStatements } from './watch-statements.ts';

const takeOffences = await watchStatements();

afterAll(() => {
  expect(takeOffences(), 'statements that name no single service: see docs/citus.md').toEqual([]);
});
