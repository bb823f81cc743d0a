import type { Environment } from './environment.ts';

export type ReaderSettings = {
  /** Documents that one process reads at once, 0 for none; undefined: one fewer than there are cores, at most four. */
  max: number | undefined;
  /** True when the process must not start where the kernel does not isolate readers. */
  isIsolationRequired: boolean;
};

/** Returns the settings of the processes that read documents. */
export function toReaderSettings(values: Environment): ReaderSettings {
  return {
    max: values.READERS_MAX,
    isIsolationRequired: values.READER_ISOLATION === 'required',
  };
}
