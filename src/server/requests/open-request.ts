import type { IncomingMessage, ServerResponse } from 'node:http';
import { pathOf, requestIdOf } from '../../http/reply.ts';
import { createRequestLog, type Logger } from '../../log.ts';
import { counts } from '../../runtime/instruments/counts.ts';
import { watchers } from '../../runtime/instruments/watchers.ts';
import { WorkScope } from '../../runtime/work-scope.ts';
import { WaitDeadline } from '../../scheduling/wait-deadline.ts';
import type { IncomingRequest } from './open-context.ts';

/** One request on its way. `query` is without its question mark; both are as they were sent. */
export type OpenRequest = IncomingRequest & {
  response: ServerResponse;
  path: string;
  query: string;
};

/** Where requests are told of, for how long one may wait in all, and whether nobody has asked for them. */
type Opening = { log: Logger; waitMs: number; isRehearsal: boolean | undefined };

/** Counts it among those under way, until its line is logged. */
export function openRequest(
  { log: logger, waitMs, isRehearsal = false }: Opening,
  request: IncomingMessage,
  response: ServerResponse,
): OpenRequest {
  const requestId = requestIdOf(request);
  const target = pathOf(request);
  const queryAt = target.indexOf('?');
  const record = new WorkScope();
  const log = createRequestLog(logger, requestId, record);
  record.log = log;
  record.isRequest = true;
  record.isWarmUp = isRehearsal;
  if (!isRehearsal) record.trace = watchers.tracer?.request(request.headers);
  counts.requestsActive += 1;
  return {
    request,
    response,
    path: queryAt < 0 ? target : target.slice(0, queryAt),
    query: queryAt < 0 ? '' : target.slice(queryAt + 1),
    requestId,
    log,
    record,
    waitDeadline: new WaitDeadline(waitMs),
  };
}
