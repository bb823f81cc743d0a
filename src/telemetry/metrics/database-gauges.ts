import type { Registry } from 'prom-client';
import type { DatabaseReader, DatabaseState } from './database-state.ts';
import { addGauge, type MetricDescription, type Reading } from './gauges.ts';

/** Adds gauges of the database. Every process reports the same values. */
export function addDatabaseGauges(registry: Registry, read: DatabaseReader): void {
  const add: Add = (description, readings) =>
    addGauge(registry, description, async () => {
      const state = await read();
      return state === undefined ? [] : readings(state);
    });
  addJobGauges(add);
  addListGauges(add);
  addLockGauges(add);
  add(
    {
      name: 'gateway_database_state_age_seconds',
      help: 'Age of the values that were read from the database. Absent when it has not responded for a minute.',
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
      help: 'Time since the oldest job of the queue was due or failed, by task and state.',
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
      help: 'Time since the list date of the newest snapshot of a list. Absent when that date is unknown.',
      labels: ['list'],
    },
    ({ lists }) => lists.flatMap(({ code, asOfMs }) => toAgeReading(code, asOfMs)),
  );
  add(
    {
      name: 'gateway_list_confirmed_age_seconds',
      help: 'Time since a fetch last confirmed that a list is the published one. Absent when none has.',
      labels: ['list'],
    },
    ({ lists }) => lists.flatMap(({ code, sourceSeenAtMs }) => toAgeReading(code, sourceSeenAtMs)),
  );
  add(
    {
      name: 'gateway_list_stale',
      help: '1 when neither the list date nor a fetch shows that a list is current, otherwise 0.',
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
      help: 'Statements of all processes that wait for locks on rows or tables.',
    },
    ({ lockWaits }) => [[lockWaits.count]],
  );
  add(
    {
      name: 'gateway_database_lock_wait_oldest_seconds',
      help: 'Run time of the oldest statement that waits for a lock.',
    },
    ({ lockWaits }) => [[lockWaits.oldestSeconds]],
  );
}

function secondsSince(timeMs: number): number {
  return Math.max(0, (Date.now() - timeMs) / 1000);
}
