import type { IncomingMessage } from 'node:http';
import type { ServiceBudgets } from '../../adapters/budgets/service-budgets.ts';
import { openSpending, type Spending } from '../../adapters/budgets/spending.ts';
import type { Authenticator } from '../../auth/authenticate.ts';
import type { Caller } from '../../auth/caller.ts';
import type { TokenIssuer } from '../../auth/tokens.ts';
import type { TrustedDocuments } from '../../auth/trusted-documents.ts';
import type { Config } from '../../config/config.ts';
import { type Ctx, createCtx, type Files, type Live } from '../../context.ts';
import { chunkFloods } from '../../http/backpressure/chunk-flood-guard.ts';
import { type OpenClient, openClient } from '../../http/backpressure/open-client.ts';
import type { UnreadAnswers } from '../../http/backpressure/unread-responses.ts';
import { headerValues, singleHeader } from '../../http/headers.ts';
import type { RequestLog } from '../../log.ts';
import type { WorkRecord } from '../../runtime/work-scope.ts';
import type { ByteRoom } from '../../scheduling/memory-budget.ts';
import type { ByteHold } from '../../scheduling/memory-reservation.ts';
import { slices } from '../../scheduling/time-slices.ts';
import type { WaitAllowance } from '../../scheduling/wait-deadline.ts';

/** What the contexts of all requests are made of. */
export type CtxSources = {
  config: Pick<Config, 'document' | 'pageSizes' | 'lookBack' | 'quotas'>;
  db: Ctx['db'];
  replica: Ctx['replica'];
  tokens: TokenIssuer;
  authenticator: Authenticator;
  budgets: ServiceBudgets;
  trustedDocuments: TrustedDocuments;
  files: Files;
  reports: Ctx['reports'];
  readers: Ctx['readers'];
  listMemory: Ctx['listMemory'];
  webhooks: Ctx['webhooks'];
  answers: UnreadAnswers;
  rowRoom: ByteRoom;
  wakeWorker: Ctx['wakeWorker'];
  live: Omit<Live, 'lastEventId'>;
};

/** A request whose caller is not known yet. */
export type Arrival = {
  request: IncomingMessage;
  requestId: string;
  log: RequestLog;
  record: WorkRecord;
  /** For how long it may wait, in all. */
  waits: WaitAllowance;
  /** As soon as it is known. */
  caller?: Caller;
  /** What it costs its service, as soon as that is known. */
  spending?: Spending;
  /** Who waits for its answer, as soon as its service is known. */
  client?: OpenClient;
  /** What it holds of large rows, as soon as its service is known. */
  rows?: ByteHold;
  /** What it holds of a long body, as soon as one is to be read. */
  body?: ByteHold;
};

/** Whom a route lets in, and what it is counted against. */
export type Admission = {
  kind: 'user' | 'key' | 'link';
  budget: Exclude<keyof ServiceBudgets, 'tokens'>;
  /** Of the link, where it is one. */
  token?: string;
};

/**
 * Finds out who calls, and counts the request against the budget of the service, which the arrival then knows.
 * Throws AppError `unauthenticated` or `too_many_requests`.
 */
export async function openCtx(
  sources: CtxSources,
  arrival: Arrival,
  admission: Admission,
): Promise<Ctx> {
  const { config, db, tokens, authenticator, budgets, trustedDocuments, files, live } = sources;
  const { answers, rowRoom, replica, reports, readers, listMemory, webhooks, wakeWorker } = sources;
  const lent = { replica, reports, readers, listMemory, webhooks, wakeWorker };
  const { request, requestId, log, record, waits } = arrival;
  const caller = await findCaller(authenticator, request, admission);
  arrival.caller = caller;
  record.serviceId = caller.serviceId;
  slices.hear(caller.serviceId);
  chunkFloods.belong(request.socket, caller.serviceId);
  const spending = openSpending(budgets[admission.budget], caller.serviceId, budgets.tokens);
  arrival.spending = spending;
  const rows = rowRoom(caller.serviceId, waits);
  arrival.rows = rows;
  const keep = (): (() => void) | undefined => {
    const room = answers.keepRoom(caller.serviceId, config.document.answerBytes);
    // Then it is its turn, for which others wait.
    if (room !== undefined) rows.pass();
    return room;
  };
  const client = openClient(request, { keep, waits });
  arrival.client = client;
  await spending.charge(1);
  return createCtx({
    caller,
    client,
    requestId,
    // Several come joined by a comma and a space, which is no key.
    idempotencyKey: headerValues(request, 'idempotency-key')?.join(', '),
    db,
    ...lent,
    rows,
    tokens,
    spending,
    pageSizes: config.pageSizes,
    quotas: config.quotas,
    log,
    record,
    trustedDocuments,
    files,
    lookBack: config.lookBack,
    live: { ...live, lastEventId: headerValues(request, 'last-event-id')?.join(', ') },
  });
}

function findCaller(
  authenticator: Authenticator,
  request: IncomingMessage,
  { kind, token = '' }: Admission,
): Promise<Caller> {
  if (kind === 'link') return authenticator.followLink(token);
  const headers = {
    authorization: singleHeader(request, 'authorization'),
    apiKey: singleHeader(request, 'x-api-key'),
    service: singleHeader(request, 'service'),
  };
  return kind === 'user' ? authenticator.authenticate(headers) : authenticator.identifyKey(headers);
}
