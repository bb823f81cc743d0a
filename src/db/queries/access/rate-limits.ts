import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../client.ts';

export type PointsClaim = {
  serviceId: number;
  budget: string;
  points: number;
  windowSeconds: number;
};

/** Points counted in the window under way, and the milliseconds until it ends. */
export type CountedPoints = { points: number; msLeft: number };

/**
 * Adds points to what the service has claimed; the first claim after the end of a window begins a new one. The window
 * ends by the database's clock, and how long that is yet by this process's: a cluster computes no moment in RETURNING.
 */
export async function addPoints(db: Db, claim: PointsClaim): Promise<CountedPoints> {
  const { rows } = await sql<{ points: number; resetsAt: Date }>`
    insert into rate_limits as held (service_id, budget, points, resets_at)
    values (
      ${claim.serviceId}, ${claim.budget}, ${claim.points},
      now() + ${claim.windowSeconds}::integer * interval '1 second'
    )
    on conflict (service_id, budget) do update set
      points = case when ${isOver(claim)} then excluded.points else held.points + excluded.points end,
      resets_at = case when ${isOver(claim)} then excluded.resets_at else held.resets_at end
    returning points, resets_at as "resetsAt"
  `.execute(db);
  const counted = rows[0];
  if (counted === undefined) throw new Error('A claim on a budget was not counted.');
  const { points, resetsAt } = counted;
  const msMax = claim.windowSeconds * 1000;
  return { points, msLeft: Math.min(Math.max(resetsAt.getTime() - Date.now(), 0), msMax) };
}

/** Whether the window that is held ended before now, which is a window before the end of the one that would begin. */
function isOver({ windowSeconds }: PointsClaim): RawBuilder<boolean> {
  return sql`held.resets_at at time zone 'UTC'
    <= (excluded.resets_at at time zone 'UTC') - ${windowSeconds}::integer * interval '1 second'`;
}
