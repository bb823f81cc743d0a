import { type RawBuilder, sql } from 'kysely';
import type { PositionedRow, Window } from '../../domain/shared/page.ts';
import type { TimePosition } from '../../domain/shared/time-position.ts';
import type { Db } from '../client.ts';
import type { DB } from '../tables.ts';
import { customPlanHint } from '../wire/plan-hint.ts';
import { type NewestFirstPlan, planNewestFirst, toListOrder } from './newest-first.ts';

/** Table of rows that participants own, listed by creation time; `columns` is the select list of a row `s`. */
export type ParticipantTable = { table: keyof DB; columns: RawBuilder<unknown> };
export type Owners = { serviceId: number; participantIds: readonly number[] };

type ParticipantRow = { id: number; participantId: number | null; createdAt: Date };

const POSITION_COLUMNS = { time: 's.created_at', id: 's.id' };

/** Returns the same window on the rows of each participant, in the given order of participants, by one statement. */
export async function listRowsOfParticipants<Row extends ParticipantRow>(
  db: Db,
  { table, columns, serviceId, participantIds }: ParticipantTable & Owners,
  window: Window<TimePosition>,
): Promise<PositionedRow<Row, TimePosition>[]> {
  const plan = planNewestFirst(POSITION_COLUMNS, window, { since: null, until: null });
  const { rows } = await sql<Row>`
    select ${customPlanHint(table)} s.*
    from unnest(${participantIds}::bigint[]) participant (id)
    cross join lateral (
      select ${columns}
      from ${sql.table(table)} s
      where s.service_id = ${serviceId} and s.participant_id = participant.id and ${plan.condition}
      order by ${newestOrder(plan)}
      limit ${plan.limit}
    ) s
    order by participant.id, s."createdAt" ${sql.raw(plan.direction)}, s.id ${sql.raw(plan.direction)}
  `.execute(db);
  return participantIds.flatMap((id) => {
    const participantRows = rows.filter(({ participantId }) => participantId === id);
    return toListOrder(participantRows, plan, (row) => row.createdAt);
  });
}

/**
 * Counts the rows of each participant, up to `max`; 0 for participants without rows. The order makes PostgreSQL use the
 * index, so that the limit ends the scan.
 */
export async function countRowsOfParticipants(
  db: Db,
  { table, serviceId, participantIds }: Pick<ParticipantTable, 'table'> & Owners,
  max: number,
): Promise<{ participantId: number; count: number }[]> {
  const { rows } = await sql<{ participantId: number; count: number }>`
    select participant.id as "participantId", counted_rows.count
    from unnest(${participantIds}::bigint[]) participant (id)
    cross join lateral (
      select count(*) as count from (
        select from ${sql.table(table)} s
        where s.service_id = ${serviceId} and s.participant_id = participant.id
        order by s.created_at limit ${max}
      ) s
    ) counted_rows
    order by participant.id
  `.execute(db);
  return rows;
}

/** Returns the order clause: newest first, or reversed when the window is read from its end. */
export function newestOrder({ direction }: NewestFirstPlan): RawBuilder<unknown> {
  return sql`s.created_at ${sql.raw(direction)}, s.id ${sql.raw(direction)}`;
}
