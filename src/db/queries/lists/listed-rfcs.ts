import { sql } from 'kysely';
import type { EntryDetails } from '../../../domain/lists/list-entry.ts';
import { ALL_SERVICES, SAT69_LISTS, SAT69B_LISTS } from '../../../domain/lists/list-source.ts';
import { today } from '../../../runtime/calendar.ts';
import type { Db } from '../../client.ts';
import { prepareStatement, type ValueOf } from '../../statements/prepared.ts';
import { hiddenTexts } from '../../statements/requested-ids.ts';

/** Entry of article 69-B or 69-B Bis. `word` is its status in the wording of the SAT. */
export type ListedProcedure = {
  rfc: string;
  source: string;
  word: string | null;
  details: EntryDetails;
};

/** Result of looking up RFCs in the current lists of the SAT. */
export type ListedRfcs = {
  /** Codes of the lists of the SAT that are loaded. */
  loaded: string[];
  /** RFCs in a list of article 69. */
  owing: string[];
  procedures: ListedProcedure[];
};

type ListedRfcsQuery = {
  serviceId: number;
  sat69: readonly string[];
  sat69b: readonly string[];
  rfcs: readonly string[];
  limit: number;
  /** Day whose entries are read. */
  day: string;
};

/** More than the number of entries of the whole 69-B list. */
const PROCEDURES_MAX = 50_000;

/** Looks up RFCs in the lists of the SAT as of today. One statement, so that lists and entries are consistent. */
export async function findListedRfcs(db: Db, rfcs: readonly string[]): Promise<ListedRfcs> {
  const parameters = {
    sat69: SAT69_LISTS,
    sat69b: SAT69B_LISTS,
    rfcs,
    limit: PROCEDURES_MAX,
    day: today(),
  };
  const statement = selectListed(db, { ...parameters, serviceId: ALL_SERVICES });
  const { rows } = await db.executeQuery<ListedRfcs>(statement);
  return rows[0] ?? { loaded: [], owing: [], procedures: [] };
}

// The arrays are in subselects so that PostgreSQL keeps a generic plan, as in `requested-ids.ts`.
const selectListed = prepareStatement((db, value: ValueOf<ListedRfcsQuery>) => {
  const day = sql`${value('day')}::date`;
  const fromListedToday = sql`
    from list_identifiers i
    join list_entries e on e.service_id = ${value('serviceId')} and e.id = i.entry_id
    where i.service_id = ${value('serviceId')} and i.kind = 'rfc'
      and i.value = any(${hiddenTexts(value('rfcs'))})
      and e.valid_from <= ${day} and (e.valid_to is null or e.valid_to > ${day})`;
  return sql<ListedRfcs>`
    select
      (
        select coalesce(json_agg(distinct s.source order by s.source), '[]') from list_snapshots s
        where s.service_id = ${value('serviceId')} and s.as_of <= ${day}
          and (s.source = any(${hiddenTexts(value('sat69'))})
            or s.source = any(${hiddenTexts(value('sat69b'))}))
      ) as loaded,
      (
        select coalesce(json_agg(distinct i.value order by i.value), '[]') ${fromListedToday}
          and e.source = any(${hiddenTexts(value('sat69'))})
      ) as owing,
      (
        select coalesce(json_agg(p order by p.rfc, p.entry_key), '[]')
        from (
          select i.value as rfc, e.entry_key, e.source, e.status as word, e.details ${fromListedToday}
            and e.source = any(${hiddenTexts(value('sat69b'))})
          order by i.value, e.entry_key limit ${value('limit')}
        ) p
      ) as procedures`.compile(db);
});
