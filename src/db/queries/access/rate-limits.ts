import { sql } from 'kysely';
import type { Db } from '../../client.ts';

export type PointsClaim = {
  serviceId: number;
  budget: string;
  points: number;
  windowSeconds: number;
};

/** Points counted in the window under way, and the milliseconds until it ends by the database's clock. */
export type CountedPoints = { points: number; msLeft: number };

/** Adds points to what the service has claimed; the first claim after the end of a window begins a new one. */
export async function addPoints(db: Db, claim: PointsClaim): Promise<CountedPoints> {
  const { rows } = await sql<CountedPoints>`
    insert into rate_limits as held (service_id, budget, points, resets_at)
    values (
      ${claim.serviceId}, ${claim.budget}, ${claim.points},
      now() + ${claim.windowSeconds}::integer * interval '1 second'
    )
    on conflict (service_id, budget) do update set
      points = case when held.resets_at <= now() then excluded.points else held.points + excluded.points end,
      resets_at = case when held.resets_at <= now() then excluded.resets_at else held.resets_at end
    returning points, ceil(extract(epoch from resets_at - now()) * 1000)::integer as "msLeft"
  `.execute(db);
  const counted = rows[0];
  if (counted === undefined) throw new Error('A claim on a budget was not counted.');
  return counted;
}
