import type { FileOptions } from '../../config/file-options.ts';
import { AppError } from '../../errors.ts';
import { scanBytes, type Verdict } from './clamd.ts';

export type FileScanner = {
  /**
   * Scans a file; `unscanned` when an optional scan fails. Throws AppError `files_unavailable` when a required one
   * does.
   */
  scan: (bytes: AsyncIterable<Uint8Array>) => Promise<Verdict | 'unscanned'>;
};

export type ScannerParts = Pick<FileOptions, 'clamdSocket' | 'scan'> & {
  /** Time limit without reading or writing. */
  timeoutMs?: number;
  /** Called for each file without a verdict. */
  onFault: (error: unknown) => void;
};

/** Time in which the scanner must respond, by default. */
const TIMEOUT_MS = 30_000;

/** Creates a scanner. Without the socket of clamd, every file is `unscanned`. */
export function createScanner(parts: ScannerParts): FileScanner {
  const { clamdSocket: socketPath, scan, timeoutMs = TIMEOUT_MS, onFault } = parts;
  if (socketPath === undefined) return { scan: async () => await Promise.resolve('unscanned') };
  return {
    scan: async (bytes) => {
      try {
        return await scanBytes({ socketPath, timeoutMs }, bytes);
      } catch (cause) {
        onFault(cause);
        if (scan === 'optional') return 'unscanned';
        throw new AppError(
          'files_unavailable',
          'The malware scanner is unavailable. Retry later.',
          {
            cause,
          },
        );
      }
    },
  };
}
