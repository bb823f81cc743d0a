import { type RawBuilder, sql } from 'kysely';

/** The days for which a snapshot speaks: from its own to the day of the next newer one, which is null for the newest. */
export type SnapshotDays = {
  serviceId: number;
  source: string;
  from: string;
  until: string | null;
};

/** Versions of the list that hold on the first day of the snapshot. */
export function holding({ serviceId, source, from }: SnapshotDays): RawBuilder<boolean> {
  return sql<boolean>`held.service_id = ${serviceId} and held.source = ${source}
    and held.valid_from <= ${from}::date and (held.valid_to is null or held.valid_to > ${from}::date)`;
}
