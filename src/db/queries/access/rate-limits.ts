import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../client.ts';

export type PointsToConsume = {
  serviceId: number;
  budget: string;
  points: number;
  windowSeconds: number;
};

/** Points consumed in the current window of a rate limit, and the milliseconds until it ends. */
export type WindowUsage = { points: number; msLeft: number };

/**
 * Adds points to the current window of a rate limit (`budget`) of the service; starts a new window when it has ended.
 * Windows follow the clock of the database, because the clocks of processes may differ.
 */
export async function consumePoints(db: Db, cost: PointsToConsume): Promise<WindowUsage> {
  // Citus computes no timestamp in RETURNING, so it is computed outside of the insert.
  const { rows } = await sql<WindowUsage>`
    with usage as (
      insert into rate_limits as stored (service_id, budget, points, resets_at)
      values (
        ${cost.serviceId}, ${cost.budget}, ${cost.points},
        now() + ${cost.windowSeconds}::integer * interval '1 second'
      )
      on conflict (service_id, budget) do update set
        points = case when ${hasWindowEnded(cost)} then excluded.points else stored.points + excluded.points end,
        resets_at = case when ${hasWindowEnded(cost)} then excluded.resets_at else stored.resets_at end
      returning points, resets_at
    )
    select points, (extract(epoch from resets_at - now()) * 1000)::float8 as "msLeft" from usage
  `.execute(db);
  const windowUsage = rows[0];
  if (windowUsage === undefined)
    throw new Error('The reservation of rate limit tokens returned no row.');
  const { points, msLeft } = windowUsage;
  return {
    points,
    msLeft: Math.min(Math.max(msLeft, 0), cost.windowSeconds * 1000),
  };
}

/**
 * Condition that the stored window has ended. Both times are converted to `timestamp`, because Citus accepts only
 * immutable functions in a conflict clause.
 */
function hasWindowEnded({ windowSeconds }: PointsToConsume): RawBuilder<boolean> {
  return sql`stored.resets_at at time zone 'UTC'
    <= (excluded.resets_at at time zone 'UTC') - ${windowSeconds}::integer * interval '1 second'`;
}
