import { counts } from '../../runtime/instruments/counts.ts';
import {
  currentRowScope,
  currentWorkScope,
  runInWorkScope,
  WorkScope,
  withinService,
} from '../../runtime/work-scope.ts';
import type { MemoryReservation } from '../../scheduling/memory-reservation.ts';
import {
  type Choosing,
  type FindOther,
  type LaneState,
  noteInFlight,
  sendToOthers,
  takeBatch,
  type Waiting,
} from './lane-state.ts';
import type { ReadKeys, ReadService } from './read-keys.ts';

/** Queue whose waiting keys of one service are read in one statement. */
export type Lane<Key, Row> = { ask: ReadKeys<Key, Row> };

export type LaneOptions<Key, Row> = Choosing<Key> & {
  readers: Readers<Key, Row>;
  /** Number of statements in flight. */
  inFlightMax: number;
  /** Is told what each was answered. */
  onRows: (
    serviceId: number,
    groups: readonly Row[][],
    hold: MemoryReservation | undefined,
  ) => void;
  /** What reads those who wait in place of this lane, where something does by now. */
  findOther?: FindOther<Key, Row>;
  onError: (serviceId: number, error: unknown) => void;
};

export type Readers<Key, Row> = {
  read: ReadService<Key, Row>;
  alone: Again<Key, Row>;
  /**
   * True when `alone` waits for a memory reservation after that error. Other requests of the service then do not wait
   * behind it.
   */
  waitsForRoom: (error: unknown) => boolean;
};

/** Reads the keys of one request again, after the statement of its batch failed with that error. */
type Again<Key, Row> = (
  serviceId: number,
  keys: readonly Key[],
  failed: { error: unknown; hold: MemoryReservation | undefined },
) => Promise<Row[][]>;

export function createLane<Key, Row>(options: LaneOptions<Key, Row>): Lane<Key, Row> {
  const { readers, inFlightMax, findOther } = options;
  const state: LaneState<Key, Row> = {
    waiting: [],
    inFlight: 0,
    inFlightOf: new Map(),
    isScheduled: false,
  };
  const flush = (): void => {
    state.isScheduled = false;
    if (findOther !== undefined) sendToOthers(state, findOther);
    while (state.waiting.length > 0 && state.inFlight < inFlightMax) {
      const batch = takeBatch(state, options);
      const [first] = batch;
      if (first === undefined) return;
      const { serviceId } = first;
      const leave = noteInFlight(state, serviceId);
      const read = (): Promise<void> => withinService(serviceId, () => answer(batch, readers));
      void runInWorkScope(openRecord(batch), read).finally(() => {
        leave();
        schedule();
      });
    }
  };
  /** Runs after the input that has already arrived, so that all of its requests are in one statement. */
  const schedule = (): void => {
    if (state.isScheduled || state.waiting.length === 0 || state.inFlight >= inFlightMax) return;
    state.isScheduled = true;
    setImmediate(flush);
  };
  return {
    ask: async (serviceId, keys, hold) => {
      refuseOthers(serviceId);
      const record = currentWorkScope();
      const { promise, waiting } = openWaiting({ serviceId, record, keys, hold }, options);
      state.waiting.push(waiting);
      schedule();
      record?.beginDatabaseWait();
      const end = record?.trace?.begin('read together');
      try {
        return await promise;
      } finally {
        record?.endDatabaseWait();
        end?.(false);
      }
    },
  };
}

/** Rejects a read of another service than the one in the request context, when that is known. */
function refuseOthers(serviceId: number): void {
  const rowsOf = currentRowScope();
  if (rowsOf !== undefined && rowsOf !== serviceId)
    throw new Error('A service asked for the rows of another.');
}

/** The statement of all of them is told where the first of them that is traced is told. */
function openRecord(batch: readonly { record: WorkScope | undefined }[]): WorkScope {
  const own = new WorkScope();
  for (const { record } of batch) {
    own.trace ??= record?.trace;
    own.isRequest ||= record?.isRequest === true;
    own.isWarmUp ||= record?.isWarmUp === true;
  }
  return own;
}

type Asked<Key, Row> = Pick<Waiting<Key, Row>, 'serviceId' | 'record' | 'keys' | 'hold'>;

function openWaiting<Key, Row>(
  asked: Asked<Key, Row>,
  { onRows, onError }: LaneOptions<Key, Row>,
): { promise: Promise<Row[][]>; waiting: Waiting<Key, Row> } {
  const { serviceId, hold } = asked;
  const { promise, resolve, reject } = Promise.withResolvers<Row[][]>();
  const waiting: Waiting<Key, Row> = {
    ...asked,
    resolve: (groups) => {
      onRows(serviceId, groups, hold);
      resolve(groups);
    },
    reject: (error) => {
      onError(serviceId, error);
      reject(error);
    },
    settle: resolve,
  };
  return { promise, waiting };
}

/** Settles all requests of the batch, which belong to one service, later when the statement fails. Never rejects. */
async function answer<Key, Row>(
  batch: Waiting<Key, Row>[],
  readers: Readers<Key, Row>,
): Promise<void> {
  const { serviceId = 0 } = batch[0] ?? {};
  const asked: Key[] = [];
  for (const { keys } of batch) asked.push(...keys);
  if (batch[0]?.record?.isWarmUp !== true) {
    counts.coalesced.statements += 1;
    counts.coalesced.keys += asked.length;
  }
  try {
    const read = readers.read({ serviceId, keys: asked });
    const groups = await read.finally(() => noteStatements(batch));
    let start = 0;
    for (const { keys, resolve } of batch) {
      resolve(groups.slice(start, start + keys.length));
      start += keys.length;
    }
  } catch (error) {
    // Other batches go on: these reads may take long.
    void settleAlone(batch, readers, error);
  }
}

/** Each took part in all that was sent for the batch. */
function noteStatements(batch: readonly { record: WorkScope | undefined }[]): void {
  const sent = currentWorkScope()?.statements ?? 0;
  for (const { record } of batch) if (record !== undefined) record.statements += sent;
}

/** Reads one request after the other, because the rows of one may be too large, unless they wait for a reservation. */
async function settleAlone<Key, Row>(
  batch: Waiting<Key, Row>[],
  { alone, waitsForRoom }: Readers<Key, Row>,
  error: unknown,
): Promise<void> {
  const [only, ...others] = batch;
  if (others.length === 0) {
    only?.reject(error);
    return;
  }
  for (const { serviceId, record, hold, keys, resolve, reject } of batch) {
    const read = (): Promise<Row[][]> => alone(serviceId, keys, { error, hold });
    const again = runInWorkScope(record, () => withinService(serviceId, read));
    const settled = again.then(resolve, reject);
    if (!waitsForRoom(error)) await settled;
  }
}
