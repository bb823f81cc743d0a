import { type RawBuilder, sql } from 'kysely';
import type { MatchedEntry } from '../../../domain/screening/screening.ts';
import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';

/** Version of an entry of a list; `serviceId` is 0 for lists that all services share. */
export type EntryKey = { serviceId: number; entryId: number };
export type OwnedEntry = MatchedEntry & { serviceId: number };

/** Reads versions of entries, in order of service and id; deleted ones are omitted. */
export async function readEntries(db: Db, keys: readonly EntryKey[]): Promise<OwnedEntry[]> {
  const serviceIds = keys.map(({ serviceId }) => serviceId);
  const values = { serviceIds, ids: keys.map(({ entryId }) => entryId) };
  const { rows } = await db.executeQuery<{ entry: OwnedEntry }>(selectEntries(db, values));
  return rows.map(({ entry }) => entry);
}

/**
 * Reads versions of entries as JSON texts, for callers that forward them or parse thousands in time slices, in order of
 * service and id; deleted ones are omitted.
 */
export async function readEntryTexts(db: Db, keys: readonly EntryKey[]): Promise<string[]> {
  const serviceIds = keys.map(({ serviceId }) => serviceId);
  const values = { serviceIds, ids: keys.map(({ entryId }) => entryId) };
  const { rows } = await db.executeQuery<{ text: string }>(selectEntryTexts(db, values));
  return rows.map(({ text }) => text);
}

type Values = { serviceIds: readonly number[]; ids: readonly number[] };

const selectEntries = prepareStatement((db, value: ValueOf<Values>) =>
  sql<{ entry: OwnedEntry }>`
    select w.entry from (${selectCompleteEntries(requestedKeys(value))}) w order by w.service_id, w.id
  `.compile(db),
);

const selectEntryTexts = prepareStatement((db, value: ValueOf<Values>) =>
  sql<{ text: string }>`
    select w.entry::text as text from (${selectCompleteEntries(requestedKeys(value))}) w order by w.service_id, w.id
  `.compile(db),
);

function requestedKeys(value: ValueOf<Values>): RawBuilder<unknown> {
  return sql`unnest(
      (select ${value('serviceIds')}::integer[]), (select ${value('ids')}::bigint[])
    )`;
}

/** Selects entries with all their data, for a table of services and ids: columns `service_id`, `id` and `entry`. */
export function selectCompleteEntries(keys: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
      select e.service_id, e.id, json_build_object('serviceId', e.service_id, 'source', e.source, 'entryKey', e.entry_key,
        'entryId', e.id, 'contentHash', encode(e.content_hash, 'hex'), 'matterHash', encode(e.matter_hash, 'hex'),
        'partyType', e.party_type, 'name', e.name, 'names', n.names, 'identifiers', i.identifiers,
        'status', e.status, 'programs', e.programs, 'birthDates', e.birth_dates, 'countries', e.countries,
        'details', e.details, 'validFrom', e.valid_from, 'validTo', e.valid_to) as entry
      from ${keys} requested_entry (service_id, id)
      join list_entries e on e.service_id = requested_entry.service_id and e.id = requested_entry.id
      cross join lateral (
        select coalesce(json_agg(json_build_object('name', n.name, 'kind', n.kind) order by n.position), '[]') as names
        from list_names n
        where n.service_id = e.service_id and n.entry_id = e.id
      ) n
      cross join lateral (
        select coalesce(json_agg(json_build_object('kind', i.kind, 'value', i.value, 'country', i.country)
          order by i.position), '[]') as identifiers
        from list_identifiers i
        where i.service_id = e.service_id and i.entry_id = e.id
      ) i`;
}
