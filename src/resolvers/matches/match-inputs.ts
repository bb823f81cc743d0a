import { z } from 'zod';
import {
  isReasonFor,
  MATCH_REASONS,
  MATCH_VERDICTS,
  type MatchReason,
  type MatchVerdict,
} from '../../domain/matches/match.ts';
import { isCalendarInstant } from '../../domain/shared/calendar-date.ts';
import { issueOptions } from '../../validation/input-issues.ts';
import { businessLookupSchema, participantLookupSchema } from '../business/inputs.ts';
import {
  EMAIL_LENGTH_MAX,
  idempotencyKeySchema,
  idSchema,
  line,
  optionalText,
  text,
} from '../common/common-inputs.ts';
import { externalIdSchema, sourceCodeSchema } from '../upsert/sent-matches.ts';

const NOTE_LENGTH_MAX = 2000;
/** Minimum length of a note that a reason requires. */
export const NOTE_LENGTH_MIN = 10;
const MATCHES_MAX = 200;
/** Tolerated difference between the clocks of a caller and of the gateway. */
const CLOCK_SKEW_MS = 300_000;

const verdictShape = {
  verdict: z.enum(MATCH_VERDICTS),
  reason: z.enum(MATCH_REASONS),
  note: text(NOTE_LENGTH_MAX).nullish(),
};

/** Match listed in `matches`. */
const matchDecisionSchema = z.object({
  externalId: externalIdSchema,
  sourceCode: sourceCodeSchema.nullish(),
  /** `ListEntry.matterHash` of the entry that the reviewer saw: the hash of the facts that decide a match. */
  expectedMatterHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'Must have 64 lowercase hexadecimal digits')
    .nullish(),
  verdict: verdictShape.verdict.nullish(),
  reason: verdictShape.reason.nullish(),
  note: verdictShape.note,
});

/** Resolution of the matches of a person. `verdict`, `reason` and `note` are the defaults of the items of `matches`. */
const resolutionShape = {
  ...verdictShape,
  reviewer: z
    .strictObject({ name: optionalText, email: line(EMAIL_LENGTH_MAX).nullish() })
    .nullish(),
  matches: z.array(matchDecisionSchema).min(1).max(MATCHES_MAX).nullish(),
  /** True to replace decisions that differ; otherwise they are a conflict. */
  reopen: z.boolean().nullish(),
  resolvedAt: z
    .date()
    .refine(isCalendarInstant, issueOptions('wrong_format', 'Must be in the years 1 to 9999'))
    .refine(
      (instant) => instant.getTime() <= Date.now() + CLOCK_SKEW_MS,
      issueOptions('too_large', 'Must not be in the future'),
    )
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
    /** When absent, all businesses of the person. */
    business: businessLookupSchema.nullish(),
    ...resolutionShape,
  })
  .superRefine(checkReasons)
  .superRefine(checkNotes);
export type ResolvePersonMatchesInput = z.infer<typeof resolvePersonMatchesInput>;

/** Input that may omit all fields of the resolution, for a participant that is flagged as pending but has no match. */
export const resolveParticipantMatchesInput = z
  .object({
    idempotencyKey: idempotencyKeySchema.nullish(),
    participant: participantLookupSchema,
    ...resolutionShape,
    verdict: verdictShape.verdict.nullish(),
    reason: verdictShape.reason.nullish(),
  })
  .superRefine(checkVerdictGiven)
  .superRefine(checkReasons)
  .superRefine(checkNotes);
export type ResolveParticipantMatchesInput = z.infer<typeof resolveParticipantMatchesInput>;

type VerdictAndReason = {
  verdict?: MatchVerdict | null | undefined;
  reason?: MatchReason | null | undefined;
};

/**
 * Rejects a reason that does not fit its verdict. An item of `matches` that omits one of the two takes it from the
 * resolution.
 */
function checkReasons(
  {
    verdict,
    reason,
    matches,
  }: VerdictAndReason & { matches?: readonly VerdictAndReason[] | null | undefined },
  context: z.RefinementCtx,
): void {
  const check = (decision: VerdictAndReason, path: (string | number)[]): void => {
    if (!decision.verdict || !decision.reason || isReasonFor(decision.verdict, decision.reason))
      return;
    const issue = issueOptions(
      'contradicts',
      decision.verdict === 'true_match'
        ? 'Must be "same_person" or "other" for a true match'
        : 'Must not be "same_person" for a false positive',
    );
    context.addIssue({ code: 'custom', path, ...issue });
  };
  check({ verdict, reason }, ['reason']);
  for (const [index, match] of (matches ?? []).entries()) {
    const decision = { verdict: match.verdict ?? verdict, reason: match.reason ?? reason };
    if (match.verdict || match.reason) check(decision, ['matches', index, 'reason']);
  }
}

type Notes = {
  reason?: string | null | undefined;
  note?: string | null | undefined;
  matches?: readonly Omit<Notes, 'matches'>[] | null | undefined;
};

/** True when a note is shorter than NOTE_LENGTH_MIN, without leading and trailing whitespace. */
export function isNoteTooShort(note: string | null | undefined): boolean {
  return (note ?? '').trim().length < NOTE_LENGTH_MIN;
}

/** Requires a note for the reason `other`. */
function checkNotes(input: Notes, context: z.RefinementCtx): void {
  const issue = issueOptions(
    'required',
    `Must have at least ${NOTE_LENGTH_MIN} characters for the reason "other"`,
  );
  const lacksNote = (reason: Notes['reason'], note: Notes['note']) =>
    reason === 'other' && isNoteTooShort(note);
  if (lacksNote(input.reason, input.note))
    context.addIssue({ code: 'custom', path: ['note'], ...issue });
  for (const [index, match] of (input.matches ?? []).entries()) {
    if (lacksNote(match.reason ?? input.reason, match.note ?? input.note))
      context.addIssue({ code: 'custom', path: ['matches', index, 'note'], ...issue });
  }
}

type Optional = { [Name in keyof ResolutionInput]?: unknown };

/** Requires both a verdict and a reason when any field of the decision is set. */
function checkVerdictGiven(input: Optional, context: z.RefinementCtx): void {
  const { verdict, reason, note, reviewer, matches, reopen, resolvedAt } = input;
  const isAnyGiven = [verdict, reason, note, reviewer, matches, reopen, resolvedAt].some(isGiven);
  for (const [name, value] of Object.entries({ verdict, reason })) {
    if (!isAnyGiven || isGiven(value)) continue;
    const issue = issueOptions('required', 'Required when another field of the decision is set');
    context.addIssue({ code: 'custom', path: [name], ...issue });
  }
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined;
}
