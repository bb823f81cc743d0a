import { isatty } from 'node:tty';

/** Exit codes by convention: 128 plus the number of the signal. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/**
 * True at a terminal, where SIGHUP means that the terminal was closed. Elsewhere, by convention, the process then
 * opens its log again.
 */
const hasTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor));

/**
 * Lets a stop signal end the process through its exit handlers, which stop an embedded PostgreSQL. By default, a signal
 * ends the process without them.
 */
export function exitOnSignals(): void {
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(name, () => process.exit(EXIT_CODES[name]));
  }
}

/**
 * Time within which two signals count as one: on Ctrl-C the terminal signals the gateway, and npm forwards it again.
 */
const ECHO_MS = 1_000;

/**
 * Calls `onFirst` for the first stop signal. A signal more than a second later exits at once, through the exit
 * handlers.
 */
export function onStopSignals(onFirst: (name: keyof typeof EXIT_CODES) => void): void {
  let firstAt: number | undefined;
  const names = ['SIGINT', 'SIGTERM', ...(hasTerminal ? (['SIGHUP'] as const) : [])] as const;
  for (const name of names) {
    process.on(name, () => {
      if (firstAt === undefined) {
        firstAt = performance.now();
        onFirst(name);
      } else if (performance.now() - firstAt > ECHO_MS) process.exit(EXIT_CODES[name]);
    });
  }
}

/** Handlers of signals to a long-running process, each of which would end it by default. */
export type SignalHandlers = {
  /** Called on SIGHUP without a terminal. */
  onReopenLog: () => void;
  /** Called on SIGUSR2, for a log line with the uptime and memory of the process. */
  onLogStatus: () => void;
};

const signalHandlers: SignalHandlers = {
  onReopenLog: () => undefined,
  onLogStatus: () => undefined,
};

/**
 * Ignores SIGHUP, except at a terminal, and SIGUSR2 until handleSignals is called. Must be called before anything that
 * takes time, because by default these signals end the process.
 */
export function ignoreSignals(): void {
  if (!hasTerminal) process.on('SIGHUP', () => signalHandlers.onReopenLog());
  process.on('SIGUSR2', () => signalHandlers.onLogStatus());
}

/** Sets the handlers of SIGHUP and SIGUSR2. */
export function handleSignals(handlers: SignalHandlers): void {
  Object.assign(signalHandlers, handlers);
}
