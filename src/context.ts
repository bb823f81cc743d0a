import { openSpending, type Spending } from './adapters/budgets/spending.ts';
import type { FileVault } from './adapters/files/file-vault.ts';
import type { ReportPrinter } from './adapters/reports/report-printer.ts';
import type { WebhookSender } from './adapters/webhooks/webhook-sender.ts';
import type { Caller } from './auth/caller.ts';
import type { CallerWatch } from './auth/caller-watch.ts';
import type { TokenIssuer } from './auth/tokens.ts';
import type { TrustedDocuments } from './auth/trusted-documents.ts';
import type { PageSizes } from './config/config.ts';
import { DEFAULT_PAGE_SIZES } from './config/environment.ts';
import type { Db } from './db/client.ts';
import type { ListCaches } from './db/list-memory/list-memory.ts';
import { createLoaders, type Loaders } from './db/loaders/loaders.ts';
import { createPersonalLoader, type PersonalLoader } from './db/loaders/personal-loader.ts';
import type { SharedLoaders } from './db/loaders/shared-loaders.ts';
import type { Reader } from './db/queries/participants/personal-information.ts';
import { excessOf } from './db/queries/records/service-counts.ts';
import type { Replica } from './db/replica.ts';
import { isLockTimeout, runInTransaction } from './db/transaction.ts';
import { NO_QUOTAS, type Quotas } from './domain/access/quota.ts';
import type { DocumentReaders } from './domain/extraction/extraction.ts';
import type { LookBack } from './domain/screening/tenure.ts';
import { operationInProgress, quotaExceeded } from './errors.ts';
import type { EventFeed } from './events/feed.ts';
import type { Logger, RequestLog } from './log.ts';
import type { WorkScope } from './runtime/work-scope.ts';
import { BatchSchedule } from './scheduling/batch-schedule.ts';
import type { Client } from './scheduling/client.ts';
import type { MemoryReservation } from './scheduling/memory-reservation.ts';

/** Request context of an operation, created for each request. */
export type RequestContext = {
  caller: Caller;
  /** Client that waits for the response. Absent on the command line. */
  client?: Client | undefined;
  requestId: string;
  /** The request's Idempotency-Key header, not checked yet; an input's own key goes before it. */
  idempotencyKey?: string | undefined;
  db: Db;
  /** For lists, where the operator has one; absent in transactions. */
  replica?: Replica | undefined;
  loaders: Loaders;
  /** What the request holds of large rows; absent where they need no room, as on the command line. */
  rows?: MemoryReservation | undefined;
  /** What the loaders read, once all of it is asked for. */
  reading: BatchSchedule;
  /** Records what is read with it; the caller's own, where other loaders may be shared. */
  personalInformation: PersonalLoader;
  tokens: TokenIssuer;
  /** Rate limit account of the request. */
  spending: Spending;
  /** The longest page of each list. */
  pageSizes: PageSizes;
  /** Quotas of the service; none where the context is made without them. */
  quotas: Quotas;
  log: RequestLog;
  /** For the request's line in the log; absent where none is written, as on the command line. */
  record?: WorkScope | undefined;
  /** Absent where documents are not sent, as on the command line. */
  trustedDocuments?: TrustedDocuments | undefined;
  /** Absent where no file can be kept, as on the command line. */
  files?: Files | undefined;
  /** Absent where no report can be printed, as on the command line. */
  reports?: Pick<ReportPrinter, 'print'> | undefined;
  /** Absent where no document is read, as on the command line. */
  readers?: DocumentReaders | undefined;
  /** Absent where names are found by the database alone, as on the command line. */
  listMemory?: ListCaches | undefined;
  /** Look-back period for offices. Defaults to the usual one. */
  lookBack?: LookBack | undefined;
  /** Absent where no endpoint can be called, as on the command line. */
  webhooks?: Pick<WebhookSender, 'checkUrl' | 'makeSecret'> | undefined;
  /** Wakes the worker for queued jobs; within a transaction, after its commit. Absent when no worker runs. */
  wakeWorker?: (() => void) | undefined;
  /** Absent where nothing can be subscribed to, as on the command line. */
  live?: Live | undefined;
};

