import { type RawBuilder, sql } from 'kysely';

/** Period in which a snapshot of a list applies. `until`: day of the next one, exclusive; null for the newest. */
export type SnapshotDays = {
  serviceId: number;
  source: string;
  from: string;
  until: string | null;
};

/** Condition on `list_entries stored`: versions of the list that are valid on the first day of the snapshot. */
export function isValidOnFirstDay({ serviceId, source, from }: SnapshotDays): RawBuilder<boolean> {
  return sql<boolean>`stored.service_id = ${serviceId} and stored.source = ${source}
    and stored.valid_from <= ${from}::date and (stored.valid_to is null or stored.valid_to > ${from}::date)`;
}
