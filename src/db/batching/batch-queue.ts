import { counts } from '../../runtime/instruments/counts.ts';
import {
  currentRowScope,
  currentWorkScope,
  runInWorkScope,
  withinService,
} from '../../runtime/work-scope.ts';
import type { MemoryReservation } from '../../scheduling/memory-reservation.ts';
import {
  type BatchLimits,
  type BatchQueueState,
  countInFlight,
  delegateToOtherReaders,
  dequeueBatch,
  type FindOtherReader,
  type WaitingRequest,
} from './batch-queue-state.ts';
import { countStatements, createBatchScope } from './batch-scope.ts';
import type { ReadKeys, ReadService } from './read-keys.ts';

/** Queue of reads: waiting keys of one service are read in one statement. */
export type BatchQueue<Key, Row> = { read: ReadKeys<Key, Row> };

export type BatchQueueOptions<Key, Row> = BatchLimits<Key> & {
  readers: BatchReaders<Key, Row>;
  /** Maximum number of statements in flight. */
  inFlightMax: number;
  /** Called with the rows of each request. */
  onRows: (
    serviceId: number,
    groups: readonly Row[][],
    reservation: MemoryReservation | undefined,
  ) => void;
  findOtherReader?: FindOtherReader<Key, Row>;
  /** Called with the error of each request that fails. */
  onError: (serviceId: number, error: unknown) => void;
};

export type BatchReaders<Key, Row> = {
  /** Reads the keys of a batch in one statement. */
  read: ReadService<Key, Row>;
  readAgain: ReadAgain<Key, Row>;
  /**
   * True when `readAgain` waits for a memory reservation after that error: other requests of the batch are then read
   * concurrently instead of after it.
   */
  waitsForReservation: (error: unknown) => boolean;
};

/** Reads the keys of one request again, after the statement of its batch failed with that error. */
type ReadAgain<Key, Row> = (
  serviceId: number,
  keys: readonly Key[],
  failed: { error: unknown; reservation: MemoryReservation | undefined },
) => Promise<Row[][]>;

function createState<Key, Row>(): BatchQueueState<Key, Row> {
  return { waiting: [], inFlight: 0, inFlightByService: new Map(), isScheduled: false };
}

export function createBatchQueue<Key, Row>(
  options: BatchQueueOptions<Key, Row>,
): BatchQueue<Key, Row> {
  const { readers, inFlightMax, findOtherReader } = options;
  const state = createState<Key, Row>();
  const flush = (): void => {
    state.isScheduled = false;
    if (findOtherReader !== undefined) delegateToOtherReaders(state, findOtherReader);
    while (state.waiting.length > 0 && state.inFlight < inFlightMax) {
      const batch = dequeueBatch(state, options);
      const [firstRequest] = batch;
      if (firstRequest === undefined) return;
      const { serviceId } = firstRequest;
      const endInFlight = countInFlight(state, serviceId);
      const settle = (): Promise<void> =>
        withinService(serviceId, () => settleBatch(batch, readers));
      void runInWorkScope(createBatchScope(batch), settle).finally(() => {
        endInFlight();
        schedule();
      });
    }
  };
  /** Schedules a flush after the input that has already arrived, so that all of its requests are in one statement. */
  const schedule = (): void => {
    if (state.isScheduled || state.waiting.length === 0 || state.inFlight >= inFlightMax) return;
    state.isScheduled = true;
    setImmediate(flush);
  };
  return {
    read: async (serviceId, keys, reservation) => {
      requireOwnService(serviceId);
      const workScope = currentWorkScope();
      const request = { serviceId, workScope, keys, reservation };
      const { promise, waiting } = createWaiting(request, options);
      state.waiting.push(waiting);
      schedule();
      workScope?.beginDatabaseWait();
      const end = workScope?.trace?.begin('read together');
      try {
        return await promise;
      } finally {
        workScope?.endDatabaseWait();
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

type NewRequest<Key, Row> = Pick<
  WaitingRequest<Key, Row>,
  'serviceId' | 'workScope' | 'keys' | 'reservation'
>;

function createWaiting<Key, Row>(
  request: NewRequest<Key, Row>,
  { onRows, onError }: BatchQueueOptions<Key, Row>,
): { promise: Promise<Row[][]>; waiting: WaitingRequest<Key, Row> } {
  const { serviceId, reservation } = request;
  const { promise, resolve, reject } = Promise.withResolvers<Row[][]>();
  const waiting: WaitingRequest<Key, Row> = {
    ...request,
    resolve: (groups) => {
      onRows(serviceId, groups, reservation);
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

/**
 * Reads a batch of one service and settles its requests. When the statement fails, several requests are read again and
 * settled later; a single request fails. Never rejects.
 */
async function settleBatch<Key, Row>(
  batch: WaitingRequest<Key, Row>[],
  readers: BatchReaders<Key, Row>,
): Promise<void> {
  const { serviceId = 0 } = batch[0] ?? {};
  const keysOfBatch: Key[] = [];
  for (const { keys } of batch) keysOfBatch.push(...keys);
  if (batch[0]?.workScope?.isWarmUp !== true) {
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
    void settleEach(batch, readers, error);
  }
}

/**
 * Reads each request again: one after the other, because the rows of one may be too large, or concurrently when they
 * wait for a memory reservation. The only request of a batch fails with the error instead.
 */
async function settleEach<Key, Row>(
  batch: WaitingRequest<Key, Row>[],
  { readAgain, waitsForReservation }: BatchReaders<Key, Row>,
  error: unknown,
): Promise<void> {
  const [only, ...furtherRequests] = batch;
  if (furtherRequests.length === 0) {
    only?.reject(error);
    return;
  }
  for (const { serviceId, workScope, reservation, keys, resolve, reject } of batch) {
    const read = (): Promise<Row[][]> => readAgain(serviceId, keys, { error, reservation });
    const outcome = runInWorkScope(workScope, () => withinService(serviceId, read));
    const settled = outcome.then(resolve, reject);
    if (!waitsForReservation(error)) await settled;
  }
}
