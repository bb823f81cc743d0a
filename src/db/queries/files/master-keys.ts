import { sql } from 'kysely';
import type { Db } from '../../client.ts';

/** Master key. `idleSince`: first time at which it was found to wrap no key; null while it is in use. */
export type MasterKeyState = { id: string; idleSince: Date | null };

/**
 * Records which master keys are idle, and returns since when. A key that was idle before keeps its time; one that is in
 * use again loses it.
 */
export async function recordIdleKeys(
  db: Db,
  keys: readonly { id: string; isIdle: boolean }[],
): Promise<MasterKeyState[]> {
  const { rows } = await sql<MasterKeyState>`
    insert into master_keys as stored (id, idle_since)
    select key.id, case when key.is_idle then now() end
    from unnest(
      ${keys.map((key) => key.id)}::text[], ${keys.map((key) => key.isIdle)}::boolean[]
    ) as key (id, is_idle)
    on conflict (id) do update
    set idle_since = case when excluded.idle_since is not null
      then coalesce(stored.idle_since, excluded.idle_since) end
    returning id, idle_since as "idleSince"
  `.execute(db);
  return rows;
}
