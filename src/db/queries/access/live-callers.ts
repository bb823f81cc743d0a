import { sql } from 'kysely';
import { withinService } from '../../../runtime/work-scope.ts';
import type { Db } from '../../client.ts';

export type CallerKey = { serviceId: number; apiKeyId: number; userId: number };

/** Those of the callers whose key is not revoked and whose user is not disabled, in no order; one statement a service. */
export async function listLiveCallers(db: Db, callers: readonly CallerKey[]): Promise<CallerKey[]> {
  const live: CallerKey[] = [];
  for (const [serviceId, own] of Map.groupBy(callers, (one) => one.serviceId)) {
    const reading = sql<CallerKey>`
      select k.service_id as "serviceId", k.id as "apiKeyId", u.id as "userId"
      from unnest(
        ${own.map((one) => one.apiKeyId)}::bigint[], ${own.map((one) => one.userId)}::bigint[]
      ) as c (api_key_id, user_id)
      join api_keys k on k.service_id = ${serviceId} and k.id = c.api_key_id
      join users u on u.service_id = ${serviceId} and u.id = c.user_id
      where k.revoked_at is null and u.disabled_at is null
    `;
    const { rows } = await withinService(serviceId, async () => await reading.execute(db));
    live.push(...rows);
  }
  return live;
}
