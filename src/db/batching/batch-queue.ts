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
  type BatchLimits,
  countInFlight,
  delegateToOtherReaders,
  dequeueBatch,
  type FindOtherReader,
  type LaneState,
  type Waiting,
} from './batch-queue-state.ts';
import type { ReadKeys, ReadService } from './read-keys.ts';

/** Batch queue: waiting keys of one service are read in one statement. */
export type Lane<Key, Row> = { ask: ReadKeys<Key, Row> };

export type LaneOptions<Key, Row> = BatchLimits<Key> & {
  readers: Readers<Key, Row>;
  /** Number of statements in flight. */
  inFlightMax: number;
  /** Called with the rows of each request. */
  onRows: (
    serviceId: number,
    groups: readonly Row[][],
    hold: MemoryReservation | undefined,
  ) => void;
  /** Finds a reader that replaces this queue for a service. */
  findOther?: FindOtherReader<Key, Row>;
  onError: (serviceId: number, error: unknown) => void;
};

export type Readers<Key, Row> = {
  read: ReadService<Key, Row>;
  alone: ReadAgain<Key, Row>;
  /**
   * True when `alone` waits for a memory reservation after that error. Other requests of the service then do not wait
   * behind it.
   */
  waitsForRoom: (error: unknown) => boolean;
};

/** Reads the keys of one request again, after the statement of its batch failed with that error. */
type ReadAgain<Key, Row> = (
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
    if (findOther !== undefined) delegateToOtherReaders(state, findOther);
    while (state.waiting.length > 0 && state.inFlight < inFlightMax) {
      const batch = dequeueBatch(state, options);
      const [first] = batch;
      if (first === undefined) return;
      const { serviceId } = first;
      const endInFlight = countInFlight(state, serviceId);
      const read = (): Promise<void> => withinService(serviceId, () => settleBatch(batch, readers));
      void runInWorkScope(openBatchScope(batch), read).finally(() => {
        endInFlight();
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
      requireOwnService(serviceId);
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

/** Throws for a read of another service than the one in the current row scope. */
function requireOwnService(serviceId: number): void {
  const rowScope = currentRowScope();
  if (rowScope !== undefined && rowScope !== serviceId)
    throw new Error('A service asked for the rows of another.');
}

/** Creates the work scope of a batch, traced with the first traced request. */
function openBatchScope(batch: readonly { record: WorkScope | undefined }[]): WorkScope {
  const own = new WorkScope();
  for (const { record } of batch) {
    own.trace ??= record?.trace;
    own.isRequest ||= record?.isRequest === true;
    own.isWarmUp ||= record?.isWarmUp === true;
  }
  return own;
}

type NewRequest<Key, Row> = Pick<Waiting<Key, Row>, 'serviceId' | 'record' | 'keys' | 'hold'>;

function openWaiting<Key, Row>(
  request: NewRequest<Key, Row>,
  { onRows, onError }: LaneOptions<Key, Row>,
): { promise: Promise<Row[][]>; waiting: Waiting<Key, Row> } {
  const { serviceId, hold } = request;
  const { promise, resolve, reject } = Promise.withResolvers<Row[][]>();
  const waiting: Waiting<Key, Row> = {
    ...request,
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

/** Settles all requests of the batch, which belong to one service; when the statement fails, later. Never rejects. */
async function settleBatch<Key, Row>(
  batch: Waiting<Key, Row>[],
  readers: Readers<Key, Row>,
): Promise<void> {
  const { serviceId = 0 } = batch[0] ?? {};
  const keysOfBatch: Key[] = [];
  for (const { keys } of batch) keysOfBatch.push(...keys);
  if (batch[0]?.record?.isWarmUp !== true) {
    counts.coalesced.statements += 1;
    counts.coalesced.keys += keysOfBatch.length;
  }
  try {
    const read = readers.read({ serviceId, keys: keysOfBatch });
    const groups = await read.finally(() => countStatements(batch));
    let start = 0;
    for (const { keys, resolve } of batch) {
      resolve(groups.slice(start, start + keys.length));
      start += keys.length;
    }
  } catch (error) {
    // Not awaited: other batches continue, because these reads may take long.
    void settleAlone(batch, readers, error);
  }
}

/** Adds the statements of the batch to the count of each request in it. */
function countStatements(batch: readonly { record: WorkScope | undefined }[]): void {
  const sent = currentWorkScope()?.statements ?? 0;
  for (const { record } of batch) if (record !== undefined) record.statements += sent;
}

/**
 * Reads the requests one after the other, because the rows of one may be too large; concurrently when they wait for a
 * memory reservation.
 */
async function settleAlone<Key, Row>(
  batch: Waiting<Key, Row>[],
  { alone, waitsForRoom }: Readers<Key, Row>,
  error: unknown,
): Promise<void> {
  const [only, ...furtherRequests] = batch;
  if (furtherRequests.length === 0) {
    only?.reject(error);
    return;
  }
  for (const { serviceId, record, hold, keys, resolve, reject } of batch) {
    const read = (): Promise<Row[][]> => alone(serviceId, keys, { error, hold });
    const outcome = runInWorkScope(record, () => withinService(serviceId, read));
    const settled = outcome.then(resolve, reject);
    if (!waitsForRoom(error)) await settled;
  }
}
