import { type EventLoopUtilization, monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { Registry } from 'prom-client';
import { addCounter, addGauge, type Reading } from './gauges.ts';

/** Sampling interval of the event loop delay. A shorter one would wake an idle process more often. */
const RESOLUTION_MS = 20;
const PERCENTILES = [50, 90, 99, 100];

/** Adds metrics of the process: event loop, memory and CPU time. Returns a function that stops measuring. */
export function addProcessGauges(registry: Registry): () => void {
  const stop = addLoopGauges(registry);
  addGauge(
    registry,
    { name: 'process_resident_memory_bytes', help: 'Resident memory of the process.' },
    readMemory('rss'),
  );
  addGauge(
    registry,
    {
      name: 'nodejs_heap_size_used_bytes',
      help: 'Used memory of the heap, with garbage that is not collected yet.',
    },
    readMemory('heapUsed'),
  );
  addGauge(
    registry,
    { name: 'nodejs_heap_size_total_bytes', help: 'Memory that is allocated for the heap.' },
    readMemory('heapTotal'),
  );
  addGauge(
    registry,
    {
      name: 'nodejs_external_memory_bytes',
      help: 'Memory outside of the heap, for example of buffers.',
    },
    readMemory('external'),
  );
  addCounter(
    registry,
    { name: 'process_cpu_seconds_total', help: 'CPU time of all threads.' },
    () => {
      const { user, system } = process.cpuUsage();
      return [[(user + system) / 1_000_000]];
    },
  );
  const startedAt = (Date.now() - process.uptime() * 1000) / 1000;
  addGauge(
    registry,
    {
      name: 'process_start_time_seconds',
      help: 'Start time of the process, in seconds since 1970.',
    },
    () => [[startedAt]],
  );
  return stop;
}

function readMemory(key: keyof NodeJS.MemoryUsage): () => Reading[] {
  return () => [[process.memoryUsage()[key]]];
}

/** Adds gauges of the event loop, each measured since the previous scrape. */
function addLoopGauges(registry: Registry): () => void {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
  let readings: Reading[] = [];
  addGauge(
    registry,
    {
      name: 'gateway_event_loop_delay_seconds',
      help: 'Delay of timers since the previous scrape; percentile 100 is the longest delay.',
      labels: ['percentile'],
    },
    () => {
      // Without samples since the previous scrape, the previous values are returned.
      if (delays.count === 0) return readings;
      readings = PERCENTILES.map((percentile): Reading => {
        const nanoseconds = delays.percentile(percentile);
        return [Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1000), String(percentile)];
      });
      delays.reset();
      return readings;
    },
  );
  let previous: EventLoopUtilization | undefined;
  addGauge(
    registry,
    {
      name: 'gateway_event_loop_utilization_ratio',
      help: 'Fraction of time in which the event loop was busy since the previous scrape.',
    },
    () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, previous);
      previous = now;
      return [[utilization]];
    },
  );
  return () => void delays.disable();
}
