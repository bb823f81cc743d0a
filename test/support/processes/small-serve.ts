import { TOKEN_OPTIONS } from '../gateway/callers.ts';
import { type ServeProcess, startServe } from './serve-process.ts';

/** Starts a gateway in a separate process with a heap of this many megabytes, which accepts the tokens of the tests. */
export function startSmallServe(databaseUrl: string, heapMb: number): ServeProcess {
  return startServe({
    DATABASE_URL: databaseUrl,
    TOKEN_ISSUER: TOKEN_OPTIONS.issuer,
    TOKEN_AUDIENCE: TOKEN_OPTIONS.audience,
    NODE_OPTIONS: `--max-old-space-size=${heapMb}`,
  });
}
