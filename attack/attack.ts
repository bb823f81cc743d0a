import type { CallerHeaders } from './headers.ts';
import type { Outcomes } from './outcomes.ts';

/** What one client may send to hurt the others, within what it is allowed. */
export type Attack = {
  name: string;
  /** In words of the table: how often what is sent. */
  sends: string;
  /** `--max-old-space-size` of the gateway, in MiB; Node's own choice where it is left out. */
  heapMb?: number;
  /** Whether lists are to be loaded before it, which those after it have then too. */
  hasLists?: boolean;
  /** Variables of the gateway besides its defaults. */
  env?: Record<string, string>;
  /** Sends it, bounded in count and time, and answers what became of each request. */
  run: (target: Target) => Promise<Outcomes>;
};

/** The gateway under attack. */
export type Target = {
  /** http://127.0.0.1:PORT. */
  url: string;
  /** Of the service that attacks. */
  headers: CallerHeaders;
};
