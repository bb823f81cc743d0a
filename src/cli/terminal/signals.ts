import { isatty } from 'node:tty';

const CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/**
 * True at a terminal, where SIGHUP means that it was closed. Elsewhere, by convention, it means that the log was moved.
 */
const isAtTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor));

/**
 * Makes a signal end the process through its exit handlers, which stop an embedded PostgreSQL. By default, a signal
 * ends it immediately.
 */
export function exitOnSignals(): void {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(name, () => process.exit(CODES[name]));
  }
}

/**
 * Time within which two signals count as one: on Ctrl-C the terminal signals the gateway, and npm forwards it again.
 */
const ECHO_MS = 1_000;

/** Calls `first` for the first stop signal; a later one exits at once, through the exit handlers. */
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

/** Signals to a long-running process, each of which would end it by default. */
export type SignalHandlers = {
  /** Called on SIGHUP without a terminal. */
  onHangUp: () => void;
  /** Called on SIGUSR2. */
  onAsked: () => void;
};

const signalHandlers: SignalHandlers = { onHangUp: () => undefined, onAsked: () => undefined };

/** Ignores these signals until handlers are installed. Must be called first. */
export function outliveSignals(): void {
  if (!isAtTerminal) process.on('SIGHUP', () => signalHandlers.onHangUp());
  process.on('SIGUSR2', () => signalHandlers.onAsked());
}

export function handleSignals(handlers: SignalHandlers): void {
  Object.assign(signalHandlers, handlers);
}
