import { z } from 'zod';
import { requireScope } from '../../auth/require-scope.ts';
import { type RequestContext, readLists } from '../../context.ts';
import {
  countScreenings as count,
  listScreenings as list,
} from '../../db/queries/screening/screening-lists.ts';
import {
  type ListedScreening,
  SCREENING_OUTCOMES,
  SCREENING_TRIGGERS,
  type ScreeningFilter,
  type ScreeningMatch,
} from '../../domain/screening/screening.ts';
import { decodeDatabaseId } from '../../domain/shared/global-id.ts';
import { type Connection, toConnection } from '../../domain/shared/page.ts';
import type { TimePosition } from '../../domain/shared/time-position.ts';
import { GLOBAL_ID_LENGTH_MAX, idSchema, text } from '../common/common-inputs.ts';
import { createCursorCodec } from '../common/cursor.ts';
import { EXACTLY_ONE } from '../common/exactly-one.ts';
import { listNewest, RECORD_COUNT_MAX } from '../common/newest-first.ts';
import { type PageBounds, type PageInput, pageInput, toWindow } from '../common/paging.ts';
import { groupEntriesByPerson } from './person-groups.ts';
import type { MatchOfScreening } from './visible-subject.ts';

const LIST_LENGTH_MAX = 64;

const screeningFilter = z.object({
  participantDatabaseId: idSchema.nullish(),
  outcome: z.enum(SCREENING_OUTCOMES).nullish(),
  trigger: z.enum(SCREENING_TRIGGERS).nullish(),
  list: text(LIST_LENGTH_MAX).nullish(),
  createdSince: z.date().nullish(),
  createdBefore: z.date().nullish(),
});

export const listScreeningsInput = pageInput.extend({ filter: screeningFilter.nullish() });
type ListScreeningsInput = z.infer<typeof listScreeningsInput>;

const screeningLookup = z
  .object({ id: text(GLOBAL_ID_LENGTH_MAX).nullish(), databaseId: idSchema.nullish() })
  .refine(...EXACTLY_ONE);
export const screeningInput = z.object({ by: screeningLookup });

/** Returns the screening that a lookup identifies; undefined when the service has no such screening. */
export async function findScreeningByLookup(
  ctx: RequestContext,
  lookup: z.infer<typeof screeningLookup>,
): Promise<ListedScreening | undefined> {
  requireScope(ctx.caller, 'screening:read');
  const id = lookup.databaseId ?? decodeDatabaseId(lookup.id ?? '', 'Screening');
  return id === undefined ? undefined : await ctx.loaders.screening.load(id);
}

/** Lists the screenings of the service that match the filter, newest first. */
export async function listScreenings(
  ctx: RequestContext,
  input: ListScreeningsInput,
): Promise<Connection<ListedScreening>> {
  const { serviceId } = requireScope(ctx.caller, 'screening:read');
  const query = { serviceId, filter: input.filter ?? {} };
  return await listNewest(
    ctx,
    { name: 'screenings', input },
    async (window) => await readLists(ctx, async (db) => await list(db, query, window)),
  );
}

/** Counts the screenings that match the filter, up to 10,000. */
export async function countScreenings(
  ctx: RequestContext,
  filter: ScreeningFilter | null | undefined,
): Promise<number> {
  const { serviceId } = requireScope(ctx.caller, 'screening:read');
  return await readLists(
    ctx,
    async (db) => await count(db, { serviceId, filter: filter ?? {} }, RECORD_COUNT_MAX),
  );
}

export const PARTICIPANT_SCREENING_PAGES: PageBounds = { sizeDefault: 5, sizeMax: 20 };

/**
 * Lists the screenings of a participant, newest first. Loads for several participants are batched into one statement.
 */
export async function listScreeningsOfParticipant(
  ctx: RequestContext,
  participantId: number,
  input: PageInput,
): Promise<Connection<ListedScreening>> {
  requireScope(ctx.caller, 'screening:read');
  const codec = createCursorCodec<TimePosition>(ctx, {
    name: `screenings of ${participantId}`,
    positionSchema,
  });
  const window = toWindow(input, PARTICIPANT_SCREENING_PAGES, () => codec);
  const rows = await ctx.loaders.screeningsOf.load(participantId, window);
  return toConnection(rows, window, codec.encode);
}

/** Screening of a participant, without its matches. */
export type ParticipantScreening = Pick<
  ListedScreening,
  'id' | 'outcome' | 'asOf' | 'matchesCount' | 'lists' | 'createdAt'
>;

/**
 * Lists the 20 newest screenings of a participant; null when the caller may read the participant but not screenings.
 */
export async function listNewestScreeningsOfParticipant(
  ctx: RequestContext,
  participantId: number,
): Promise<ParticipantScreening[] | null> {
  const { scopes } = requireScope(ctx.caller, 'business:read');
  if (!scopes.has('screening:read')) return null;
  const newest = { first: PARTICIPANT_SCREENING_PAGES.sizeMax };
  const { edges } = await listScreeningsOfParticipant(ctx, participantId, newest);
  return edges.map(({ node }) => node);
}

/**
 * Counts the screenings of a participant, up to 10,000. Loads for several participants are batched into one statement.
 */
export async function countScreeningsOfParticipant(
  ctx: RequestContext,
  participantId: number,
): Promise<number> {
  requireScope(ctx.caller, 'screening:read');
  return await ctx.loaders.screeningCount.load(participantId);
}

const positionSchema = z.tuple([z.string(), z.number()]);

/** Lists the matches of a screening, strongest first. They are read only when the screening does not include them. */
export async function listMatchesOfScreening(
  ctx: RequestContext,
  screening: ListedScreening & { matches?: ScreeningMatch[] },
): Promise<MatchOfScreening[]> {
  requireScope(ctx.caller, 'screening:read');
  const { id, participantId, matchesCount, matches } = screening;
  const screeningMatches =
    matches ?? (matchesCount === 0 ? [] : await ctx.loaders.screeningMatches.load(id));
  let groups: ReturnType<typeof groupEntriesByPerson> | undefined;
  const findGroup = async (index: number): Promise<number | null> => {
    // Computed on first use, once for all matches of the screening.
    groups ??= groupEntriesByPerson(ctx, screeningMatches);
    return (await groups)[index] ?? null;
  };
  return screeningMatches.map((match, index) => ({
    ...match,
    source: { id, participantId },
    findPersonGroup: async () => await findGroup(index),
  }));
}
