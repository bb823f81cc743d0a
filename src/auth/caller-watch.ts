import type { Db } from '../db/client.ts';
import { listLiveCallers } from '../db/queries/access/live-callers.ts';
import { AppError } from '../errors.ts';
import { createPoller, type NextRound } from '../scheduling/poller.ts';
import type { User } from './caller.ts';

/** Ends what outlives a request when its caller may no longer have it. */
export type CallerWatch = {
  /**
   * Calls `end`, once, with AppError `unauthenticated`: when the token expires, or within CHECK_MS of the
   * key's revocation or the user's being disabled. Returns how to stop watching.
   */
  add: (user: User, end: (error: AppError) => void) => () => void;
  stop: () => Promise<void>;
};

type Watched = { user: User; end: (error: AppError) => void };

const CHECK_MS = 2_000;
const TIMEOUT_MS_MAX = 2 ** 31 - 1;

export function createCallerWatch(db: Db, onFault: (error: unknown) => void): CallerWatch {
  const watched = new Set<Watched>();
  const pacer = createPoller({
    work: async () => await checkAll(db, watched),
    restMs: CHECK_MS,
    gapMs: CHECK_MS,
    onFault,
  });
  return {
    add: (user, end) => {
      const one = { user, end };
      watched.add(one);
      const stopTimer = callAt(user.tokenExpiresAt, () => end(noLonger()));
      pacer.wake();
      return () => {
        watched.delete(one);
        stopTimer();
      };
    },
    stop: async () => await pacer.stop(),
  };
}

/** One statement a service, however many are watched. */
async function checkAll(db: Db, watched: ReadonlySet<Watched>): Promise<NextRound> {
  const asked = [...watched];
  if (asked.length === 0) return 'sleep';
  const callers = new Map(asked.map(({ user }) => [keyOf(user), user]));
  const live = new Set((await listLiveCallers(db, [...callers.values()])).map(keyOf));
  for (const { user, end } of asked) if (!live.has(keyOf(user))) end(noLonger());
  return 'rest';
}

function keyOf(caller: { serviceId: number; apiKeyId: number; userId: number }): string {
  return `${caller.serviceId}/${caller.apiKeyId}/${caller.userId}`;
}

function noLonger(): AppError {
  return new AppError('unauthenticated', 'The credentials have expired or were revoked.');
}

/** A timer holds 24 days at most, so a later time takes several. */
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
