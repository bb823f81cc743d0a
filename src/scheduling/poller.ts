import { runInWorkScope } from '../runtime/work-scope.ts';

/**
 * Start of the next round: `again` after `gapMs`, `rest` after `restMs` or earlier when the poller is woken, `sleep`
 * only when it is woken.
 */
export type NextRound = 'again' | 'rest' | 'sleep';

export type PollerOptions = {
  work: () => Promise<NextRound>;
  /** Time until the next round after `rest`. */
  restMs: number;
  /** Minimum time between two rounds, however often the poller is woken. */
  gapMs: number;
  /**
   * Receives the error of a round that failed. The next round starts after at least two seconds, or earlier when the
   * poller is woken.
   */
  onFault: (error: unknown) => void;
};

/** Runs work in rounds, one at a time. It sleeps until it is woken for the first time. */
export type Poller = {
  wake: () => void;
  /** Resolves when the running round has ended; no further round starts. */
  stop: () => Promise<void>;
};

/** Minimum time until the next round after a failed one. */
const FAULT_REST_MS = 2_000;

export function createPoller(options: PollerOptions): Poller {
  const state: State = {
    timer: undefined,
    round: undefined,
    endedAt: 0,
    isWoken: false,
    isStopped: false,
  };
  return {
    wake: () => {
      if (state.isWoken) return;
      state.isWoken = true;
      const delayMs = Math.max(0, state.endedAt + options.gapMs - performance.now());
      if (state.round === undefined) schedule(state, options, delayMs);
    },
    stop: async () => {
      state.isStopped = true;
      clearTimeout(state.timer);
      await state.round;
    },
  };
}

type State = {
  timer: NodeJS.Timeout | undefined;
  round: Promise<void> | undefined;
  endedAt: number;
  isWoken: boolean;
  isStopped: boolean;
};

function schedule(state: State, options: PollerOptions, delayMs: number): void {
  clearTimeout(state.timer);
  if (state.isStopped) return;
  state.timer = setTimeout(() => {
    state.isWoken = false;
    state.round = run(state, options);
  }, delayMs);
  // A sleeping poller does not keep the process alive.
  state.timer.unref();
}

async function run(state: State, options: PollerOptions): Promise<void> {
  const next = await runRound(options);
  state.endedAt = performance.now();
  state.round = undefined;
  if (next === 'fault') schedule(state, options, Math.max(options.restMs, FAULT_REST_MS));
  else if (next === 'again' || state.isWoken) schedule(state, options, options.gapMs);
  else if (next === 'rest') schedule(state, options, options.restMs);
}

async function runRound({ work, onFault }: PollerOptions): Promise<NextRound | 'fault'> {
  try {
    // A request that wakes the poller must not pass its work scope on to the round.
    return await runInWorkScope(undefined, work);
  } catch (error) {
    onFault(error);
    return 'fault';
  }
}
