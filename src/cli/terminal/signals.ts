import { isatty } from 'node:tty';

const CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** At a terminal SIGHUP says that it was closed; elsewhere, by custom, that the log was moved away. */
const isAtTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor));

/**
 * Lets a signal end the process through its exit handlers, which tell an embedded PostgreSQL to shut down; by
 * default a signal ends it on the spot.
 */
export function exitOnSignals(): void {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(name, () => process.exit(CODES[name]));
  }
}

/** Two within this time are one: on Ctrl-C the terminal signals the gateway, and npm passes it on again. */
const ECHO_MS = 1_000;

/** Calls `first` for the first signal to stop; another later on exits at once, through the exit handlers. */
export function onStopSignals(first: (name: keyof typeof CODES) => void): void {
  let firstAt: number | undefined;
  const names = ['SIGINT', 'SIGTERM', ...(isAtTerminal ? (['SIGHUP'] as const) : [])] as const;
  for (const name of names) {
    process.on(name, () => {
      if (firstAt === undefined) {
        firstAt = performance.now();
        first(name);
      } else if (performance.now() - firstAt > ECHO_MS) process.exit(CODES[name]);
    });
  }
}

/** What an operator may send to a process that goes on: by default each of them would end it. */
export type LastingSignals = {
  /** SIGHUP, where no terminal says by it that it was closed. */
  onHangUp: () => void;
  /** SIGUSR2. */
  onAsked: () => void;
};

const lasting: LastingSignals = { onHangUp: () => undefined, onAsked: () => undefined };

/** To be called first of all: until somebody has answers to them, such signals are passed over. */
export function outliveSignals(): void {
  if (!isAtTerminal) process.on('SIGHUP', () => lasting.onHangUp());
  process.on('SIGUSR2', () => lasting.onAsked());
}

export function answerSignals(answers: LastingSignals): void {
  Object.assign(lasting, answers);
}
