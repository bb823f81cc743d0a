import { vi } from 'vitest';

/** Limit of a wait that hangs. Waits end with their condition, however busy the machine is. */
const HANG_MS = 60_000;

type WaitOptions = Parameters<typeof vi.waitFor>[1];

const APPLIED = Symbol.for('participant-gateway.hang-limits');

// Evaluated again for each file, in a process that they share.
if (!Object.hasOwn(vi, APPLIED)) {
  const { waitFor, waitUntil } = vi;
  vi.waitFor = async (callback, options) => await waitFor(callback, withLimit(options));
  vi.waitUntil = async (callback, options) => await waitUntil(callback, withLimit(options));
  Object.defineProperty(vi, APPLIED, { value: true });
}

function withLimit(options: WaitOptions): { timeout: number; interval?: number } {
  const given = typeof options === 'object' ? options : {};
  return { ...given, timeout: HANG_MS };
}
