import type { Registry } from 'prom-client';
import type { DatabaseReader, DatabaseState } from './database-state.ts';
import { addGauge, type MetricDescription, type Reading } from './gauges.ts';

/** Adds gauges of the database. Every process reports the same values. */
export function addDatabaseGauges(registry: Registry, read: DatabaseReader): void {
  const add: Add = (described, readings) =>
    addGauge(registry, described, async () => {
      const state = await read();
      return state === undefined ? [] : readings(state);
    });
  addJobGauges(add);
  addListGauges(add);
  addLockGauges(add);
  add(
    {
      name: 'gateway_database_state_age_seconds',
      help: 'When what metrics say of the database was read. Absent where it has not answered for a minute.',
    },
    ({ readAtMs }) => [[secondsSince(readAtMs)]],
  );
}

type Add = (described: MetricDescription, readings: (state: DatabaseState) => Reading[]) => void;

function addJobGauges(add: Add): void {
  add(
    {
      name: 'gateway_jobs',
      help: 'Jobs of the queue, by task and state.',
      labels: ['task', 'state'],
    },
    ({ jobs }) => jobs.map(({ task, state, count }): Reading => [count, task, state]),
  );
  add(
    {
      name: 'gateway_jobs_oldest_age_seconds',
      help: 'For how long the oldest job of the queue is due or has failed, by task and state.',
      labels: ['task', 'state'],
    },
    ({ jobs }) =>
      jobs.map(({ task, state, oldestSeconds }): Reading => [oldestSeconds, task, state]),
  );
}

function addListGauges(add: Add): void {
  add(
    {
      name: 'gateway_list_age_seconds',
      help: 'Since the own day of the newest snapshot of a list of an authority. Absent where that day is unknown.',
      labels: ['list'],
    },
    ({ lists }) => lists.flatMap(({ code, asOfMs }) => toAgeReading(code, asOfMs)),
  );
  add(
    {
      name: 'gateway_list_confirmed_age_seconds',
      help: 'Since a fetch last found a list to be what its authority publishes. Absent where none did.',
      labels: ['list'],
    },
    ({ lists }) => lists.flatMap(({ code, sourceSeenAtMs }) => toAgeReading(code, sourceSeenAtMs)),
  );
  add(
    {
      name: 'gateway_list_stale',
      help: '1 where neither the own day of a list nor a fetch shows that it is current, otherwise 0.',
      labels: ['list'],
    },
    ({ lists }) => lists.map(({ code, isStale }): Reading => [isStale ? 1 : 0, code]),
  );
}

function toAgeReading(code: string, timeMs: number | null): Reading[] {
  return timeMs === null ? [] : [[secondsSince(timeMs), code]];
}

function addLockGauges(add: Add): void {
  add(
    {
      name: 'gateway_database_lock_waits',
      help: 'Statements of the whole database that wait for rows or tables which others hold.',
    },
    ({ lockWaits }) => [[lockWaits.count]],
  );
  add(
    {
      name: 'gateway_database_lock_wait_oldest_seconds',
      help: 'How long the oldest of those statements runs.',
    },
    ({ lockWaits }) => [[lockWaits.oldestSeconds]],
  );
}

function secondsSince(timeMs: number): number {
  return Math.max(0, (Date.now() - timeMs) / 1000);
}
