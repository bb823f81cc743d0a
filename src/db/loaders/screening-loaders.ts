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
import { createLoader } from './create-loader.ts';
import { inGroups, inOrder } from './loader-order.ts';
import {
  createOwnCountLoader,
  createOwnListLoader,
  type OwnCountLoader,
  type OwnListLoader,
} from './own-list-loaders.ts';
import type { LoaderSource } from './part-loader.ts';

/** By participant. */
export type MatchesLoader = DataLoader<number, Match[]>;
/** By match. */
export type ResolutionsLoader = DataLoader<number, MatchResolution[]>;
/** By decision. */
export type DecisionTextsLoader = DataLoader<number, DecisionTexts | undefined>;
/** By match. */
export type FindingsLoader = DataLoader<number, MatchFinding | undefined>;
export type ScreeningLoader = DataLoader<number, ListedScreening | undefined>;
/** By screening. */
export type ScreeningMatchesLoader = DataLoader<number, ScreeningMatch[]>;
export type ScreeningsOfLoader = OwnListLoader<ListedScreening>;
export type ScreeningCountLoader = OwnCountLoader;

export const createScreeningsOfLoader: (source: LoaderSource) => ScreeningsOfLoader =
  createOwnListLoader(listScreeningsOfParticipants);
export const createScreeningCountLoader: (source: LoaderSource) => ScreeningCountLoader =
  createOwnCountLoader(countScreeningsOfParticipants);

export function createScreeningLoader({ db, serviceId, schedule }: LoaderSource): ScreeningLoader {
  return createLoader(schedule, async (ids) =>
    inOrder(ids, await listScreeningsByIds(db, serviceId, ids), (one) => one.id),
  );
}

export function createScreeningMatchesLoader({
  db,
  serviceId,
  schedule,
}: LoaderSource): ScreeningMatchesLoader {
  return createLoader(schedule, async (ids) => {
    const matches = await listScreeningMatches(db, serviceId, ids);
    return inGroups(ids, matches, (one) => one.screeningId);
  });
}

export function createFindingsLoader({ db, serviceId, schedule }: LoaderSource): FindingsLoader {
  return createLoader(schedule, async (ids) =>
    inOrder(ids, await listFindings(db, serviceId, ids), (one) => one.matchId),
  );
}

export function createMatchesLoader({ db, serviceId, schedule }: LoaderSource): MatchesLoader {
  return createLoader(schedule, async (ids) => {
    const matches = await listMatchesOfParticipants(db, serviceId, ids);
    return inGroups(ids, matches, (one) => one.participantId);
  });
}

export function createResolutionsLoader({
  db,
  serviceId,
  schedule,
}: LoaderSource): ResolutionsLoader {
  return createLoader(schedule, async (ids) => {
    const resolutions = await listResolutions(db, serviceId, ids);
    return inGroups(ids, resolutions, (one) => one.matchId);
  });
}

export function createDecisionTextsLoader({
  db,
  serviceId,
  schedule,
}: LoaderSource): DecisionTextsLoader {
  return createLoader(schedule, async (ids) =>
    inOrder(ids, await listDecisionTexts(db, serviceId, ids), (texts) => texts.id),
  );
}
