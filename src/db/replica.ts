import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import { AppError } from '../errors.ts';
import { recorded, WorkRecord } from '../record/work-record.ts';
import type { Db } from './client.ts';

/** Why lists are read on the primary though there is a replica. */
export type ReplicaTrouble = 'away' | 'behind' | 'no_standby';

export type ReplicaOptions = {
  primary: Db;
  replica: Db;
  /** Told when it is left, and with undefined when it is used again. */
  onChange: (trouble: ReplicaTrouble | undefined) => void;
};

/** A server that follows the primary, for reads that may take their time. */
export type Replica = {
  /**
   * Runs a read on the replica once that has all that was committed when it was asked for, wherever it was written; on the
   * primary where that takes longer than a tenth of a second, or the replica fails.
   */
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
};

/** How long a read waits for the replica to catch up. */
const CATCH_UP_MS = 100;
const ASK_AGAIN_MS = 5;
/** For both servers to say how far they are: one that is silent is away. */
const ANSWER_MS = 500;
/** So long nobody waits for one that was behind or away. */
const LEFT_MS = 3_000;

/** serialization_failure: a row that was read is cleared away on the primary. */
const CONFLICT = '40001';

export function createReplica(options: ReplicaOptions): Replica {
  const watch = new ReplicaWatch(options);
  return {
    read: async (work) => {
      if (!(await watch.isCurrent())) return await work(options.primary);
      try {
        return await work(options.replica);
      } catch (error) {
        if (!isOfReplica(error)) throw error;
        if (error instanceof AppError) watch.leave('away');
        return await work(options.primary);
      }
    },
  };
}

/** Whether the primary may answer what failed. */
function isOfReplica(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'service_unavailable';
  return error instanceof DatabaseError && error.code === CONFLICT;
}

/** Asks both servers how far they are, once for all who ask at the same time. */
class ReplicaWatch {
  readonly #options: ReplicaOptions;
  #underWay: Promise<boolean> = Promise.resolve(false);
  #next: Promise<boolean> | undefined;
  #trouble: ReplicaTrouble | undefined;
  #leftUntil = 0;

  constructor(options: ReplicaOptions) {
    this.#options = options;
  }

  /** Whether the replica has what was committed before now. Whoever comes while it is asked is answered by the next asking. */
  async isCurrent(): Promise<boolean> {
    if (performance.now() < this.#leftUntil) return false;
    this.#next ??= this.#underWay.then(async () => {
      this.#underWay = this.#next ?? this.#underWay;
      this.#next = undefined;
      return await this.#ask();
    });
    return await this.#next;
  }

  leave(trouble: ReplicaTrouble): void {
    this.#leftUntil = performance.now() + LEFT_MS;
    this.#tell(trouble);
  }

  #tell(trouble: ReplicaTrouble | undefined): void {
    if (trouble === this.#trouble) return;
    this.#trouble = trouble;
    this.#options.onChange(trouble);
  }

  /** No request's own: it takes no service's turn. */
  async #ask(): Promise<boolean> {
    if (performance.now() < this.#leftUntil) return false;
    const found = recorded(new WorkRecord(), async () => await this.#findTrouble());
    const { promise: tooLate, resolve } = Promise.withResolvers<ReplicaTrouble>();
    const timer = setTimeout(() => resolve('away'), ANSWER_MS);
    const trouble = await Promise.race([found.catch(() => 'away' as const), tooLate]);
    clearTimeout(timer);
    if (trouble === undefined) this.#tell(undefined);
    else this.leave(trouble);
    return trouble === undefined;
  }

  async #findTrouble(): Promise<ReplicaTrouble | undefined> {
    const { primary, replica } = this.#options;
    const at = await readPosition(primary);
    const until = performance.now() + CATCH_UP_MS;
    for (;;) {
      const { isStandby, isThere } = await compare(replica, at);
      if (!isStandby) return 'no_standby';
      if (isThere) return undefined;
      if (performance.now() >= until) return 'behind';
      await wait(ASK_AGAIN_MS);
    }
  }
}

/** Behind every commit that anybody was told of: where commits do not wait for the disk, what is not on it yet counts too. */
async function readPosition(primary: Db): Promise<string> {
  const { rows } = await sql<{ at: string }>`
    select case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
      else pg_current_wal_flush_lsn() end::text as at`.execute(primary);
  return rows[0]?.at ?? '';
}

async function compare(replica: Db, at: string): Promise<{ isStandby: boolean; isThere: boolean }> {
  const { rows } = await sql<{ isStandby: boolean; isThere: boolean }>`
    select pg_is_in_recovery() as "isStandby",
      coalesce(pg_last_wal_replay_lsn() >= ${at}::pg_lsn, false) as "isThere"`.execute(replica);
  return rows[0] ?? { isStandby: false, isThere: false };
}
