import type { FileOptions } from '../../config/file-options.ts';
import { AppError } from '../../errors.ts';
import { scanBytes, type Verdict } from './clamd.ts';

export type FileScanner = {
  /** Throws AppError `files_unavailable` where every file must be scanned and this one cannot be. */
  scan: (bytes: AsyncIterable<Uint8Array>) => Promise<Verdict | 'unscanned'>;
};

export type ScannerParts = Pick<FileOptions, 'clamdSocket' | 'scan'> & {
  /** How long the scanner may say and take nothing. */
  timeoutMs?: number;
  /** Is told of every file that the scanner had no verdict on. */
  onFault: (error: unknown) => void;
};

const TIMEOUT_MS = 30_000;

/** Without a socket nothing is scanned. */
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
