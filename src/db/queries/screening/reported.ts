import { sql } from 'kysely';
import type { Screening } from '../../../domain/screening/screening.ts';
import type { Db } from '../../client.ts';

/** A screening with what it found, as it was stored; undefined where the service has no such. */
export async function findReported(
  db: Db,
  serviceId: number,
  id: number,
): Promise<Screening | undefined> {
  const { rows } = await sql<Screening>`
    select s.id, s.participant_id as "participantId", s.trigger, s.subject, s.lists,
      to_char(s.as_of, 'YYYY-MM-DD') as "asOf", s.threshold, s.outcome,
      s.user_id as "userId", s.created_at as "createdAt",
      coalesce((
        select json_agg(json_build_object('entry', m.entry, 'score', m.score, 'band', m.band,
          'matchedName', m.matched_name, 'items', m.explanation) order by m.position)
        from screening_matches m
        where m.service_id = s.service_id and m.screening_id = s.id
      ), '[]') as matches
    from screenings s
    where s.service_id = ${serviceId} and s.id = ${id}
  `.execute(db);
  return rows[0];
}
