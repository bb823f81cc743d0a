import type { IncomingMessage, ServerResponse } from 'node:http';
import { pathOf, requestIdOf } from '../http/reply.ts';
import { createRequestLog, type Logger } from '../log.ts';
import { WorkRecord } from '../record/work-record.ts';
import type { Arrival } from './open-context.ts';

/** One request on its way. `query` is without its question mark; both are as they were sent. */
export type Exchange = Arrival & {
  response: ServerResponse;
  path: string;
  query: string;
};

export function openExchange(
  logger: Logger,
  request: IncomingMessage,
  response: ServerResponse,
): Exchange {
  const requestId = requestIdOf(request);
  const target = pathOf(request);
  const queryAt = target.indexOf('?');
  const record = new WorkRecord();
  const log = createRequestLog(logger, requestId, record);
  record.log = log;
  return {
    request,
    response,
    path: queryAt < 0 ? target : target.slice(0, queryAt),
    query: queryAt < 0 ? '' : target.slice(queryAt + 1),
    requestId,
    log,
    record,
  };
}