/** File storage. */
export type Files = { vault: FileVault };

/** Context of an operation in a job, without a caller. */
export type SystemContext = {
  /** The service that it is about; NO_SERVICE where it is about none. */
  serviceId: number;
  db: Db;
  log: Logger;
  vault: Pick<FileVault, 'delete' | 'read' | 'seal' | 'unwrapKey' | 'unseal'>;
  readers: DocumentReaders;
  /** As in RequestContext. */
  listMemory?: ListCaches | undefined;
  lookBack?: LookBack | undefined;
  webhooks: Pick<WebhookSender, 'send'>;
  /** Signal that stops long work. */
  signal: AbortSignal;
};

/** Dependencies of subscriptions. */
export type Live = {
  feed: EventFeed;
  /** For what many subscribers are answered at the same time. */
  loadersOf: SharedLoaders;
  watch: CallerWatch;
  /** The request's Last-Event-ID header: what a client that lost its connection has got already. */
  lastEventId: string | undefined;
};

/** Without a spending nothing is counted against a budget. */
export type RequestContextParts = Omit<
  RequestContext,
  'loaders' | 'reading' | 'personalInformation' | 'spending' | 'pageSizes' | 'quotas'
> &
  Partial<Pick<RequestContext, 'spending' | 'pageSizes' | 'quotas'>>;

export function createRequestContext(parts: RequestContextParts): RequestContext {
  const { serviceId } = parts.caller;
  const reading = new BatchSchedule();
  return {
    ...parts,
    reading,
    spending: parts.spending ?? openSpending(undefined, serviceId),
    pageSizes: parts.pageSizes ?? DEFAULT_PAGE_SIZES,
    quotas: parts.quotas ?? NO_QUOTAS,
    loaders: createLoaders(parts.db, serviceId, { schedule: reading.schedule, hold: parts.rows }),
    personalInformation: createPersonalLoader(parts.db, readerOf(parts), reading.schedule),
  };
}

function readerOf({ caller, requestId }: RequestContextParts): Reader {
  const { serviceId, apiKeyId } = caller;
  const userId = caller.kind === 'user' ? caller.userId : null;
  return { serviceId, userId, apiKeyId, requestId };
}

/** The same caller for the next event, read as it is now and not as loaders have it that have read before. */
export function renewRequestContext(ctx: RequestContext): RequestContext {
  const loaders = ctx.live?.loadersOf(ctx.caller.serviceId);
  if (loaders === undefined) return createRequestContext(ctx);
  return { ...ctx, loaders, personalInformation: createPersonalLoader(ctx.db, readerOf(ctx)) };
}

/** Runs a read of a list or a count, which another server may answer; in a transaction it is the transaction's own. */
export async function readLists<T>(ctx: RequestContext, read: (db: Db) => Promise<T>): Promise<T> {
  return ctx.replica === undefined ? await read(ctx.db) : await ctx.replica.read(read);
}

/**
 * The same caller on one transaction, with loaders of its own: what it reads is what it writes on. Throws AppError
 * `operation_in_progress` where another transaction holds what it needs for longer than the lock time-out, and
 * `quota_exceeded` where the service would store more than its quotas allow.
 */
export async function inTransaction<T>(
  ctx: RequestContext,
  work: (ctx: RequestContext) => Promise<T>,
): Promise<T> {
  const noted = { hasJobs: false };
  const wakeWorker = (): void => {
    noted.hasJobs = true;
  };
  const result = await runInTransaction(
    ctx.db,
    async (db) => await work(createRequestContext({ ...ctx, db, replica: undefined, wakeWorker })),
  ).catch((error: unknown) => tellCause(error, ctx.quotas));
  ctx.live?.feed.wake();
  if (noted.hasJobs) ctx.wakeWorker?.();
  return result;
}

function tellCause(error: unknown, { records, fileBytes }: Quotas): never {
  const excess = excessOf(error);
  if (excess !== undefined) throw quotaExceeded(excess, excess === 'records' ? records : fileBytes);
  if (!isLockTimeout(error)) throw error;
  throw operationInProgress(error);
}
