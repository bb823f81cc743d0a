import { sql } from 'kysely';
import type { Db } from '../../client.ts';

export type CallerKey = { serviceId: number; apiKeyId: number; userId: number };

/** Those of the callers whose key is not revoked and whose user is not disabled, in no order. */
export async function listLiveCallers(db: Db, callers: readonly CallerKey[]): Promise<CallerKey[]> {
  const { rows } = await sql<CallerKey>`
    select k.service_id as "serviceId", k.id as "apiKeyId", u.id as "userId"
    from unnest(
      ${callers.map((one) => one.serviceId)}::integer[],
      ${callers.map((one) => one.apiKeyId)}::bigint[],
      ${callers.map((one) => one.userId)}::bigint[]
    ) as c (service_id, api_key_id, user_id)
    join api_keys k on k.service_id = c.service_id and k.id = c.api_key_id
    join users u on u.service_id = c.service_id and u.id = c.user_id
    where k.revoked_at is null and u.disabled_at is null
  `.execute(db);
  return rows;
}
