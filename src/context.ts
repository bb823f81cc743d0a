import type { FileVault } from './adapters/files/file-vault.ts';
import {
  openRateLimitAccount,
  type RateLimitAccount,
} from './adapters/rate-limits/rate-limit-account.ts';
import type { ReportPrinter } from './adapters/reports/report-printer.ts';
import type { WebhookSender } from './adapters/webhooks/webhook-sender.ts';
import type { Caller } from './auth/caller.ts';
import type { CallerWatch } from './auth/caller-watch.ts';
import type { TokenIssuer } from './auth/tokens.ts';
import type { TrustedDocuments } from './auth/trusted-documents.ts';
import type { PageSizes } from './config/config.ts';
import { DEFAULT_PAGE_SIZES } from './config/environment.ts';
import type { Db } from './db/client.ts';
import type { ListCaches } from './db/list-memory/list-caches.ts';
import { createLoaders, type Loaders } from './db/loaders/loaders.ts';
import { createPersonalLoader, type PersonalLoader } from './db/loaders/personal-loader.ts';
import type { SharedLoaders } from './db/loaders/shared-loaders.ts';
import type { Reader } from './db/queries/participants/personal-information.ts';
import { findExceededQuota } from './db/queries/records/service-counts.ts';
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
  /** Idempotency-Key header of the request, unchecked; the key in an input takes precedence. */
  idempotencyKey?: string | undefined;
  db: Db;
  /** Replica for lists, when configured; absent in transactions. */
  replica?: Replica | undefined;
  loaders: Loaders;
  /** Memory reservations for large rows; absent where none are needed, as on the command line. */
  rows?: MemoryReservation | undefined;
  /** Schedule of the loaders: they read when all keys have been requested. */
  reading: BatchSchedule;
  /** Loader of personal information, which records each read; the caller's own where other loaders may be shared. */
  personalInformation: PersonalLoader;
  tokens: TokenIssuer;
  /** Rate limit account of the request. */
  rateLimitAccount: RateLimitAccount;
  /** Maximum page size of each list. */
  pageSizes: PageSizes;
  /** Quotas of the service; no limits by default. */
  quotas: Quotas;
  log: RequestLog;
  /** Work scope for the access log line; absent where none is written, as on the command line. */
  record?: WorkScope | undefined;
  /** Absent where no documents are sent, as on the command line. */
  trustedDocuments?: TrustedDocuments | undefined;
  /** Absent where no file can be stored, as on the command line. */
  files?: Files | undefined;
  /** Absent where no report can be printed, as on the command line. */
  reports?: Pick<ReportPrinter, 'print'> | undefined;
  /** Absent where no documents are extracted, as on the command line. */
  readers?: DocumentReaders | undefined;
  /** Caches of list data; absent where names are searched in the database only, as on the command line. */
  listMemory?: ListCaches | undefined;
  /** Look-back period for public offices. Defaults to the usual one. */
  lookBack?: LookBack | undefined;
  /** Absent where no endpoint can be called, as on the command line. */
  webhooks?: Pick<WebhookSender, 'checkUrl' | 'makeSecret'> | undefined;
  /** Wakes the worker for queued jobs; within a transaction, after its commit. Absent when no worker runs. */
  wakeWorker?: (() => void) | undefined;
  /** Absent where subscriptions are not possible, as on the command line. */
  live?: Live | undefined;
};

/** File storage. */
export type Files = { vault: FileVault };

/** Context of an operation in a job, without a caller. */
export type SystemContext = {
  /** Service of the job; NO_SERVICE when it concerns none. */
  serviceId: number;
  db: Db;
  log: Logger;
  vault: Pick<FileVault, 'delete' | 'read' | 'seal' | 'unwrapKey' | 'unseal'>;
  readers: DocumentReaders;
  /** Caches of list data, as in RequestContext. */
  listMemory?: ListCaches | undefined;
  lookBack?: LookBack | undefined;
  webhooks: Pick<WebhookSender, 'send'>;
  /** Signal that stops long work. */
  signal: AbortSignal;
};

/** Dependencies of subscriptions. */
export type Live = {
  feed: EventFeed;
  /** Loaders for rows that many subscribers receive at the same time. */
  loadersOf: SharedLoaders;
  watch: CallerWatch;
  /** Last-Event-ID header of the request: the last event that a reconnecting client has received. */
  lastEventId: string | undefined;
};

/** Parts of a request context. Without `rateLimitAccount`, no rate limit is consumed. */
export type RequestContextParts = Omit<
  RequestContext,
  'loaders' | 'reading' | 'personalInformation' | 'rateLimitAccount' | 'pageSizes' | 'quotas'
> &
  Partial<Pick<RequestContext, 'rateLimitAccount' | 'pageSizes' | 'quotas'>>;

export function createRequestContext(parts: RequestContextParts): RequestContext {
  const { serviceId } = parts.caller;
  const batchSchedule = new BatchSchedule();
  return {
    ...parts,
    reading: batchSchedule,
    rateLimitAccount: parts.rateLimitAccount ?? openRateLimitAccount(undefined, serviceId),
    pageSizes: parts.pageSizes ?? DEFAULT_PAGE_SIZES,
    quotas: parts.quotas ?? NO_QUOTAS,
    loaders: createLoaders(parts.db, serviceId, {
      schedule: batchSchedule.schedule,
      reservation: parts.rows,
    }),
    personalInformation: createPersonalLoader(parts.db, toReader(parts), batchSchedule.schedule),
  };
}

function toReader({ caller, requestId }: RequestContextParts): Reader {
  const { serviceId, apiKeyId } = caller;
  const userId = caller.kind === 'user' ? caller.userId : null;
  return { serviceId, userId, apiKeyId, requestId };
}

/** Context of the same caller for the next event, with new loaders, so that rows are read again. */
export function renewRequestContext(ctx: RequestContext): RequestContext {
  const loaders = ctx.live?.loadersOf(ctx.caller.serviceId);
  if (loaders === undefined) return createRequestContext(ctx);
  return { ...ctx, loaders, personalInformation: createPersonalLoader(ctx.db, toReader(ctx)) };
}

/** Runs a read of a list or a count, on the replica when there is one; in a transaction it runs in the transaction. */
export async function readLists<T>(ctx: RequestContext, read: (db: Db) => Promise<T>): Promise<T> {
  return ctx.replica === undefined ? await read(ctx.db) : await ctx.replica.read(read);
}

/**
 * Runs work in one transaction with loaders of its own, which see the transaction's writes. Throws AppError
 * `operation_in_progress` when a lock is not acquired within the lock timeout, and `quota_exceeded` when the service
 * would exceed its quotas.
 */
export async function inTransaction<T>(
  ctx: RequestContext,
  work: (ctx: RequestContext) => Promise<T>,
): Promise<T> {
  const state = { hasJobs: false };
  const wakeWorker = (): void => {
    state.hasJobs = true;
  };
  const result = await runInTransaction(
    ctx.db,
    async (db) => await work(createRequestContext({ ...ctx, db, replica: undefined, wakeWorker })),
  ).catch((error: unknown) => rethrowWithCause(error, ctx.quotas));
  ctx.live?.feed.wake();
  if (state.hasJobs) ctx.wakeWorker?.();
  return result;
}

function rethrowWithCause(error: unknown, { records, fileBytes }: Quotas): never {
  const excess = findExceededQuota(error);
  if (excess !== undefined) throw quotaExceeded(excess, excess === 'records' ? records : fileBytes);
  if (!isLockTimeout(error)) throw error;
  throw operationInProgress(error);
}
