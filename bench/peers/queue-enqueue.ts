import type { Client } from 'pg';
import type { PgBoss } from 'pg-boss';

/** Puts one job into a transaction under way. */
export type Enqueue = (client: Client) => Promise<unknown>;

let count = 0;

const OWN = `insert into jobs (service_id, task, key, payload, due_at)
  values (1, 'delete_bytes', $1, $2, now())
  on conflict (service_id, task, key) do update set payload = excluded.payload, due_at = excluded.due_at,
    attempts = 0, held_by = null, failed_at = null, error = null`;

const own: Enqueue = async (client) => {
  const key = `key-${(count += 1)}`;
  const values = [key, JSON.stringify({ storageKey: key })];
  await client.query({ name: 'own', text: OWN, values });
};

/** Each way to queue a job with a transaction, by its name in the table of results. */
export function listEnqueues(boss: PgBoss): Record<string, Enqueue> {
  const sendTo =
    (queue: string): Enqueue =>
    async (client) => {
      const executeSql = async (text: string, values?: unknown[]) =>
        await client.query<Record<string, unknown>>(text, values);
      await boss.send(queue, { key: (count += 1) }, { db: { executeSql } });
    };
  return {
    'no job': async () => await Promise.resolve(),
    own,
    'own + NOTIFY': async (client) => {
      await own(client);
      await client.query({ name: 'notify', text: "select pg_notify('jobs', '')" });
    },
    'pg-boss': sendTo('plain'),
    'pg-boss + NOTIFY': sendTo('notified'),
    'graphile-worker': async (client) => {
      const text = "select graphile_worker.add_job('x', $1::json, job_key => $2) is null";
      await client.query({ name: 'add', text, values: ['{}', `key-${(count += 1)}`] });
    },
  };
}
