import type { FileOptions } from '../../config-files.ts';
import { AppError } from '../../errors.ts';
import { openScan, type Scan, type Verdict } from './clamd.ts';

/** Passes a file by the scanner while it is read. */
export type FileScan = {
  write: (chunk: Uint8Array) => Promise<void>;
  /** Throws AppError `files_unavailable` where every file must be scanned and this one was not. */
  verdict: () => Promise<Verdict | 'unscanned'>;
  abandon: () => void;
};
export type FileScanner = { open: () => FileScan };

export type ScannerParts = Pick<FileOptions, 'clamdSocket' | 'scan'> & {
  /** Is told of every file that the scanner had no verdict on. */
  onFault: (error: unknown) => void;
};

/** Without a socket nothing is scanned. */
export function createScanner({ clamdSocket, scan, onFault }: ScannerParts): FileScanner {
  if (clamdSocket === undefined) return { open: () => NO_SCAN };
  const settle = (error: unknown): 'unscanned' => {
    onFault(error);
    if (scan === 'optional') return 'unscanned';
    throw new AppError('files_unavailable', 'Files cannot be scanned at the moment.', {
      cause: error,
    });
  };
  return { open: () => openFileScan(openScan(clamdSocket), settle) };
}

const NO_SCAN: FileScan = {
  write: async () => await Promise.resolve(),
  verdict: async () => await Promise.resolve('unscanned'),
  abandon: () => undefined,
};

/** After the first failure nothing is sent any more; it is told when the verdict is asked for. */
function openFileScan(opening: Promise<Scan>, settle: (error: unknown) => 'unscanned'): FileScan {
  let failure: { error: unknown } | undefined;
  const attempt = async <T>(work: (scan: Scan) => Promise<T>): Promise<T | undefined> => {
    if (failure !== undefined) return undefined;
    try {
      return await work(await opening);
    } catch (error) {
      failure = { error };
      return undefined;
    }
  };
  return {
    write: async (chunk) => await attempt(async (scan) => await scan.write(chunk)),
    verdict: async () =>
      (await attempt(async (scan) => await scan.verdict())) ?? settle(failure?.error),
    abandon: () => {
      void opening.then(
        (scan) => scan.abandon(),
        () => undefined,
      );
    },
  };
}
