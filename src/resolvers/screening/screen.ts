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
import { askedDay } from '../common/asked-day.ts';
import { type Once, runOnce } from '../common/run-once.ts';
import type { ScreenRequest } from '../list-search/screen-request.ts';
import { codesOfLists } from '../list-search/screened-lists.ts';
import { NAME_TOO_LONG } from './name-too-long.ts';
import type { ScreenInput } from './screen-inputs.ts';
import { screenSubjects } from './screen-subjects.ts';
import { findSubject } from './screened-subject.ts';

const ALL = 'all';

export type MadeScreening = { screening: Screening };

/**
 * Looks for a participant, or for somebody who was typed in, in lists, and keeps what was found. Throws AppError
 * `invalid_input`, `participant_not_found`, and `list_unavailable` where none of the lists is loaded for the day;
 * `screening_not_found` where an earlier answer is asked for again and is gone. `asked` is what else two requests must have
 * alike to be the same.
 */
export async function screen(
  ctx: RequestContext,
  input: ScreenInput,
  asked: { format?: string } = {},
): Promise<Once<MadeScreening>> {
  requireScope(ctx.caller, 'screening:write');
  const { idempotencyKey, ...request } = input;
  return await runOnce<MadeScreening>(ctx, {
    operation: 'screen',
    key: idempotencyKey,
    input: { ...request, ...asked },
    run: async (tx) => ({ screening: await screenOne(tx, input) }),
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
  return screening ?? screeningNotFound();
}

/** Always throws: another service's screening is like one that does not exist. */
export function screeningNotFound(): never {
  throw new AppError('screening_not_found', 'The service has no such screening.');
}

async function screenOne(tx: RequestContext, input: ScreenInput): Promise<Screening> {
  const { serviceId, userId, apiKeyId } = requireScope(tx.caller, 'screening:write');
  const asOf = askedDay(input);
  const threshold = input.threshold ?? ALERT_THRESHOLD;
  const from = input.includePossible ? Math.min(threshold, POSSIBLE_THRESHOLD) : threshold;
  const asked = await listsOf(tx, input);
  const { subject, participantId, businessId } = await findSubject(tx, input);
  refuseUnread(input, subject);
  const found = await screenSubjects(
    { db: tx.db, serviceId, memory: tx.listMemory, lookBack: tx.lookBack },
    { subjects: [subject], lists: asked, asOf, from },
  );
  if (found.lists.every(({ isLoaded }) => !isLoaded))
    throw new AppError('list_unavailable', 'None of the lists is loaded for the requested day.');
  const [[matches = []], [matchesCount = 0], [lists = []]] = [
    found.matchesOf,
    found.countOf,
    found.listsOf,
  ];
  const outcome = decideOutcome({ matches, lists, threshold });
  const request = { participantId, trigger: 'asked', subject, lists, asOf, threshold } as const;
  const made: NewScreening = { ...request, outcome, matches, matchesCount };
  const by = { serviceId, userId, apiKeyId };
  const [screening] = await insertScreenings(tx.db, by, [made]);
  if (screening === undefined) throw new Error('A screening was not stored.');
  const participantIds = participantId === null ? [] : [participantId];
  const codes = lists.map(({ code }) => code);
  const details = { screeningId: screening.id, participantIds, outcome, lists: codes };
  await insertAuditEvent(tx.db, {
    ...by,
    action: 'screening_made',
    requestId: tx.requestId,
    details: businessId === null ? details : { ...details, businessId },
  });
  return screening;
}

/**
 * Throws AppError `invalid_input` for who has nothing to be compared, for that nothing was found would say nothing, and for a name
 * that would not be read to its end. Nobody can mend what is stored of a participant: that is screened as far as it is read.
 */
function refuseUnread({ person }: ScreenInput, subject: ScreenedSubject): void {
  const path = person ? ['person', 'name'] : ['participant'];
  const { comparable } = prepareSubject(subject);
  if (!isComparable(comparable)) throw invalidAt(path, NOBODY, 'required');
  if (person && comparable.name === 'part') throw invalidAt(path, NAME_TOO_LONG, 'too_long');
}

const NOBODY = 'A name that can be compared or an identifier with which one is found must be given';

/** Throws AppError `invalid_input` for what is no list, and for a list of the service's own that it has not. */
async function listsOf(
  tx: RequestContext,
  { lists: words }: ScreenInput,
): Promise<ScreenRequest['lists']> {
  if (!words) return ALL;
  const isOneNamed = words.some((word) => OWN_LIST_PATTERN.test(word));
  const own = isOneNamed ? await listWatchedLists(tx.db, [tx.caller.serviceId]) : [];
  return codesOfLists(words, new Set(own.map(({ source }) => source)));
}
