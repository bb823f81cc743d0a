import type { Environment } from './environment.ts';

export type ReaderSettings = {
  /**
   * Number of documents that one process reads concurrently; 0 for none. Undefined for the default: the number of cores
   * minus one, at most four.
   */
  max: number | undefined;
  /** True when the process starts only if the kernel can isolate document readers. */
  isIsolationRequired: boolean;
};

/** Returns the settings of the processes that read documents. */
export function toReaderSettings(values: Environment): ReaderSettings {
  return {
    max: values.READERS_MAX,
    isIsolationRequired: values.READER_ISOLATION === 'required',
  };
}
