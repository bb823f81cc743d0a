import { z } from 'zod';
import {
  isReasonFor,
  MATCH_REASONS,
  MATCH_VERDICTS,
  type MatchReason,
  type MatchVerdict,
} from '../../domain/matches/match.ts';
import { isCalendarInstant } from '../../domain/shared/calendar-date.ts';
import { rule } from '../../validation/input-issues.ts';
import { businessLookupSchema, participantLookupSchema } from '../business/inputs.ts';
import {
  EMAIL_LENGTH_MAX,
  idempotencyKeySchema,
  idSchema,
  line,
  optionalText,
  text,
} from '../common/common-inputs.ts';
import { externalId, sourceCode } from '../upsert/sent-matches.ts';

const NOTE_LENGTH_MAX = 2000;
/** Of a note that a reason cannot do without. */
export const NOTE_LENGTH_MIN = 10;
const DECISIONS_MAX = 200;

const verdictShape = {
  verdict: z.enum(MATCH_VERDICTS),
  reason: z.enum(MATCH_REASONS),
  note: text(NOTE_LENGTH_MAX).nullish(),
};

const namedSchema = z.object({
  externalId,
  sourceCode: sourceCode.nullish(),
  expectedMatterHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/, '64 digits of a hexadecimal number')
    .nullish(),
  verdict: verdictShape.verdict.nullish(),
  reason: verdictShape.reason.nullish(),
  note: verdictShape.note,
});

/** A decision on a person's matches; what a named match does not say itself is said for all. */
const resolutionShape = {
  ...verdictShape,
  reviewer: z
    .strictObject({
      name: optionalText,
      email: line(EMAIL_LENGTH_MAX).nullish(),
    })
    .nullish(),
  matches: z.array(namedSchema).min(1).max(DECISIONS_MAX).nullish(),
  reopen: z.boolean().nullish(),
  resolvedAt: z
    .date()
    .refine(isCalendarInstant, rule('wrong_format', 'Must be in the years 1 to 9999'))
    .nullish(),
};
const resolutionSchema = z
  .object(resolutionShape)
  .superRefine(checkReasons)
  .superRefine(checkNotes);
export type ResolutionInput = z.infer<typeof resolutionSchema>;

export const resolvePersonMatchesInput = z
  .object({
    idempotencyKey: idempotencyKeySchema.nullish(),
    externalPersonId: idSchema,
    /** Absent means all businesses of the person. */
    business: businessLookupSchema.nullish(),
    ...resolutionShape,
  })
  .superRefine(checkReasons)
  .superRefine(checkNotes);
export type ResolvePersonMatchesInput = z.infer<typeof resolvePersonMatchesInput>;

/** Without a verdict: for a participant of whom no match is known, only that some are pending. */
export const resolveParticipantMatchesInput = z
  .object({
    idempotencyKey: idempotencyKeySchema.nullish(),
    participant: participantLookupSchema,
    ...resolutionShape,
    verdict: verdictShape.verdict.nullish(),
    reason: verdictShape.reason.nullish(),
  })
  .superRefine(checkWholeness)
  .superRefine(checkReasons)
  .superRefine(checkNotes);
export type ResolveParticipantMatchesInput = z.infer<typeof resolveParticipantMatchesInput>;

type Reasoned = {
  verdict?: MatchVerdict | null | undefined;
  reason?: MatchReason | null | undefined;
};

/** Rejects a reason that cannot explain its verdict, also where a named match takes one of the two from the whole. */
function checkReasons(
  { verdict, reason, matches }: Reasoned & { matches?: readonly Reasoned[] | null | undefined },
  context: z.RefinementCtx,
): void {
  const check = (decision: Reasoned, path: (string | number)[]): void => {
    if (!decision.verdict || !decision.reason || isReasonFor(decision.verdict, decision.reason))
      return;
    const fault = rule(
      'contradicts',
      decision.verdict === 'true_match'
        ? 'Must be "same_person" or "other" for a true match'
        : 'Must not be "same_person" for a false positive',
    );
    context.addIssue({ code: 'custom', path, ...fault });
  };
  check({ verdict, reason }, ['reason']);
  for (const [place, match] of (matches ?? []).entries()) {
    const decision = { verdict: match.verdict ?? verdict, reason: match.reason ?? reason };
    if (match.verdict || match.reason) check(decision, ['matches', place, 'reason']);
  }
}

type Notes = {
  reason?: string | null | undefined;
  note?: string | null | undefined;
  matches?: readonly Omit<Notes, 'matches'>[] | null | undefined;
};

/** True for a note that is shorter than a reason that needs one demands. */
export function isNoteTooShort(note: string | null | undefined): boolean {
  return (note ?? '').trim().length < NOTE_LENGTH_MIN;
}

/** `other` says nothing by itself. */
function checkNotes(input: Notes, context: z.RefinementCtx): void {
  const fault = rule(
    'required',
    `Must have at least ${NOTE_LENGTH_MIN} characters for the reason "other"`,
  );
  const isMute = (reason: Notes['reason'], note: Notes['note']) =>
    reason === 'other' && isNoteTooShort(note);
  if (isMute(input.reason, input.note))
    context.addIssue({ code: 'custom', path: ['note'], ...fault });
  for (const [place, match] of (input.matches ?? []).entries()) {
    if (isMute(match.reason ?? input.reason, match.note ?? input.note))
      context.addIssue({ code: 'custom', path: ['matches', place, 'note'], ...fault });
  }
}

type Optional = { [Name in keyof ResolutionInput]?: unknown };

/** What says nothing without a verdict and its reason. */
function checkWholeness(input: Optional, context: z.RefinementCtx): void {
  const { verdict, reason, note, reviewer, matches, reopen, resolvedAt } = input;
  const said = [verdict, reason, note, reviewer, matches, reopen, resolvedAt].some(isSaid);
  for (const [name, value] of Object.entries({ verdict, reason })) {
    if (!said || isSaid(value)) continue;
    const fault = rule('required', 'Required when another field of the decision is set');
    context.addIssue({ code: 'custom', path: [name], ...fault });
  }
}

function isSaid(value: unknown): boolean {
  return value !== null && value !== undefined;
}
