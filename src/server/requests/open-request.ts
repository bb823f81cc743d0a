import type { IncomingMessage, ServerResponse } from 'node:http';
import { pathOf, requestIdOf } from '../../http/reply.ts';
import { createRequestLog, type Logger } from '../../log.ts';
import { counts } from '../../runtime/instruments/counts.ts';
import { watchers } from '../../runtime/instruments/watchers.ts';
import { WorkRecord } from '../../runtime/work-scope.ts';
import { WaitAllowance } from '../../scheduling/wait-deadline.ts';
import type { Arrival } from './open-context.ts';

/** One request on its way. `query` is without its question mark; both are as they were sent. */
export type Exchange = Arrival & {
  response: ServerResponse;
  path: string;
  query: string;
};

/** Log of the requests, maximum waiting time of one request, and true for requests of the warm-up. */
type Opening = { log: Logger; waitMs: number; isRehearsal: boolean | undefined };

/** Counts it among those under way, until its line is logged. */
export function openExchange(
  { log: logger, waitMs, isRehearsal = false }: Opening,
  request: IncomingMessage,
  response: ServerResponse,
): Exchange {
  const requestId = requestIdOf(request);
  const target = pathOf(request);
  const queryAt = target.indexOf('?');
  const record = new WorkRecord();
  const log = createRequestLog(logger, requestId, record);
  record.log = log;
  record.isRequest = true;
  record.isRehearsal = isRehearsal;
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
    waits: new WaitAllowance(waitMs),
  };
}
