import { sql } from 'kysely';
import { withinService } from '../../../runtime/work-scope.ts';
import type { Db } from '../../client.ts';

export type CallerKey = { serviceId: number; apiKeyId: number; userId: number };

/**
 * Returns those callers whose key is not revoked and whose user is not disabled, in any order. One statement for each
 * service.
 */
export async function listLiveCallers(db: Db, callers: readonly CallerKey[]): Promise<CallerKey[]> {
  const liveCallers: CallerKey[] = [];
  for (const [serviceId, serviceCallers] of Map.groupBy(callers, (caller) => caller.serviceId)) {
    const statement = sql<CallerKey>`
      select k.service_id as "serviceId", k.id as "apiKeyId", u.id as "userId"
      from unnest(
        ${serviceCallers.map((caller) => caller.apiKeyId)}::bigint[], ${serviceCallers.map((caller) => caller.userId)}::bigint[]
      ) as c (api_key_id, user_id)
      join api_keys k on k.service_id = ${serviceId} and k.id = c.api_key_id
      join users u on u.service_id = ${serviceId} and u.id = c.user_id
      where k.revoked_at is null and u.disabled_at is null
    `;
    const { rows } = await withinService(serviceId, async () => await statement.execute(db));
    liveCallers.push(...rows);
  }
  return liveCallers;
}
