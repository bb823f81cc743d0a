import { STATUS_CODES } from 'node:http';
import { ERROR_CODES } from '../../errors.ts';
import { getFailure } from '../../http/failures.ts';
import type { Logger } from '../../log.ts';
import { counts } from '../../runtime/instruments/counts.ts';
import { watchers } from '../../runtime/instruments/watchers.ts';
import type { Refusal } from '../http-server/refusals.ts';
import type { IncomingRequest } from './open-context.ts';

/** Response as its access log line describes it. `route` is never the path as it was sent. */
export type LoggedResponse = { route: string; status: number; bytes: number; startedAt: number };

/** Writes the access log line of a request; docs/operate/logs.md describes its members. */
export function logRequest(log: Logger, incoming: IncomingRequest, response: LoggedResponse): void {
  const { record, rateLimitAccount } = incoming;
  const { route, bytes, startedAt } = response;
  const outcome = findWorstOutcome(record.outcomes, response.status);
  const durationMs = performance.now() - startedAt;
  const fields = {
    ...toRequestFields(incoming, route),
    ...toStatusFields(response, outcome),
    outcome,
    outcomes: record.outcomes.length > 1 ? record.outcomes : undefined,
    fault: record.fault,
    cost: rateLimitAccount?.getStatus().cost,
    sql: record.statements,
    sqlMs: roundToTenths(record.databaseWaitMs),
    events: record.events === 0 ? undefined : record.events,
    bytes,
    durationMs: roundToTenths(durationMs),
  };
  log[record.fault === undefined ? toLevel(outcome) : 'error'](fields, 'request');
  counts.requestsActive -= 1;
  reportToTelemetry(incoming, { ...response, outcome, seconds: durationMs / 1000 });
}

/**
 * Returns the status for the log. A fault in a GraphQL response has HTTP status 200; it is logged as 500 with
 * `httpStatus`.
 */
function toStatusFields({ route, status }: LoggedResponse, outcome: string) {
  if (outcome !== 'server_error' || status >= 500) return { status };
  return {
    status: 500,
    httpStatus: status,
    code: route === '/graphql' ? MASKED_ERROR_CODE : undefined,
  };
}

/** Code of the error that replaces an internal error in a GraphQL response. */
const MASKED_ERROR_CODE = 'INTERNAL_SERVER_ERROR';

type MeasuredResponse = LoggedResponse & { outcome: string; seconds: number };

/**
 * Reports the request to metrics and traces. Subscriptions have no duration to measure: they last until the client
 * leaves.
 */
function reportToTelemetry({ record, request }: IncomingRequest, measured: MeasuredResponse): void {
  if (record.isWarmUp) return;
  const { route, status, outcome, seconds } = measured;
  const { operation, trace } = record;
  if (operation?.startsWith('subscription ') !== true)
    watchers.meter?.request({ route, operation, outcome, seconds });
  trace?.end({
    name: `${request.method} ${route}`,
    hasFailed: toLevel(outcome) === 'error',
    attributes: {
      'http.request.method': request.method,
      'http.route': route,
      'http.response.status_code': status,
      'gateway.outcome': outcome,
    },
  });
}

/** Writes the access log line of a request that was refused before the application received it. */
export function logRefusedRequest(
  log: Logger,
  { requestId, method, status, bytes }: Refusal,
): void {
  const outcome = toStatusOutcome(status);
  const request = { requestId, caller: 'anonymous', method, route: 'unknown' };
  log[toLevel(outcome)]({ ...request, status, outcome, bytes }, 'request');
  watchers.meter?.refused(outcome);
}

/** Writes the line for the start of a stream; its access log line follows when it ends. */
export function logStream(log: Logger, incoming: IncomingRequest, route: string): void {
  log.info(toRequestFields(incoming, route), 'a stream begins');
}

/** Returns the log fields of caller and operation. None of them contains text that the caller chose. */
function toRequestFields({ requestId, request, caller, record }: IncomingRequest, route: string) {
  const isLink = caller?.kind === 'user' && caller.link !== undefined;
  return {
    requestId,
    service: caller?.service,
    serviceId: caller?.serviceId,
    caller: isLink ? 'link' : (caller?.kind ?? 'anonymous'),
    method: request.method,
    route,
    operation: record.operation,
    traceId: record.trace?.id,
  };
}

function roundToTenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}

type Level = 'info' | 'warn' | 'error';

/** Outcomes that are logged as warnings. Other errors are mistakes of the caller. */
const WARNING_OUTCOMES: ReadonlySet<string> = new Set([
  ...ERROR_CODES.filter((code) => getFailure(code).isWarning === true),
  'persisted_query_only',
  'timed_out',
]);

function toLevel(outcome: string): Level {
  if (outcome === 'server_error') return 'error';
  return WARNING_OUTCOMES.has(outcome) ? 'warn' : 'info';
}

const LEVELS: readonly Level[] = ['error', 'warn', 'info'];

/** Returns the most severe recorded outcome, or that of the status when none was recorded. */
function findWorstOutcome(
  [outcome, ...furtherOutcomes]: readonly string[],
  status: number,
): string {
  if (outcome === undefined) return toStatusOutcome(status);
  if (furtherOutcomes.length === 0) return outcome;
  const sorted = [outcome, ...furtherOutcomes].toSorted(
    (a, b) => LEVELS.indexOf(toLevel(a)) - LEVELS.indexOf(toLevel(b)),
  );
  return sorted[0] ?? outcome;
}

/** Returns the outcome of a status: `ok`, or the status text in snake case, for example `method_not_allowed`. */
function toStatusOutcome(status: number): string {
  if (status < 400) return 'ok';
  if (status === 500) return 'server_error';
  return (STATUS_CODES[status] ?? 'refused').toLowerCase().replaceAll(/\W+/g, '_');
}
