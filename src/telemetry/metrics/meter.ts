import { Counter, Histogram, type HistogramConfiguration, type Registry } from 'prom-client';
import type { Meter } from '../../runtime/instruments/watchers.ts';
import { createLabelLimiter } from './label-limiter.ts';
import { toOperationName, toWire } from './operation-label.ts';

/** Maximum number of label values for operations, statements and tasks; further ones are `other`. */
const NAMES_MAX = 300;

/** Histogram buckets of requests and jobs in seconds, from cached responses to the longest permitted ones. */
const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];
const STATEMENT_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1, 5, 30];

/** Creates the meter that records requests, statements and jobs in histograms and counters of the registry. */
export function createMeter(registry: Registry): Meter {
  const requests = addHistogram(registry, {
    name: 'gateway_request_duration_seconds',
    help: 'Duration of requests, by interface, operation and outcome.',
    labelNames: ['wire', 'operation', 'code'],
    buckets: REQUEST_SECONDS,
  });
  const statements = addHistogram(registry, {
    name: 'gateway_sql_duration_seconds',
    help: 'Duration of SQL statements, from sending a statement to its result.',
    labelNames: ['statement'],
    buckets: STATEMENT_SECONDS,
  });
  const jobs = addHistogram(registry, {
    name: 'gateway_job_duration_seconds',
    help: 'Duration of the job runs of this process, by task and outcome.',
    labelNames: ['task', 'code'],
    buckets: REQUEST_SECONDS,
  });
  const { refused, failed } = addCounters(registry);
  const toOperationLabel = createLabelLimiter(NAMES_MAX);
  const toStatementLabel = createLabelLimiter(NAMES_MAX);
  return {
    request: ({ route, operation, outcome, seconds }) => {
      const name = toOperationLabel(toOperationName(operation));
      requests.observe({ wire: toWire(route), operation: name, code: outcome }, seconds);
    },
    refused: (code) => refused.inc({ code }),
    statement: ({ statement, hasFailed, seconds }) => {
      const name = toStatementLabel(statement);
      statements.observe({ statement: name }, seconds);
      if (hasFailed) failed.inc({ statement: name });
    },
    job: ({ task, outcome, seconds }) => jobs.observe({ task, code: outcome }, seconds),
  };
}

function addHistogram<Label extends string>(
  registry: Registry,
  description: HistogramConfiguration<Label>,
): Histogram<Label> {
  return new Histogram({ ...description, registers: [registry] });
}

function addCounters(registry: Registry) {
  const registers = [registry];
  return {
    refused: new Counter({
      name: 'gateway_refused_requests_total',
      help: 'Requests that were refused before the application received them, for example invalid HTTP.',
      labelNames: ['code'],
      registers,
    }),
    failed: new Counter({
      name: 'gateway_sql_failures_total',
      help: 'SQL statements that failed.',
      labelNames: ['statement'],
      registers,
    }),
  };
}
