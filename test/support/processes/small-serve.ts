import { TOKEN_OPTIONS } from '../gateway/callers.ts';
import { type ServeProcess, startServe } from './serve-process.ts';

/** A gateway in a process of its own whose heap is so many megabytes; it knows the tokens of the tests. */
export function startSmallServe(databaseUrl: string, heapMb: number): ServeProcess {
  return startServe({
    DATABASE_URL: databaseUrl,
    TOKEN_ISSUER: TOKEN_OPTIONS.issuer,
    TOKEN_AUDIENCE: TOKEN_OPTIONS.audience,
    NODE_OPTIONS: `--max-old-space-size=${heapMb}`,
  });
}
