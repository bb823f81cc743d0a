import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestId, parseTarget } from '../../http/reply.ts';
import { createRequestLog, type Logger } from '../../log.ts';
import { counts } from '../../runtime/instruments/counts.ts';
import { watchers } from '../../runtime/instruments/watchers.ts';
import { WorkScope } from '../../runtime/work-scope.ts';
import { WaitDeadline } from '../../scheduling/wait-deadline.ts';
import type { IncomingRequest } from './open-context.ts';

/** Request with its response. `path` and `query` (without its question mark) are as they were sent. */
export type OpenRequest = IncomingRequest & {
  response: ServerResponse;
  path: string;
  query: string;
};

type RequestOptions = {
  log: Logger;
  /** Time that one request may wait for permits and memory. */
  waitMs: number;
  /** True for the requests of the warm-up. */
  isWarmUp: boolean | undefined;
};

/** Opens a request and counts it as active until its access log line is written. */
export function openRequest(
  { log: logger, waitMs, isWarmUp = false }: RequestOptions,
  request: IncomingMessage,
  response: ServerResponse,
): OpenRequest {
  const requestId = getRequestId(request);
  const target = parseTarget(request);
  const queryStart = target.indexOf('?');
  const record = new WorkScope();
  const log = createRequestLog(logger, requestId, record);
  record.log = log;
  record.isRequest = true;
  record.isWarmUp = isWarmUp;
  if (!isWarmUp) record.trace = watchers.tracer?.request(request.headers);
  counts.requestsActive += 1;
  return {
    request,
    response,
    path: queryStart < 0 ? target : target.slice(0, queryStart),
    query: queryStart < 0 ? '' : target.slice(queryStart + 1),
    requestId,
    log,
    record,
    waitDeadline: new WaitDeadline(waitMs),
  };
}
