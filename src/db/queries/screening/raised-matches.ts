import { type RawBuilder, sql } from 'kysely';
import { isContradicted, type MatchEvidence } from '../../../domain/matches/evidence.ts';
import type { MatchReason, MatchState } from '../../../domain/matches/match.ts';
import type { Band } from '../../../domain/screening/parties/bands.ts';
import type {
  FoundMatch,
  MatchStanding,
  RaiseReason,
} from '../../../domain/screening/raise-match.ts';
import type { Db } from '../../client.ts';
import { toEvidence } from './evidence.ts';

type KnownMatchRow = {
  index: number;
  matchId: number | null;
  state: MatchState | null;
  matterHash: string | null;
  band: Band | null;
  hasSameEvidence: boolean;
  clearedMatterHash: string | null;
  clearedBand: Band | null;
  /** Latest dismissal of the entry for the person; null without one, and then no evidence is computed. */
  dismissal: {
    reason: MatchReason;
    evidenceThen: MatchEvidence;
    evidenceNow: MatchEvidence;
  } | null;
};

/**
 * Returns the stored matches and whitelist entries that correspond to matches found by a screening, by index in
 * `foundMatches`; absent when the participant was deleted or became another person. The caller has locked the
 * businesses. In the statement `f` is a found match, `m` the stored match, `d` its finding, `w` the whitelist entry and
 * `x` the latest dismissal.
 */
export async function listKnownMatches(
  db: Db,
  serviceId: number,
  foundMatches: readonly FoundMatch[],
): Promise<Map<number, MatchStanding>> {
  const keys = foundMatches.map(({ participantId, personId, match }, index) => {
    const { source, entryKey } = match.entry;
    const { band, score, items } = match;
    return { index, participantId, personId, source, entryKey, band, score, items };
  });
  const { rows } = await sql<KnownMatchRow>`
    select f.index, m.id as "matchId", m.status as state, encode(d.matter_hash, 'hex') as "matterHash",
      d.band, (d.band, d.score, d.explanation) is not distinct from (f.band, f.score, f.items)
        as "hasSameEvidence",
      encode(w.matter_hash, 'hex') as "clearedMatterHash", w.band as "clearedBand",
      case when x.reason is not null then json_build_object('reason', x.reason,
        'evidenceThen', ${toEvidence(sql`x.explanation`)}, 'evidenceNow', ${toEvidence(sql`f.items`)}) end
        as dismissal
    from json_to_recordset(${JSON.stringify(keys)}::json) as f (index integer, "participantId" bigint,
      "personId" bigint, source text, "entryKey" text, band text, score double precision, items jsonb)
    join participants p on p.service_id = ${serviceId} and p.id = f."participantId"
      and p.person_id = f."personId"
    left join participant_matches m on m.service_id = ${serviceId} and m.participant_id = p.id
      and m.source_code = f.source and m.external_id = f."entryKey"
    left join match_findings d on d.service_id = ${serviceId} and d.match_id = m.id
    left join match_whitelist w on w.service_id = ${serviceId} and w.person_id = p.person_id
      and w.source = f.source and w.entry_key = f."entryKey"
    left join lateral (${latestDismissal(serviceId)}) x on true
    order by f.index
  `.execute(db);
  return new Map(rows.map((row) => [row.index, toStanding(row)]));
}

/** Returns the latest dismissal of the entry `f` for the person of `p`, with the compared data that it rests on. */
function latestDismissal(serviceId: number): RawBuilder<unknown> {
  return sql`
    select r.reason, e.explanation from participants o
    join participant_matches c on c.service_id = ${serviceId} and c.participant_id = o.id
      and c.source_code = f.source and c.external_id = f."entryKey" and c.status = 'false_positive'
    join match_findings e on e.service_id = ${serviceId} and e.match_id = c.id
    join match_resolutions r on r.service_id = ${serviceId} and r.match_id = c.id
      and r.decision = 'false_positive'
    where o.service_id = ${serviceId} and o.person_id = p.person_id
    order by r.id desc limit 1`;
}

