import type DataLoader from 'dataloader';
import type { Match } from '../../domain/matches/match.ts';
import type { DecisionTexts, MatchResolution } from '../../domain/matches/match-resolution.ts';
import type { MatchFinding } from '../../domain/screening/raise-match.ts';
import type { ListedScreening, ScreeningMatch } from '../../domain/screening/screening.ts';
import { listFindings } from '../queries/screening/findings.ts';
import { listMatchesOfParticipants } from '../queries/screening/matches.ts';
import { listDecisionTexts, listResolutions } from '../queries/screening/resolutions.ts';
import {
  countScreeningsOfParticipants,
  listScreeningsOfParticipants,
} from '../queries/screening/screening-lists.ts';
import { listScreeningMatches, listScreeningsByIds } from '../queries/screening/screenings.ts';
import type { LoaderSource } from './argument-loader.ts';
import { createLoader } from './create-loader.ts';
import { groupByKeys, orderByKeys } from './loader-order.ts';
import {
  createParticipantCountLoader,
  createParticipantListLoader,
  type ParticipantCountLoader,
  type ParticipantListLoader,
} from './participant-list-loaders.ts';

/** Loader of matches by participant id. */
export type MatchesLoader = DataLoader<number, Match[]>;
/** Loader of decisions by match id. */
export type ResolutionsLoader = DataLoader<number, MatchResolution[]>;
/** Loader of the texts of a decision by its id. */
export type DecisionTextsLoader = DataLoader<number, DecisionTexts | undefined>;
/** Loader of findings by match id. */
export type FindingsLoader = DataLoader<number, MatchFinding | undefined>;
export type ScreeningLoader = DataLoader<number, ListedScreening | undefined>;
/** Loader of matches by screening id. */
export type ScreeningMatchesLoader = DataLoader<number, ScreeningMatch[]>;
export type ScreeningsOfLoader = ParticipantListLoader<ListedScreening>;
export type ScreeningCountLoader = ParticipantCountLoader;

export const createScreeningsOfLoader: (source: LoaderSource) => ScreeningsOfLoader =
  createParticipantListLoader(listScreeningsOfParticipants);
export const createScreeningCountLoader: (source: LoaderSource) => ScreeningCountLoader =
  createParticipantCountLoader(countScreeningsOfParticipants);

export function createScreeningLoader({ db, serviceId, schedule }: LoaderSource): ScreeningLoader {
  return createLoader(schedule, async (ids) =>
    orderByKeys(ids, await listScreeningsByIds(db, serviceId, ids), (screening) => screening.id),
  );
}

export function createScreeningMatchesLoader({
  db,
  serviceId,
  schedule,
}: LoaderSource): ScreeningMatchesLoader {
  return createLoader(schedule, async (ids) => {
    const matches = await listScreeningMatches(db, serviceId, ids);
    return groupByKeys(ids, matches, (match) => match.screeningId);
  });
}

export function createFindingsLoader({ db, serviceId, schedule }: LoaderSource): FindingsLoader {
  return createLoader(schedule, async (ids) =>
    orderByKeys(ids, await listFindings(db, serviceId, ids), (finding) => finding.matchId),
  );
}

export function createMatchesLoader({ db, serviceId, schedule }: LoaderSource): MatchesLoader {
  return createLoader(schedule, async (ids) => {
    const matches = await listMatchesOfParticipants(db, serviceId, ids);
    return groupByKeys(ids, matches, (match) => match.participantId);
  });
}

export function createResolutionsLoader({
  db,
  serviceId,
  schedule,
}: LoaderSource): ResolutionsLoader {
  return createLoader(schedule, async (ids) => {
    const resolutions = await listResolutions(db, serviceId, ids);
    return groupByKeys(ids, resolutions, (resolution) => resolution.matchId);
  });
}

export function createDecisionTextsLoader({
  db,
  serviceId,
  schedule,
}: LoaderSource): DecisionTextsLoader {
  return createLoader(schedule, async (ids) =>
    orderByKeys(ids, await listDecisionTexts(db, serviceId, ids), (texts) => texts.id),
  );
}
