import type { Db } from '../../db/client.ts';
import { JSON_TYPE, type PageHandler } from '../../http/reply.ts';
import { listKnownKeys } from '../../resolvers/reports/report-keys.ts';

/** Time for which the keys are cached, so that unauthenticated requests cause at most one statement a minute. */
const FRESH_MS = 60_000;

type PublicKeys = Parameters<typeof listKnownKeys>[1];

type ReportKeysParts = {
  db: Db;
  /** Public keys of the process, which may not have signed a report yet. */
  currentKeys: () => PublicKeys;
  /** Milliseconds since 1970. */
  now?: () => number;
};

/** Creates the page with the public keys that sign reports: trusted ones in `keys`, revoked ones in `revoked`. */
export function createReportKeysPage({
  db,
  currentKeys,
  now = Date.now,
}: ReportKeysParts): PageHandler {
  let cached: { at: number; body: Promise<string> } | undefined;
  return async () => {
    if (cached === undefined || now() - cached.at >= FRESH_MS) {
      const latest = { at: now(), body: readKeys(db, currentKeys()) };
      cached = latest;
      latest.body.catch(() => {
        if (cached === latest) cached = undefined;
      });
    }
    return { status: 200, headers: { 'content-type': JSON_TYPE }, body: await cached.body };
  };
}

async function readKeys(db: Db, present: PublicKeys): Promise<string> {
  const { trusted, revoked } = await listKnownKeys(db, present);
  const keys = [...new Map(trusted.map((key) => [key.kid, key])).values()];
  return JSON.stringify({ keys, revoked });
}