function toStanding(row: KnownMatchRow): MatchStanding {
  const { matchId, state, matterHash, band, hasSameEvidence, clearedMatterHash, clearedBand } = row;
  const finding =
    matterHash === null || band === null ? null : { matterHash, band, hasSameEvidence };
  const { dismissal } = row;
  return {
    isReasonRefuted:
      dismissal !== null &&
      isContradicted(dismissal.reason, dismissal.evidenceNow) &&
      !isContradicted(dismissal.reason, dismissal.evidenceThen),
    existing: matchId === null || state === null ? null : { id: matchId, state, finding },
    cleared:
      clearedMatterHash === null || clearedBand === null
        ? null
        : { matterHash: clearedMatterHash, band: clearedBand },
  };
}

/** Match of a participant with a list entry whose fields on which a decision depends (`matterHash`) changed since. */
export type OutdatedMatch = { participantId: number; entryKey: string };

/**
 * Returns the pending and confirmed matches of entries that were raised for another `matterHash` of the entry, in order
 * of participant: a user must review them again.
 */
export async function listOutdatedMatches(
  db: Db,
  { serviceId, source }: { serviceId: number; source: string },
  entries: readonly { entryKey: string; matterHash: string }[],
): Promise<OutdatedMatch[]> {
  const { rows } = await sql<OutdatedMatch>`
    select m.participant_id as "participantId", e.entry_key as "entryKey"
    from unnest(
      ${entries.map((entry) => entry.entryKey)}::text[], ${entries.map((entry) => entry.matterHash)}::text[]
    ) as e (entry_key, matter_hash)
    join participant_matches m on m.service_id = ${serviceId} and m.source_code = ${source}
      and m.external_id = e.entry_key and m.status in ('pending', 'true_match')
    join match_findings f on f.service_id = ${serviceId} and f.match_id = m.id
      and f.matter_hash <> decode(e.matter_hash, 'hex')
    order by m.participant_id, e.entry_key
  `.execute(db);
  return rows;
}

/**
 * Match to raise. `matchId` is null for a new match; `because` is null for a match that stays pending for its earlier
 * reason and gets the new finding.
 */
export type RaisedMatch = FoundMatch & {
  matchId: number | null;
  because: RaiseReason | null;
  screeningId: number | null;
};

/** Inserts new matches, sets existing ones to pending, and stores the findings of all, by one statement. */
export async function saveRaisedMatches(
  db: Db,
  serviceId: number,
  raised: readonly RaisedMatch[],
): Promise<void> {
  const rows = raised.map(toRow);
  await sql`
    with matches_to_raise as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as r ("participantId" bigint,
        "matchId" bigint, because text, "screeningId" bigint, source text, "entryKey" text,
        "matterHash" text, entry jsonb, score double precision, band text, "matchedName" text,
        explanation jsonb)
    ), new_matches as (
      insert into participant_matches as new_match (service_id, participant_id, source_code, external_id, status)
      select ${serviceId}::integer, "participantId", source, "entryKey", 'pending'
      from matches_to_raise where "matchId" is null
      returning new_match.id, new_match.participant_id, new_match.source_code, new_match.external_id
    ), reopened_matches as (
      update participant_matches m
      set status = 'pending', first_user_id = null, first_decided_at = null
      from matches_to_raise r where m.service_id = ${serviceId} and m.id = r."matchId"
    )
    insert into match_findings as f (service_id, match_id, screening_id, raised_because, matter_hash,
      entry, score, band, matched_name, explanation)
    select ${serviceId}::integer, coalesce(r."matchId", a.id), r."screeningId",
      coalesce(r.because, d.raised_because, 'found'), decode(r."matterHash", 'hex'), r.entry, r.score, r.band,
      r."matchedName", r.explanation
    from matches_to_raise r
    left join match_findings d on d.service_id = ${serviceId} and d.match_id = r."matchId"
    left join new_matches a on a.participant_id = r."participantId" and a.source_code = r.source
      and a.external_id = r."entryKey"
    on conflict (service_id, match_id) do update set
      screening_id = excluded.screening_id, raised_because = excluded.raised_because,
      raised_at = excluded.raised_at, matter_hash = excluded.matter_hash, entry = excluded.entry,
      score = excluded.score, band = excluded.band, matched_name = excluded.matched_name,
      explanation = excluded.explanation
  `.execute(db);
}

function toRow({ participantId, matchId, because, screeningId, match }: RaisedMatch): object {
  const { entry, score, band, matchedName, items: explanation } = match;
  const { source, entryKey, matterHash } = entry;
  const finding = { source, entryKey, matterHash, entry, score, band, matchedName, explanation };
  return { participantId, matchId, because, screeningId, ...finding };
}
