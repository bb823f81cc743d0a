import { z } from 'zod';
import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { listWatchedLists } from '../../db/queries/lists/watched-lists.ts';
import { insertAuditEvent } from '../../db/queries/records/audit-events.ts';
import { findScreening, insertScreenings } from '../../db/queries/screening/screenings.ts';
import { OWN_LIST_PATTERN } from '../../domain/lists/list-source.ts';
import { isComparable } from '../../domain/screening/comparable.ts';
import { ALERT_THRESHOLD, POSSIBLE_THRESHOLD } from '../../domain/screening/names/score-names.ts';
import { prepareSubject } from '../../domain/screening/screened-parties.ts';
import {
  decideOutcome,
  type NewScreening,
  type ScreenedSubject,
  type Screening,
} from '../../domain/screening/screening.ts';
import { AppError, invalidAt } from '../../errors.ts';
import { resolveAsOf } from '../common/resolve-as-of.ts';
import { type IdempotentResult, runOnce } from '../common/run-once.ts';
import { resolveListCodes } from '../list-search/resolve-list-codes.ts';
import type { ScreenRequest } from '../list-search/screen-request.ts';
import { NAME_TOO_LONG } from './name-too-long.ts';
import type { ScreenInput } from './screen-inputs.ts';
import { screenSubjects } from './screen-subjects.ts';
import { getSubject } from './screened-subject.ts';

const ALL = 'all';

export type ScreenPayload = { screening: Screening };

/**
 * Screens a participant, or a person who is not a participant, against lists and stores the result. `fingerprint` is
 * further input that two requests must share to count as the same request. Throws AppError `invalid_input`,
 * `participant_not_found`, `list_unavailable` when none of the lists is loaded for the day, `screening_not_found` when
 * a request is repeated after its screening was deleted, and the errors of screenSubjects.
 */
export async function screen(
  ctx: RequestContext,
  input: ScreenInput,
  fingerprint: { format?: string } = {},
): Promise<IdempotentResult<ScreenPayload>> {
  requireScope(ctx.caller, 'screening:write');
  return await runOnce<ScreenPayload>(ctx, {
    operation: 'screen',
    input: { ...input, ...fingerprint },
    run: async (tx) => ({ screening: await runScreening(tx, input) }),
    remember: ({ screening }) => ({ screeningId: screening.id }),
    replay: async (tx, outcome) => {
      const { screeningId } = outcomeSchema.parse(outcome);
      return { screening: await getScreening(tx, screeningId) };
    },
  });
}

const outcomeSchema = z.object({ screeningId: z.number() });

async function getScreening(tx: RequestContext, id: number): Promise<Screening> {
  const screening = await findScreening(tx.db, tx.caller.serviceId, id);
  return screening ?? throwScreeningNotFound();
}

/** Throws AppError `screening_not_found`, also for a screening of another service. */
export function throwScreeningNotFound(): never {
  throw new AppError('screening_not_found', 'The service has no such screening.');
}

async function runScreening(tx: RequestContext, input: ScreenInput): Promise<Screening> {
  const { serviceId, userId, apiKeyId } = requireScope(tx.caller, 'screening:write');
  const asOf = resolveAsOf(input);
  const threshold = input.threshold ?? ALERT_THRESHOLD;
  const minScore = input.includePossible ? Math.min(threshold, POSSIBLE_THRESHOLD) : threshold;
  const requestedLists = await resolveLists(tx, input);
  const { subject, participantId, businessId } = await getSubject(tx, input);
  rejectIncomparable(input, subject);
  const screened = await screenSubjects(
    { db: tx.db, serviceId, memory: tx.listMemory, lookBack: tx.lookBack },
    { subjects: [subject], lists: requestedLists, asOf, minScore },
  );
  if (screened.lists.every(({ isLoaded }) => !isLoaded))
    throw new AppError('list_unavailable', 'None of the lists is loaded for the requested day.');
  const matches = screened.matchesBySubject[0] ?? [];
  const matchesCount = screened.countsBySubject[0] ?? 0;
  const lists = screened.listsBySubject[0] ?? [];
  const outcome = decideOutcome({ matches, lists, threshold });
  const request = { participantId, trigger: 'asked', subject, lists, asOf, threshold } as const;
  const newScreening: NewScreening = { ...request, outcome, matches, matchesCount };
  const actor = { serviceId, userId, apiKeyId };
  const [screening] = await insertScreenings(tx.db, actor, [newScreening]);
  if (screening === undefined) throw new Error('A screening was not stored.');
  const participantIds = participantId === null ? [] : [participantId];
  const codes = lists.map(({ code }) => code);
  const details = { screeningId: screening.id, participantIds, outcome, lists: codes };
  await insertAuditEvent(tx.db, {
    ...actor,
    action: 'screening_made',
    requestId: tx.requestId,
    details: businessId === null ? details : { ...details, businessId },
  });
  return screening;
}

/**
 * Throws AppError `invalid_input` for a subject without a comparable name or identifier, and for a sent name with too
 * many words. A participant with such a name is screened by the part that can be compared, because the caller cannot
 * correct stored data here.
 */
function rejectIncomparable({ person }: ScreenInput, subject: ScreenedSubject): void {
  const path = person ? ['person', 'name'] : ['participant'];
  const { comparable } = prepareSubject(subject);
  if (!isComparable(comparable)) throw invalidAt(path, NOT_COMPARABLE, 'required');
  if (person && comparable.name === 'part') throw invalidAt(path, NAME_TOO_LONG, 'too_long');
}

/** Generic and incomplete RFCs are not compared. Text after `//` is a note, not a name. */
const NOT_COMPARABLE = 'A name, a complete RFC, a CURP or a passport is required';

/**
 * Resolves list codes and families. Throws AppError `invalid_input` for an unknown list and for an own list that the
 * service does not have.
 */
async function resolveLists(
  tx: RequestContext,
  { lists: words }: ScreenInput,
): Promise<ScreenRequest['lists']> {
  if (!words) return ALL;
  const namesOwnList = words.some((word) => OWN_LIST_PATTERN.test(word));
  const own = namesOwnList ? await listWatchedLists(tx.db, [tx.caller.serviceId]) : [];
  return resolveListCodes(words, new Set(own.map(({ source }) => source)));
}
