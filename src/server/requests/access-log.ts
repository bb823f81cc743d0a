import { STATUS_CODES } from 'node:http';
import type { Logger } from '../../log.ts';
import { counts } from '../../runtime/instruments/counts.ts';
import { watchers } from '../../runtime/instruments/watchers.ts';
import type { Refused } from '../http-server/refusals.ts';
import type { Arrival } from './open-context.ts';

/** An answer as its line in the log tells of it. `route` is never a path as it was sent. */
export type Answered = { route: string; status: number; bytes: number; startedAt: number };

/** Writes the one line of a request that is answered: docs/logs.md says what each member is. */
export function logRequest(log: Logger, arrival: Arrival, answered: Answered): void {
  const { record, spending } = arrival;
  const { route, bytes, startedAt } = answered;
  const outcome = worstOf(record.outcomes, answered.status);
  const durationMs = performance.now() - startedAt;
  const fields = {
    ...describe(arrival, route),
    ...describeStatus(answered, outcome),
    outcome,
    outcomes: record.outcomes.length > 1 ? record.outcomes : undefined,
    fault: record.fault,
    cost: spending?.read().cost,
    sql: record.statements,
    sqlMs: tenths(record.waitedMs),
    events: record.events === 0 ? undefined : record.events,
    bytes,
    durationMs: tenths(durationMs),
  };
  log[record.fault === undefined ? levelOf(outcome) : 'error'](fields, 'request');
  counts.requestsActive -= 1;
  tellWatchers(arrival, { ...answered, outcome, seconds: durationMs / 1000 });
}

/** Of a fault in the graph HTTP says 200: there `status` is what it would be by itself, and what HTTP said comes beside. */
function describeStatus({ route, status }: Answered, outcome: string) {
  if (outcome !== 'server_error' || status >= 500) return { status };
  return { status: 500, httpStatus: status, code: route === '/graphql' ? GRAPH_FAULT : undefined };
}

/** What the caller is told in place of a fault. */
const GRAPH_FAULT = 'INTERNAL_SERVER_ERROR';

type Told = Answered & { outcome: string; seconds: number };

/** Whoever measures and traces, where somebody does. A subscription takes as long as its client wants it. */
function tellWatchers({ record, request }: Arrival, told: Told): void {
  if (record.isRehearsal) return;
  const { route, status, outcome, seconds } = told;
  const { operation, trace } = record;
  if (operation?.startsWith('subscription ') !== true)
    watchers.meter?.request({ route, operation, outcome, seconds });
  trace?.end({
    name: `${request.method} ${route}`,
    hasFailed: levelOf(outcome) === 'error',
    attributes: {
      'http.request.method': request.method,
      'http.route': route,
      'http.response.status_code': status,
      'gateway.outcome': outcome,
    },
  });
}

/** Writes the one line of a request that could not be read, or not be taken, so that nobody else knows of it. */
export function logRefused(log: Logger, { requestId, method, status, bytes }: Refused): void {
  const outcome = outcomeOfStatus(status);
  const asked = { requestId, caller: 'anonymous', method, route: 'unknown' };
  log[levelOf(outcome)]({ ...asked, status, outcome, bytes }, 'request');
  watchers.meter?.refused(outcome);
}

/** Writes the line of a stream that begins; the other comes when it is over. */
export function logStream(log: Logger, arrival: Arrival, route: string): void {
  log.info(describe(arrival, route), 'a stream begins');
}

/** Who asks for what, in words of ours and of the operator. */
function describe({ requestId, request, caller, record }: Arrival, route: string) {
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

function tenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}

type Level = 'info' | 'warn' | 'error';

/** A caller's own mistake is no trouble of the gateway; these are worth a look where they are many. */
const WARNED: ReadonlySet<string> = new Set([
  'unauthenticated',
  'forbidden',
  'limit_exceeded',
  'quota_exceeded',
  'too_many_requests',
  'files_unavailable',
  'list_unavailable',
  'operation_in_progress',
  'persisted_query_only',
  'service_unavailable',
  'timed_out',
]);

function levelOf(outcome: string): Level {
  if (outcome === 'server_error') return 'error';
  return WARNED.has(outcome) ? 'warn' : 'info';
}

const LEVELS: readonly Level[] = ['error', 'warn', 'info'];

/** Of several outcomes the first of those that are worst; where nobody has noted any, the status says it. */
function worstOf([first, ...others]: readonly string[], status: number): string {
  if (first === undefined) return outcomeOfStatus(status);
  if (others.length === 0) return first;
  const sorted = [first, ...others].toSorted(
    (a, b) => LEVELS.indexOf(levelOf(a)) - LEVELS.indexOf(levelOf(b)),
  );
  return sorted[0] ?? first;
}

/** `ok`, or the words of the status: `not_found`, `method_not_allowed`. */
function outcomeOfStatus(status: number): string {
  if (status < 400) return 'ok';
  if (status === 500) return 'server_error';
  return (STATUS_CODES[status] ?? 'refused').toLowerCase().replaceAll(/\W+/g, '_');
}
