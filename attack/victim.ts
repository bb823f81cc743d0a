import { Worker } from 'node:worker_threads';
import type { CallerHeaders } from './headers.ts';

/** What the other service saw while the attack ran; waits in ms, of none NaN. */
export type Seen = { requests: number; failed: number; p50: number; p99: number; worst: number };

export type Victim = {
  /** Forgets what it has seen while both sides warmed up. */
  count: () => void;
  stop: () => Promise<Seen>;
};

/** Reads as another service until it is stopped, in a thread of its own that the attack's own work cannot hold up. */
export function startVictim(url: string, headers: CallerHeaders): Victim {
  const argv = [url, headers.authorization, headers['x-api-key'], headers.service];
  const worker = new Worker(new URL('victim-worker.ts', import.meta.url), { argv });
  return {
    count: () => worker.postMessage('count'),
    stop: async () => {
      const { promise, resolve, reject } = Promise.withResolvers<Seen>();
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.postMessage('stop');
      const seen = await promise;
      await worker.terminate();
      return seen;
    },
  };
}
