import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import { AppError } from '../errors.ts';
import { runInWorkScope, WorkScope } from '../runtime/work-scope.ts';
import type { Db } from './client.ts';
import { readPosition, readReplicaState } from './wal-position.ts';

/** Reason why lists are read on the primary despite a replica. */
export type ReplicaTrouble = 'away' | 'behind' | 'no_standby';

export type ReplicaOptions = {
  primary: Db;
  replica: Db;
  /** Called with the reason when the replica is no longer used, and with undefined when it is used again. */
  onChange: (trouble: ReplicaTrouble | undefined) => void;
};

/** Standby server for reads of lists, which may wait until it has caught up with the primary. */
export type Replica = {
  /**
   * Runs a read on the replica once the replica has replayed everything that any process committed before the call.
   * Runs the read on the primary when that takes longer than 100 ms, when the replica fails, and for three seconds
   * afterwards.
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
/** Time limit for reading the positions of both servers. A server that does not respond counts as unavailable. */
const RESPONSE_TIMEOUT_MS = 500;
/** Time for which a delayed or unavailable replica is not used. */
const PAUSE_MS = 3_000;

/** serialization_failure: a replayed cleanup removed a row that the query needs (recovery conflict). */
const CONFLICT = '40001';

export function createReplica(options: ReplicaOptions): Replica {
  const watch = new ReplicaWatch(options);
  return {
    read: async (work) => {
      const lsn = await watch.findPosition();
      if (lsn === undefined) return await work(options.primary);
      try {
        const result = await readAtPosition(options.replica, lsn, work);
        if (result !== undefined) return result.value;
        watch.pause('behind');
        return await work(options.primary);
      } catch (error) {
        if (!isReplicaFault(error)) throw error;
        if (error instanceof AppError) watch.pause('away');
        return await work(options.primary);
      }
    },
    readLag: async () => await watch.readLag(),
  };
}

/**
 * Runs the read on a connection whose server has reached the WAL position; returns undefined when it has not. One
 * address may lead to several replicas, so the position is checked on the same connection.
 */
async function readAtPosition<T>(
  replica: Db,
  lsn: string,
  work: (db: Db) => Promise<T>,
): Promise<{ value: T } | undefined> {
  return await replica.connection().execute(async (connection) => {
    const { isStandby, hasReached } = await readReplicaState(connection, lsn);
    return isStandby && hasReached ? { value: await work(connection) } : undefined;
  });
}

/**
 * True when the primary may run the failed read. An AppError without cause comes from the connection semaphore: then
 * the service has too many requests, and the replica is not at fault.
 */
function isReplicaFault(error: unknown): boolean {
  if (error instanceof AppError)
    return error.code === 'service_unavailable' && error.cause !== undefined;
  return error instanceof DatabaseError && error.code === CONFLICT;
}

/** WAL position that the replica has reached, or the reason why it is not used. */
type CatchUpResult =
  | { lsn: string; trouble?: undefined }
  | { lsn?: undefined; trouble: ReplicaTrouble };

const AWAY: CatchUpResult = { trouble: 'away' };

/** Compares the WAL positions of both servers, once for all concurrent requests. */
class ReplicaWatch {
  readonly #options: ReplicaOptions;
  #running: Promise<string | undefined> = Promise.resolve(undefined);
  #next: Promise<string | undefined> | undefined;
  #trouble: ReplicaTrouble | undefined;
  #pausedUntil = 0;

  constructor(options: ReplicaOptions) {
    this.#options = options;
  }

  /**
   * Returns a WAL position after every earlier commit once the replica has reached that position; undefined when the
   * replica is paused, unavailable, no standby, or does not reach the position in time. A running check may have read
   * an earlier position, so requests that arrive during a check share the next one.
   */
  async findPosition(): Promise<string | undefined> {
    if (performance.now() < this.#pausedUntil) return undefined;
    this.#next ??= this.#running.then(async () => {
      this.#running = this.#next ?? this.#running;
      this.#next = undefined;
      return await this.#check();
    });
    return await this.#next;
  }

  /** Stops using the replica for PAUSE_MS. */
  pause(trouble: ReplicaTrouble): void {
    this.#pausedUntil = performance.now() + PAUSE_MS;
    this.#setTrouble(trouble);
  }

  async readLag(): Promise<ReplicaLag> {
    const { primary, replica } = this.#options;
    const measured = runInWorkScope(
      new WorkScope(),
      async () => await measureLag(primary, replica),
    );
    const behindSeconds = await settleInTime(measured, undefined);
    return { isUsed: this.#trouble === undefined, behindSeconds };
  }

  #setTrouble(trouble: ReplicaTrouble | undefined): void {
    if (trouble === this.#trouble) return;
    this.#trouble = trouble;
    this.#options.onChange(trouble);
  }

  /** Runs outside of requests, without a permit of a service. */
  async #check(): Promise<string | undefined> {
    if (performance.now() < this.#pausedUntil) return undefined;
    const catchUp = runInWorkScope(new WorkScope(), async () => await this.#catchUp());
    const caughtUp = await settleInTime(catchUp, AWAY);
    if (caughtUp.trouble !== undefined) this.pause(caughtUp.trouble);
    else this.#setTrouble(undefined);
    return caughtUp.lsn;
  }

  async #catchUp(): Promise<CatchUpResult> {
    const { primary, replica } = this.#options;
    const lsn = await readPosition(primary);
    const deadline = performance.now() + CATCH_UP_MS;
    for (;;) {
      const { isStandby, hasReached } = await readReplicaState(replica, lsn);
      if (!isStandby) return { trouble: 'no_standby' };
      if (hasReached) return { lsn };
      if (performance.now() >= deadline) return { trouble: 'behind' };
      await wait(POLL_MS);
    }
  }
}

/** Returns the result, or the fallback when it rejects or is not settled within RESPONSE_TIMEOUT_MS. */
async function settleInTime<T>(result: Promise<T>, fallback: T): Promise<T> {
  const { promise: timeout, resolve } = Promise.withResolvers<T>();
  const timer = setTimeout(() => resolve(fallback), RESPONSE_TIMEOUT_MS);
  const settled = await Promise.race([result.catch(() => fallback), timeout]);
  clearTimeout(timer);
  return settled;
}

/**
 * Returns the lag of the replica: 0 when it has replayed all commits; otherwise the seconds since the last commit that
 * it replayed, or since its start when it has replayed none. Undefined for a server that is not a standby.
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
