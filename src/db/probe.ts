import { sql } from 'kysely';
import type { Db } from './client.ts';

const ANSWER_TIMEOUT_MS = 2_000;

/**
 * Asks whether the database answers, within 2 s. Askers share the question that is under way, so that no number
 * of them takes more than one connection from the requests, and a silent database gets one every 2 s.
 */
export function createProbe(db: Db): () => Promise<boolean> {
  let underWay: Promise<boolean> | undefined;
  return async () => {
    underWay ??= ask(db).finally(() => {
      underWay = undefined;
    });
    return await underWay;
  };
}

async function ask(db: Db): Promise<boolean> {
  const asked = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  const { promise: tooLate, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ANSWER_TIMEOUT_MS);
  return await Promise.race([asked, tooLate]).finally(() => clearTimeout(timer));
}
