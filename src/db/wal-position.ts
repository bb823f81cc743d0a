import { sql } from 'kysely';
import type { Db } from './client.ts';

/**
 * Returns a WAL position after every acknowledged commit; with `synchronous_commit = off` also after unflushed ones.
 */
export async function readPosition(primary: Db): Promise<string> {
  const { rows } = await sql<{ lsn: string }>`
    select case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
      else pg_current_wal_flush_lsn() end::text as lsn`.execute(primary);
  return rows[0]?.lsn ?? '';
}

type ReplicaState = { isStandby: boolean; hasReached: boolean };

/** Returns whether the server is a standby and has replayed the WAL up to the position. */
export async function readReplicaState(replica: Db, lsn: string): Promise<ReplicaState> {
  const { rows } = await sql<ReplicaState>`
    select pg_is_in_recovery() as "isStandby",
      coalesce(pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn, false) as "hasReached"`.execute(replica);
  return rows[0] ?? { isStandby: false, hasReached: false };
}
