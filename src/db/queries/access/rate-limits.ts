import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../client.ts';

export type PointsReservation = {
  serviceId: number;
  budget: string;
  points: number;
  windowSeconds: number;
};

/** Points consumed in the current window, and the milliseconds until it ends. */
export type ConsumedPoints = { points: number; msLeft: number };

/**
 * Adds points to those reserved in the current window. The first reservation after the end of a window starts a new
 * one. The window is measured by the clock of the database, because the clocks of processes may differ.
 */
export async function addPoints(db: Db, claim: PointsReservation): Promise<ConsumedPoints> {
  // Citus computes no timestamp in RETURNING, so it is computed outside of the insert.
  const { rows } = await sql<ConsumedPoints>`
    with counted as (
      insert into rate_limits as held (service_id, budget, points, resets_at)
      values (
        ${claim.serviceId}, ${claim.budget}, ${claim.points},
        now() + ${claim.windowSeconds}::integer * interval '1 second'
      )
      on conflict (service_id, budget) do update set
        points = case when ${hasWindowEnded(claim)} then excluded.points else held.points + excluded.points end,
        resets_at = case when ${hasWindowEnded(claim)} then excluded.resets_at else held.resets_at end
      returning points, resets_at
    )
    select points, (extract(epoch from resets_at - now()) * 1000)::float8 as "msLeft" from counted
  `.execute(db);
  const counted = rows[0];
  if (counted === undefined)
    throw new Error('The reservation of rate limit tokens returned no row.');
  const { points, msLeft } = counted;
  return { points, msLeft: Math.min(Math.max(msLeft, 0), claim.windowSeconds * 1000) };
}

/** True when the stored window has ended. */
function hasWindowEnded({ windowSeconds }: PointsReservation): RawBuilder<boolean> {
  return sql`held.resets_at at time zone 'UTC'
    <= (excluded.resets_at at time zone 'UTC') - ${windowSeconds}::integer * interval '1 second'`;
}
