import { vi } from 'vitest';

/** Records the lengths of all texts that this process parses as JSON. Returns them, longest first. */
export function watchParsing(): { lengths: () => number[] } & Disposable {
  const parse = vi.spyOn(JSON, 'parse');
  return {
    lengths: () => parse.mock.calls.map(lengthOf).toSorted((left, right) => right - left),
    [Symbol.dispose]: () => parse.mockRestore(),
  };
}

function lengthOf([text]: unknown[]): number {
  return typeof text === 'string' ? text.length : 0;
}
