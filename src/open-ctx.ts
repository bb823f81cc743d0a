import type { IncomingMessage } from 'node:http';
import type { ServiceBudgets } from './adapters/budgets/service-budgets.ts';
import { openSpending, type Spending } from './adapters/budgets/spending.ts';
import type { Authenticator } from './auth/authenticate.ts';
import type { TokenIssuer } from './auth/tokens.ts';
import type { TrustedDocuments } from './auth/trusted-documents.ts';
import type { Config } from './config.ts';
import { type Ctx, createCtx, type Live } from './context.ts';
import { singleHeader } from './http.ts';
import type { Logger } from './log.ts';

/** What the contexts of all requests are made of. */
export type CtxSources = {
  config: Pick<Config, 'pageSizes'>;
  db: Ctx['db'];
  tokens: TokenIssuer;
  authenticator: Authenticator;
  budgets: ServiceBudgets;
  trustedDocuments: TrustedDocuments;
  live: Omit<Live, 'lastEventId'>;
};

/** A request whose caller is not known yet. */
export type Arrival = {
  request: IncomingMessage;
  requestId: string;
  log: Logger;
  /** What it costs its service, as soon as that is known. */
  spending?: Spending;
};

/** Whom a route lets in, and what it is counted against. */
export type Admission = { kind: 'user' | 'key'; budget: keyof ServiceBudgets };

/**
 * Finds out who calls, and counts the request against the budget of the service, which the arrival then knows.
 * Throws AppError `unauthenticated` or `too_many_requests`.
 */
export async function openCtx(
  sources: CtxSources,
  arrival: Arrival,
  { kind, budget }: Admission,
): Promise<Ctx> {
  const { config, db, tokens, authenticator, budgets, trustedDocuments, live } = sources;
  const { request, requestId, log } = arrival;
  const headers = {
    authorization: singleHeader(request, 'authorization'),
    apiKey: singleHeader(request, 'x-api-key'),
    service: singleHeader(request, 'service'),
  };
  const caller =
    kind === 'user'
      ? await authenticator.authenticate(headers)
      : await authenticator.identifyKey(headers);
  const spending = openSpending(budgets[budget], caller.serviceId);
  arrival.spending = spending;
  await spending.charge(1);
  return createCtx({
    caller,
    requestId,
    // Several come joined by a comma and a space, which is no key.
    idempotencyKey: request.headersDistinct['idempotency-key']?.join(', '),
    db,
    tokens,
    spending,
    pageSizes: config.pageSizes,
    log,
    trustedDocuments,
    live: { ...live, lastEventId: request.headersDistinct['last-event-id']?.join(', ') },
  });
}
