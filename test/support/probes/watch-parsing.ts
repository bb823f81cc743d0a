import { vi } from 'vitest';

/** The lengths of all texts that this process has parsed as JSON since, the longest first. */
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
