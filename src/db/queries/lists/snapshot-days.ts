import { type RawBuilder, sql } from 'kysely';

/** Period in which a snapshot applies: from its own day to the day of the next one, which is null for the newest. */
export type SnapshotDays = {
  serviceId: number;
  source: string;
  from: string;
  until: string | null;
};

/** Condition for versions of the list that are valid on the first day of the snapshot. */
export function isHeldOnFirstDay({ serviceId, source, from }: SnapshotDays): RawBuilder<boolean> {
  return sql<boolean>`held.service_id = ${serviceId} and held.source = ${source}
    and held.valid_from <= ${from}::date and (held.valid_to is null or held.valid_to > ${from}::date)`;
}
