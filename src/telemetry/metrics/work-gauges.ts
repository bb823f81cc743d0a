import type { Registry } from 'prom-client';
import { listCacheSizes } from '../../runtime/bounded-cache.ts';
import { counts } from '../../runtime/instruments/counts.ts';
import type { Sources } from '../sources.ts';
import { addCounter, addGauge } from './gauges.ts';

/** Adds metrics of requests, background work and caches. */
export function addWorkGauges(registry: Registry, sources: Sources): void {
  addGauge(registry, { name: 'gateway_requests_active', help: 'Requests in progress.' }, () => [
    [counts.requestsActive],
  ]);
  addCounter(
    registry,
    {
      name: 'gateway_fast_lane_total',
      help: 'GraphQL requests that were executed as compiled operations (hit), and by graphql-js (miss).',
      labels: ['result'],
    },
    () => [
      [counts.compiledOperations.hits, 'hit'],
      [counts.compiledOperations.misses, 'miss'],
    ],
  );
  addCounter(
    registry,
    {
      name: 'gateway_coalesced_statements_total',
      help: 'Statements that read for several requests.',
    },
    () => [[counts.coalesced.statements]],
  );
  addCounter(
    registry,
    {
      name: 'gateway_coalesced_keys_total',
      help: 'Keys that the statements for several requests read.',
    },
    () => [[counts.coalesced.keys]],
  );
  addCounter(
    registry,
    {
      name: 'gateway_log_lines_lost_total',
      help: 'Log lines that were lost because they could not be written.',
    },
    () => [[counts.logLinesLost]],
  );
  addBackgroundGauges(registry, sources);
  addCacheGauges(registry);
}

/** Adds gauges of background work. */
function addBackgroundGauges(registry: Registry, sources: Sources): void {
  addGauge(
    registry,
    { name: 'gateway_event_subscribers', help: 'Open subscriptions of this process.' },
    () => (sources.events === undefined ? [] : [[sources.events().subscribers]]),
  );
  addGauge(
    registry,
    {
      name: 'gateway_event_publishing_lag_seconds',
      help: 'Delay of the events that subscribers receive.',
    },
    () => (sources.events === undefined ? [] : [[sources.events().lagMs / 1000]]),
  );
  addReaderGauges(registry, sources);
  addGauge(
    registry,
    {
      name: 'gateway_report_printer_waiting',
      help: 'Reports that wait for a thread to print them.',
    },
    () => (sources.printer === undefined ? [] : [[sources.printer().waiting]]),
  );
  addGauge(
    registry,
    { name: 'gateway_report_printer_threads', help: 'Threads that print reports.' },
    () => (sources.printer === undefined ? [] : [[sources.printer().threads]]),
  );
}

/** Adds gauges of the document readers. */
function addReaderGauges(registry: Registry, sources: Sources): void {
  addGauge(
    registry,
    {
      name: 'gateway_extraction_readers',
      help: 'Document reader processes, busy and free.',
      labels: ['state'],
    },
    () => {
      if (sources.readers === undefined) return [];
      const { count, busy } = sources.readers();
      return [
        [busy, 'busy'],
        [count - busy, 'free'],
      ];
    },
  );
  addGauge(
    registry,
    { name: 'gateway_extraction_readers_waiting', help: 'Documents that wait for a reader.' },
    () => (sources.readers === undefined ? [] : [[sources.readers().waiting]]),
  );
  addGauge(
    registry,
    {
      name: 'gateway_extraction_readers_working',
      help: '1 once a reader has read a document, 0 while the test of a reader fails. Absent before.',
    },
    () => {
      const isWorking = sources.readers?.().isWorking;
      return isWorking === undefined ? [] : [[Number(isWorking)]];
    },
  );
}

function addCacheGauges(registry: Registry): void {
  addGauge(
    registry,
    { name: 'gateway_cache_entries', help: 'Entries of each cache.', labels: ['cache'] },
    () => listCacheSizes().map(({ name, entries }) => [entries, name]),
  );
  addGauge(
    registry,
    {
      name: 'gateway_cache_bytes',
      help: 'Estimated bytes of each cache.',
      labels: ['cache'],
    },
    () => listCacheSizes().map(({ name, bytes }) => [bytes, name]),
  );
}
