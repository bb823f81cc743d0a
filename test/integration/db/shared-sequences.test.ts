import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { ID_KINDS, type IdKind } from '../../../src/db/queries/records/id-counters.ts';
import { useDatabase } from '../../support/database/database.ts';

const database = useDatabase();

/** Tables whose ids come from the counters of each service; processes of the version before still take them from the sequence. */
const COUNTED = {
  consents: 'consent',
  extractions: 'extraction',
  screenings: 'screening',
  socioeconomic_reports: 'socioeconomic_report',
  webhook_deliveries: 'webhook_delivery',
} as const satisfies Record<string, IdKind>;

/** Tables whose ids do count for all services, each with the reason why no caller gets to know one. */
const HIDDEN = {
  audit_events:
    'callers are shown public_id; the number only orders events of one instant, in sealed cursors of one length',
  business_events: 'callers are shown the position in the stream of their service',
  data_keys: 'names nothing outside of the database',
  jobs: 'shown to operators only',
  list_entries: 'callers are shown the key that the list itself has for the entry',
  list_snapshots: 'callers are shown day and SHA-256',
  match_resolutions: 'orders the decisions on a match, and is not shown',
  participant_matches: 'callers name a match by list and entry',
  screening_queue: 'orders what waits, and is not shown',
  services:
    'stands in tokens, links and signatures of the service that it names, and never changes',
};

it('each sequence that all services share is one of which no caller gets to know a number, for a reason', async () => {
  const { rows } = await sql<{ table: string }>`
    select coalesce(owner.refobjid::regclass, s.oid::regclass)::text as table
    from pg_class s
    left join pg_depend owner on owner.classid = 'pg_class'::regclass and owner.objid = s.oid
      and owner.refclassid = 'pg_class'::regclass and owner.deptype in ('a', 'i')
    where s.relkind = 'S' and s.relnamespace = 'public'::regnamespace
    order by 1
  `.execute(database.db);
  const known = [...Object.keys(COUNTED), ...Object.keys(HIDDEN)].toSorted();
  expect(rows.map(({ table }) => table)).toEqual(known);
});

it('the counters of a service know each kind that is counted', () => {
  expect(ID_KINDS).toEqual(expect.arrayContaining(Object.values(COUNTED)));
});
