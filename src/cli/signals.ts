const CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

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
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (firstAt === undefined) {
        firstAt = performance.now();
        first(name);
      } else if (performance.now() - firstAt > ECHO_MS) process.exit(CODES[name]);
    });
  }
}
