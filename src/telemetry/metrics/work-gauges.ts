import type { Registry } from 'prom-client';
import { listCacheSizes } from '../../runtime/bounded-cache.ts';
import { counts } from '../../runtime/instruments/counts.ts';
import type { Sources } from '../sources.ts';
import { addCounter, addGauge } from './gauges.ts';

/** Adds metrics of requests, background work and caches. */
export function addWorkGauges(registry: Registry, sources: Sources): void {
  addGauge(registry, { name: 'gateway_requests_active', help: 'Requests under way.' }, () => [
    [counts.requestsActive],
  ]);
  addCounter(
    registry,
    {
      name: 'gateway_fast_lane_total',
      help: 'GraphQL requests that the fast lane has answered (hit), and that it has left to yoga (miss).',
      labels: ['result'],
    },
    () => [
      [counts.fastLane.hits, 'hit'],
      [counts.fastLane.misses, 'miss'],
    ],
  );
  addCounter(
    registry,
    {
      name: 'gateway_coalesced_statements_total',
      help: 'Statements that read what several requests asked for.',
    },
    () => [[counts.coalesced.statements]],
  );
  addCounter(
    registry,
    { name: 'gateway_coalesced_keys_total', help: 'Keys that those statements asked for.' },
    () => [[counts.coalesced.keys]],
  );
  addCounter(
    registry,
    {
      name: 'gateway_log_lines_lost_total',
      help: 'Lines of the log that could not be written and are written no more.',
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
      help: 'How far what subscribers are told is behind what happened.',
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
      help: 'Processes that read documents, by whether they are at work.',
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
      help: 'About how many bytes each cache holds.',
      labels: ['cache'],
    },
    () => listCacheSizes().map(({ name, bytes }) => [bytes, name]),
  );
}
