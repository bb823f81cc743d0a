import type { Db } from '../db/client.ts';
import { listLiveCallers } from '../db/queries/access/live-callers.ts';
import { AppError } from '../errors.ts';
import { createPoller, type NextRound } from '../scheduling/poller.ts';
import type { User } from './caller.ts';

/** Watches the callers of subscriptions and other long responses, and ends them when a caller loses access. */
export type CallerWatch = {
  /**
   * Calls `end` with AppError `unauthenticated` when the token expires, and at the next check, after at most CHECK_MS,
   * when the key is revoked or the user is disabled; further checks call it again. Returns a function that stops
   * watching.
   */
  add: (user: User, end: (error: AppError) => void) => () => void;
  stop: () => Promise<void>;
};

type Watched = { user: User; end: (error: AppError) => void };

/** A revoked caller keeps its streams at most this long. */
const CHECK_MS = 2_000;
/** Longest delay of setTimeout, about 24 days. */
const TIMEOUT_MS_MAX = 2 ** 31 - 1;

export function createCallerWatch(db: Db, onFault: (error: unknown) => void): CallerWatch {
  const watched = new Set<Watched>();
  const poller = createPoller({
    work: async () => await checkAll(db, watched),
    restMs: CHECK_MS,
    gapMs: CHECK_MS,
    onFault,
  });
  return {
    add: (user, end) => {
      const entry = { user, end };
      watched.add(entry);
      const stopTimer = callAt(user.tokenExpiresAt, () => end(toAccessEndedError()));
      poller.wake();
      return () => {
        watched.delete(entry);
        stopTimer();
      };
    },
    stop: async () => await poller.stop(),
  };
}

/** Checks all watched callers, in one statement for each service. */
async function checkAll(db: Db, watched: ReadonlySet<Watched>): Promise<NextRound> {
  const entries = [...watched];
  if (entries.length === 0) return 'sleep';
  const callers = new Map(entries.map(({ user }) => [toCallerKey(user), user]));
  const activeKeys = new Set((await listLiveCallers(db, [...callers.values()])).map(toCallerKey));
  for (const { user, end } of entries)
    if (!activeKeys.has(toCallerKey(user))) end(toAccessEndedError());
  return 'rest';
}

function toCallerKey(caller: { serviceId: number; apiKeyId: number; userId: number }): string {
  return `${caller.serviceId}/${caller.apiKeyId}/${caller.userId}`;
}

function toAccessEndedError(): AppError {
  return new AppError('unauthenticated', 'The credentials have expired or were revoked.');
}

/** Calls a function at a time; returns a function that cancels it. The timer is repeated until the time has come. */
function callAt(time: Date, call: () => void): () => void {
  let timer: NodeJS.Timeout;
  const arm = (): void => {
    const leftMs = time.getTime() - Date.now();
    timer = setTimeout(leftMs > 0 ? arm : call, Math.min(Math.max(leftMs, 0), TIMEOUT_MS_MAX));
    timer.unref();
  };
  arm();
  return () => clearTimeout(timer);
}
