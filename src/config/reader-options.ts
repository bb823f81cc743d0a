import type { Environment } from './environment.ts';

export type ReaderSettings = {
  /**
   * Number of documents that one process reads concurrently, 0 for none; by default one fewer than cores, at most four.
   */
  max: number | undefined;
  /** True when the process must not start unless the kernel isolates readers. */
  isIsolationRequired: boolean;
};

/** Returns the settings of the processes that read documents. */
export function toReaderSettings(values: Environment): ReaderSettings {
  return {
    max: values.READERS_MAX,
    isIsolationRequired: values.READER_ISOLATION === 'required',
  };
}
