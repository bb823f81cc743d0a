import { recorded } from '../runtime/work-scope.ts';

/** Start of the next round: immediately except for the gap, after the rest, or when the poller is woken. */
export type NextRound = 'again' | 'rest' | 'sleep';

export type PacerOptions = {
  work: () => Promise<NextRound>;
  restMs: number;
  /** Minimum time between two rounds, however often the poller is woken. */
  gapMs: number;
  /** Called with the error of a failed round. The next round starts after FAULT_REST_MS. */
  onFault: (error: unknown) => void;
};

/** Poller that runs one round of work at a time. It sleeps until it is first woken. */
export type Pacer = {
  wake: () => void;
  /** Stops the poller. Resolves when the current round has ended. */
  stop: () => Promise<void>;
};

const FAULT_REST_MS = 2_000;

export function createPacer(options: PacerOptions): Pacer {
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

function schedule(state: State, options: PacerOptions, delayMs: number): void {
  clearTimeout(state.timer);
  if (state.isStopped) return;
  state.timer = setTimeout(() => {
    state.isWoken = false;
    state.round = run(state, options);
  }, delayMs);
  // The timer must not keep the process alive.
  state.timer.unref();
}

async function run(state: State, options: PacerOptions): Promise<void> {
  const next = await attempt(options);
  state.endedAt = performance.now();
  state.round = undefined;
  if (next === 'fault') schedule(state, options, Math.max(options.restMs, FAULT_REST_MS));
  else if (next === 'again' || state.isWoken) schedule(state, options, options.gapMs);
  else if (next === 'rest') schedule(state, options, options.restMs);
}

async function attempt({ work, onFault }: PacerOptions): Promise<NextRound | 'fault'> {
  try {
    // A round has its own work record, whichever request woke it.
    return await recorded(undefined, work);
  } catch (error) {
    onFault(error);
    return 'fault';
  }
}
