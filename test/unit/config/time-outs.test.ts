import { expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';

/** A timer of Node's that is to ring later than after 2^31-1 ms rings at once. */
const TOO_LONG = String(2 ** 31);

it.each([
  'CONNECT_TIMEOUT_MS',
  'STATEMENT_TIMEOUT_MS',
  'LOCK_TIMEOUT_MS',
  'REQUEST_TIMEOUT_MS',
  'SHUTDOWN_TIMEOUT_MS',
  'ANSWER_STALL_MS',
  'HEAVY_WAIT_MS',
  'EVENT_HEARTBEAT_MS',
  'EVENT_STALL_MS',
])('%s is no longer than a timer can wait', (name) => {
  expect(() => loadConfig({ [name]: TOO_LONG })).toThrow(
    new RegExp(`Invalid environment: ${name}: `),
  );
  expect(() => loadConfig({ [name]: '86400000' })).not.toThrow();
});
