import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import { AppError } from '../errors.ts';
import { runInWorkScope, WorkScope } from '../runtime/work-scope.ts';
import type { Db } from './client.ts';

/** Reason why lists are read on the primary despite a replica. */
export type ReplicaTrouble = 'away' | 'behind' | 'no_standby';

export type ReplicaOptions = {
  primary: Db;
  replica: Db;
  /** Called when the replica is not used any more, and with undefined when it is used again. */
  onChange: (trouble: ReplicaTrouble | undefined) => void;
};

/** Standby server that follows the primary, for reads that may take longer. */
export type Replica = {
  /**
   * Runs a read on the replica once it has everything that was committed before, by any process. Runs it on the primary
   * when that takes longer than 100 ms, or the replica fails.
   */
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  /** Returns how far the replica is behind, and whether lists are read on it. */
  readLag: () => Promise<ReplicaLag>;
};

/** State of the replica. `behindSeconds` is undefined while its delay is unknown. */
type ReplicaLag = { isUsed: boolean; behindSeconds: number | undefined };

/** Maximum wait for the replica to catch up. */
const CATCH_UP_MS = 100;
const POLL_MS = 5;
/** Time limit for the positions of both servers. A silent one counts as unavailable. */
const RESPONSE_TIMEOUT_MS = 500;
/** Time for which a delayed or unavailable replica is not used. */
const PAUSE_MS = 3_000;

/** serialization_failure: a row that the query needs was removed on the primary. */
const CONFLICT = '40001';

export function createReplica(options: ReplicaOptions): Replica {
  const watch = new ReplicaWatch(options);
  return {
    read: async (work) => {
      const lsn = await watch.findPosition();
      if (lsn === undefined) return await work(options.primary);
      try {
        const result = await readAtPosition(options.replica, lsn, work);
        if (result !== undefined) return result.found;
        watch.leave('behind');
        return await work(options.primary);
      } catch (error) {
        if (!isReplicaFault(error)) throw error;
        if (error instanceof AppError) watch.leave('away');
        return await work(options.primary);
      }
    },
    readLag: async () => await watch.readLag(),
  };
}

/**
 * Runs the read on a connection whose server has reached the position. Undefined otherwise. One address may lead to
 * several replicas, so that the position is checked on the same connection.
 */
async function readAtPosition<T>(
  replica: Db,
  lsn: string,
  work: (db: Db) => Promise<T>,
): Promise<{ found: T } | undefined> {
  return await replica.connection().execute(async (connection) => {
    const { isStandby, isThere } = await check(connection, lsn);
    return isStandby && isThere ? { found: await work(connection) } : undefined;
  });
}

/** True when the primary may run the failed read: not when the service has used all of its own permits. */
function isReplicaFault(error: unknown): boolean {
  if (error instanceof AppError)
    return error.code === 'service_unavailable' && error.cause !== undefined;
  return error instanceof DatabaseError && error.code === CONFLICT;
}

/** Position of both servers, or the reason why the replica is not used. */
type CaughtUp = { at: string; trouble?: undefined } | { at?: undefined; trouble: ReplicaTrouble };

const AWAY: CaughtUp = { trouble: 'away' };

/** Compares the WAL positions of both servers, once for all concurrent requests. */
class ReplicaWatch {
  readonly #options: ReplicaOptions;
  #underWay: Promise<string | undefined> = Promise.resolve(undefined);
  #next: Promise<string | undefined> | undefined;
  #trouble: ReplicaTrouble | undefined;
  #leftUntil = 0;

  constructor(options: ReplicaOptions) {
    this.#options = options;
  }

  /**
   * Returns a position after every commit until now, when the replica has reached it. Undefined otherwise. Requests
   * that arrive during a check share the next one.
   */
  async findPosition(): Promise<string | undefined> {
    if (performance.now() < this.#leftUntil) return undefined;
    this.#next ??= this.#underWay.then(async () => {
      this.#underWay = this.#next ?? this.#underWay;
      this.#next = undefined;
      return await this.#ask();
    });
    return await this.#next;
  }

  leave(trouble: ReplicaTrouble): void {
    this.#leftUntil = performance.now() + PAUSE_MS;
    this.#tell(trouble);
  }

  async readLag(): Promise<ReplicaLag> {
    const { primary, replica } = this.#options;
    const measured = runInWorkScope(
      new WorkScope(),
      async () => await measureLag(primary, replica),
    );
    const behindSeconds = await withinTime(measured, undefined);
    return { isUsed: this.#trouble === undefined, behindSeconds };
  }

  #tell(trouble: ReplicaTrouble | undefined): void {
    if (trouble === this.#trouble) return;
    this.#trouble = trouble;
    this.#options.onChange(trouble);
  }

  /** Runs outside of requests, without a permit of a service. */
  async #ask(): Promise<string | undefined> {
    if (performance.now() < this.#leftUntil) return undefined;
    const catchUp = runInWorkScope(new WorkScope(), async () => await this.#catchUp());
    const caughtUp = await withinTime(catchUp, AWAY);
    if (caughtUp.trouble !== undefined) this.leave(caughtUp.trouble);
    else this.#tell(undefined);
    return caughtUp.at;
  }

  async #catchUp(): Promise<CaughtUp> {
    const { primary, replica } = this.#options;
    const lsn = await readPosition(primary);
    const deadline = performance.now() + CATCH_UP_MS;
    for (;;) {
      const { isStandby, isThere } = await check(replica, lsn);
      if (!isStandby) return { trouble: 'no_standby' };
      if (isThere) return { at: lsn };
      if (performance.now() >= deadline) return { trouble: 'behind' };
      await wait(POLL_MS);
    }
  }
}

/** Settles with a fallback when the servers fail, or do not respond within RESPONSE_TIMEOUT_MS. */
async function withinTime<T>(result: Promise<T>, fallback: T): Promise<T> {
  const { promise: tooLate, resolve } = Promise.withResolvers<T>();
  const timer = setTimeout(() => resolve(fallback), RESPONSE_TIMEOUT_MS);
  const settled = await Promise.race([result.catch(() => fallback), tooLate]);
  clearTimeout(timer);
  return settled;
}

/**
 * Lag of the replica: 0 when it has all commits; otherwise the seconds since its last commit, or since its start when
 * it has none from after that. Undefined for a server that is not a standby.
 */
async function measureLag(primary: Db, replica: Db): Promise<number | undefined> {
  const lsn = await readPosition(primary);
  const { rows } = await sql<{ seconds: number | null }>`
    select case when not pg_is_in_recovery() then null
      when pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn then 0
      else extract(epoch from
        clock_timestamp() - coalesce(pg_last_xact_replay_timestamp(), pg_postmaster_start_time()))
    end::float8 as seconds`.execute(replica);
  return rows[0]?.seconds ?? undefined;
}

/** Returns a position after every acknowledged commit. With asynchronous commits, unflushed ones count too. */
async function readPosition(primary: Db): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    select case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
      else pg_current_wal_flush_lsn() end::text as at`.execute(primary);
  return rows[0]?.at ?? '';
}

async function check(replica: Db, lsn: string): Promise<{ isStandby: boolean; isThere: boolean }> {
  const { rows } = await sql<{ isStandby: boolean; isThere: boolean }>`
    select pg_is_in_recovery() as "isStandby",
      coalesce(pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn, false) as "isThere"`.execute(replica);
  return rows[0] ?? { isStandby: false, isThere: false };
}
