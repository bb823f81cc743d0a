import type { IncomingMessage } from 'node:http';
import {
  openRateLimitAccount,
  type RateLimitAccount,
} from '../../adapters/rate-limits/rate-limit-account.ts';
import type { ServiceRateLimiters } from '../../adapters/rate-limits/service-rate-limiters.ts';
import type { Authenticator } from '../../auth/authenticate.ts';
import type { Caller } from '../../auth/caller.ts';
import type { TokenIssuer } from '../../auth/tokens.ts';
import type { TrustedDocuments } from '../../auth/trusted-documents.ts';
import type { Config } from '../../config/config.ts';
import { createRequestContext, type Files, type Live, type RequestContext } from '../../context.ts';
import { chunkFloodGuard } from '../../http/backpressure/chunk-flood-guard.ts';
import { type OpenClient, openClient } from '../../http/backpressure/open-client.ts';
import type { UnreadResponses } from '../../http/backpressure/unread-responses.ts';
import { findHeaderValues, findSingleHeader } from '../../http/headers.ts';
import type { RequestLog } from '../../log.ts';
import type { WorkScope } from '../../runtime/work-scope.ts';
import type { MemoryBudget } from '../../scheduling/memory-budget.ts';
import type { MemoryReservation } from '../../scheduling/memory-reservation.ts';
import { timeSlices } from '../../scheduling/time-slices.ts';
import type { WaitDeadline } from '../../scheduling/wait-deadline.ts';

/** Objects of the process that every request context refers to. */
export type ContextSources = {
  config: Pick<Config, 'document' | 'pageSizes' | 'lookBack' | 'quotas'>;
  db: RequestContext['db'];
  replica: RequestContext['replica'];
  tokens: TokenIssuer;
  authenticator: Authenticator;
  rateLimiters: ServiceRateLimiters;
  trustedDocuments: TrustedDocuments;
  files: Files;
  reports: RequestContext['reports'];
  readers: RequestContext['readers'];
  listMemory: RequestContext['listMemory'];
  webhooks: RequestContext['webhooks'];
  unreadResponses: UnreadResponses;
  rowBudget: MemoryBudget;
  wakeWorker: RequestContext['wakeWorker'];
  live: Omit<Live, 'lastEventId'>;
};

/** HTTP request before its request context exists. The optional fields are set once the caller is authenticated. */
export type IncomingRequest = {
  request: IncomingMessage;
  requestId: string;
  log: RequestLog;
  record: WorkScope;
  /** Time that the request may wait for permits and memory. */
  waitDeadline: WaitDeadline;
  caller?: Caller;
  /** Costs that the request consumes from the rate limit of its service. */
  rateLimitAccount?: RateLimitAccount;
  client?: OpenClient;
  /** Memory reserved for large rows. */
  rowReservation?: MemoryReservation;
  /** Memory reserved for a long body. */
  bodyReservation?: MemoryReservation;
};

/** Kind of caller that a route accepts, and the rate limit that it consumes. */
export type Admission = {
  kind: 'user' | 'key' | 'link';
  limiter: Exclude<keyof ServiceRateLimiters, 'tokens'>;
  /** Token of a file link. */
  token?: string;
};

/**
 * Authenticates the caller, consumes one unit of the service's rate limit and creates the request context. Sets the
 * optional fields of the incoming request. Throws AppError `unauthenticated`, or `too_many_requests` when the rate
 * limit is exceeded.
 */
export async function openRequestContext(
  sources: ContextSources,
  incoming: IncomingRequest,
  admission: Admission,
): Promise<RequestContext> {
  const { config, authenticator, rateLimiters, unreadResponses, rowBudget } = sources;
  const { request, requestId, log, record, waitDeadline } = incoming;
  const caller = await authenticateCaller(authenticator, request, admission);
  incoming.caller = caller;
  record.serviceId = caller.serviceId;
  timeSlices.noteRequest(caller.serviceId);
  chunkFloodGuard.assignService(request.socket, caller.serviceId);
  const limiter = rateLimiters[admission.limiter];
  const rateLimitAccount = openRateLimitAccount(limiter, caller.serviceId, rateLimiters.tokens);
  incoming.rateLimitAccount = rateLimitAccount;
  const rows = rowBudget(caller.serviceId, waitDeadline);
  incoming.rowReservation = rows;
  const reserve = (): (() => void) | undefined => {
    const release = unreadResponses.reserve(caller.serviceId, config.document.answerBytes);
    // The request now holds a permit: it must not wait for rows while others wait for that permit.
    if (release !== undefined) rows.exempt();
    return release;
  };
  const client = openClient(request, { reserve, waitDeadline });
  incoming.client = client;
  await rateLimitAccount.consume(1);
  return createRequestContext({
    caller,
    client,
    requestId,
    // Repeated headers are joined by a comma and a space, which no valid key contains.
    idempotencyKey: findHeaderValues(request, 'idempotency-key')?.join(', '),
    ...getProcessParts(sources),
    rows,
    rateLimitAccount,
    log,
    record,
    live: {
      ...sources.live,
      lastEventId: findHeaderValues(request, 'last-event-id')?.join(', '),
    },
  });
}

/** Returns the members that the request contexts of a process share. */
function getProcessParts(sources: ContextSources) {
  const { config, db, replica, tokens, trustedDocuments, files, reports } = sources;
  const { readers, listMemory, webhooks, wakeWorker } = sources;
  const { pageSizes, quotas, lookBack } = config;
  const data = { db, replica, tokens, trustedDocuments, files, reports };
  return { ...data, readers, listMemory, webhooks, wakeWorker, pageSizes, quotas, lookBack };
}

function authenticateCaller(
  authenticator: Authenticator,
  request: IncomingMessage,
  { kind, token = '' }: Admission,
): Promise<Caller> {
  if (kind === 'link') return authenticator.authenticateLink(token);
  const headers = {
    authorization: findSingleHeader(request, 'authorization'),
    apiKey: findSingleHeader(request, 'x-api-key'),
    service: findSingleHeader(request, 'service'),
  };
  return kind === 'user'
    ? authenticator.authenticate(headers)
    : authenticator.authenticateKey(headers);
}
