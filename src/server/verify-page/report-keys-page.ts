import type { Db } from '../../db/client.ts';
import { JSON_TYPE, type PageHandler } from '../../http/reply.ts';
import { listKnownKeys } from '../../resolvers/reports/report-keys.ts';

/** Time for which the keys are served without another read, so that requests without a caller cost no statement. */
const FRESH_MS = 60_000;

type PublicKeys = Parameters<typeof listKnownKeys>[1];

type ReportKeysParts = {
  db: Db;
  /** Public keys of the process, which may not have signed a report yet. */
  presentKeys: () => PublicKeys;
  /** Milliseconds since 1970. */
  now?: () => number;
};

/** Serves the public keys of signatures on reports: those that count in `keys`, revoked ones in `revoked`. */
export function createReportKeysPage({
  db,
  presentKeys,
  now = Date.now,
}: ReportKeysParts): PageHandler {
  let read: { at: number; body: Promise<string> } | undefined;
  return async () => {
    if (read === undefined || now() - read.at >= FRESH_MS) {
      const latest = { at: now(), body: readKeys(db, presentKeys()) };
      read = latest;
      latest.body.catch(() => {
        if (read === latest) read = undefined;
      });
    }
    return { status: 200, headers: { 'content-type': JSON_TYPE }, body: await read.body };
  };
}

async function readKeys(db: Db, present: PublicKeys): Promise<string> {
  const { trusted, revoked } = await listKnownKeys(db, present);
  const keys = [...new Map(trusted.map((key) => [key.kid, key])).values()];
  return JSON.stringify({ keys, revoked });
}
