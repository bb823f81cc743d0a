import type { Pool } from 'pg';
import type { PartyType } from '../../../src/domain/lists/list-entry.ts';
import { ALERT_THRESHOLD } from '../../../src/domain/screening/names/score-names.ts';
import { toNamePartyType } from '../../../src/domain/screening/screened-parties.ts';
import type { ScreenedSubject } from '../../../src/domain/screening/screening.ts';
import type { ScreeningContext } from '../../../src/resolvers/list-search/screen-request.ts';
import { screenSubjects } from '../../../src/resolvers/screening/screen-subjects.ts';
import { printLine } from '../print.ts';
import type { Curve } from '../results.ts';
import { type Alert, findByBruteForce, type NameRow } from './brute-force.ts';
import { chooseQueries, type RecallQuery } from './recall-queries.ts';
import { kindOf } from './scoring.ts';

/** Of more matches only the strongest are told. */
const TOLD_MAX = 100;
export const AS_OF = '2026-06-01';

/** Search to measure: by the database, or by the name index in memory. */
export type Searched = Pick<ScreeningContext, 'db' | 'memory'> & { by: string };

type Judged = RecallQuery & { alerts: number; wanted: number; told: number; missed: Alert[] };

/** Measures the recall of `screenSubjects`, compared with scoring every name. */
export async function measureRecall(pool: Pool, searched: Searched, seed: number): Promise<Curve> {
  const rows = await readNames(pool);
  const queries = chooseQueries(rows, seed);
  const alerts = findByBruteForce(rows, queries);
  const judged: Judged[] = [];
  for (const [at, query] of queries.entries())
    judged.push(judge(query, alerts[at] ?? [], await screenOne(searched, query)));
  for (const { kind, partyType, alerts: all, told, missed } of judged)
    if (missed.length > 0)
      printLine(
        `missed: ${kind} (${partyType}): ${missed.length} of ${all}, best ${missed[0]?.[1]}, told ${told}`,
      );
  const kinds = Map.groupBy(judged, ({ kind }) => kind);
  const table = [...kinds].map(([kind, some]) => rowOf(kind, some));
  return {
    workload: 'screening-speed',
    title: `Recall of alerts among ${rows.length} names, seed ${seed}, ${searched.by}`,
    columns: ['queries', 'asked', 'alerts', 'to be told', 'told', 'recall', 'over 100'],
    rows: [...table, rowOf('all', judged)],
  };
}

/** Where more alert than are told, of those as strong as the weakest that is told it is all the same which. */
function judge(query: RecallQuery, alerts: readonly Alert[], told: ReadonlySet<number>): Judged {
  const last = alerts[TOLD_MAX - 1]?.[1] ?? 0;
  const wanted = alerts.length > TOLD_MAX ? alerts.filter(([, score]) => score > last) : alerts;
  const missed = wanted.filter(([entryId]) => !told.has(entryId));
  const left = alerts.length > TOLD_MAX ? Math.max(0, TOLD_MAX - told.size - missed.length) : 0;
  const rest = alerts.slice(wanted.length, wanted.length + left);
  const count = Math.min(alerts.length, TOLD_MAX);
  return {
    ...query,
    alerts: alerts.length,
    wanted: count,
    told: told.size,
    missed: [...missed, ...rest],
  };
}

function rowOf(kind: string, some: readonly Judged[]): (string | number)[] {
  const sum = (of: (one: Judged) => number): number => some.reduce((all, one) => all + of(one), 0);
  const [wanted, missed] = [sum((one) => one.wanted), sum(({ missed: { length } }) => length)];
  return [
    kind,
    some.length,
    sum(({ alerts }) => alerts),
    wanted,
    wanted - missed,
    wanted === 0 ? '' : ((wanted - missed) / wanted).toFixed(4),
    some.filter(({ alerts }) => alerts > TOLD_MAX).length,
  ];
}

const NOBODY: Omit<ScreenedSubject, 'name' | 'partyType'> = {
  rfc: null,
  curp: null,
  passport: null,
  birthDate: null,
  country: null,
};

async function screenOne(
  { db, memory }: Searched,
  { name, partyType }: RecallQuery,
): Promise<Set<number>> {
  const subject: ScreenedSubject = { ...NOBODY, name, partyType: kindOf(partyType) };
  const { matchesBySubject } = await screenSubjects(
    { db, serviceId: 1, memory },
    { subjects: [subject], lists: 'all', asOf: AS_OF, minScore: ALERT_THRESHOLD },
  );
  return new Set((matchesBySubject[0] ?? []).map(({ entry }) => entry.entryId));
}

async function readNames(pool: Pool): Promise<NameRow[]> {
  const { rows } = await pool.query<{
    id: number;
    source: string;
    name: string;
    is_weak: boolean;
    kind: PartyType;
  }>(
    `select e.id, e.source, n.name, n.kind = 'weak' as is_weak, e.party_type as kind
    from list_entries e join list_names n on n.service_id = e.service_id and n.entry_id = e.id
    where e.service_id = 0 and e.valid_to is null
    order by e.source, e.entry_key, n.position`,
  );
  return rows.map(({ id, source, name, is_weak: isWeak, kind }) => {
    return { entryId: id, source, name, isWeak, kind, partyType: toNamePartyType(kind) };
  });
}
