import type { Match } from '../../domain/match.ts';
import type { MatchResolution } from '../../domain/match-resolution.ts';
import { listMatches, listMatchResolutions } from '../../resolvers/business/list-matches.ts';
import {
  explainMatch,
  findFinding,
  findScreeningOfMatch,
} from '../../resolvers/screening/find-finding.ts';
import { findPersonGroup } from '../../resolvers/screening/person-groups.ts';
import { builder } from '../base/builder.ts';
import { MatchState } from '../business/match-state.ts';
import { ParticipantType } from '../business/participant.ts';
import { ListEntryType } from '../lists/list-entry.ts';
import { ScreeningItem, ScreeningType } from './screening.ts';
import { MatchBand } from './screening-words.ts';

export const MatchVerdict = builder.enumType('MatchVerdict', {
  description: 'What somebody found out about a match. v4 `resolution`.',
  values: {
    FALSE_POSITIVE: { value: 'false_positive', description: 'Somebody else. v4 `FALSE_POSITIVE`.' },
    TRUE_MATCH: { value: 'true_match', description: 'This very person. v4 `TRUE_MATCH`.' },
  } as const,
});

export const MatchReason = builder.enumType('MatchReason', {
  description: 'Why a match was decided so. v4 `reason`.',
  values: {
    DIFFERENT_BIRTH_DATE: {
      value: 'different_birth_date',
      description: 'Born on another day. v4 `different_birth_date`.',
    },
    DIFFERENT_IDENTIFIER: {
      value: 'different_identifier',
      description: 'With another RFC, CURP or other identifier. v4 `different_identifier`.',
    },
    DIFFERENT_NAME: {
      value: 'different_name',
      description: 'Of another name, looked at closely. v4 `different_name`.',
    },
    DIFFERENT_COUNTRY: {
      value: 'different_country',
      description: 'From another country. v4 `different_country`.',
    },
    HOMONYM: { value: 'homonym', description: 'Somebody else of the same name. v4 `homonym`.' },
    SAME_PERSON: { value: 'same_person', description: 'The same person. v4 `same_person`.' },
    OTHER: { value: 'other', description: 'Needs a note. v4 `other`.' },
  } as const,
});

const MatchResolutionType = builder.objectRef<MatchResolution>('MatchResolution').implement({
  description: 'A decision on a match. None is ever changed: a later one supersedes it.',
  fields: (t) => ({
    decision: t.expose('decision', {
      type: MatchState,
      description: 'What became of the match. v4 `resolution`.',
    }),
    reason: t.expose('reason', {
      type: MatchReason,
      description: 'Why it was decided so. v4 `reason`.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When it was recorded.',
    }),
    awaitsSecond: t.exposeBoolean('awaitsSecond', {
      description:
        'True when it left the match as it was, or pending, until a second user says the same.',
    }),
    resolvedAt: t.expose('resolvedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was decided elsewhere, where that was told. v4 `resolved_at`.',
    }),
  }),
});

const RaiseReasonType = builder.enumType('MatchRaiseReason', {
  description: 'Why a match waits, or waited, for a decision.',
  values: {
    FOUND: { value: 'found', description: 'It was not known.' },
    ENTRY_CHANGED: {
      value: 'entry_changed',
      description: 'It was decided, and the entry says another thing now.',
    },
  } as const,
});

const FirstDecisionType = builder.objectRef<FirstDecision>('FirstMatchDecision').implement({
  description: 'A decision that a second user has to confirm.',
  fields: (t) => ({
    userId: t.expose('userId', { type: 'SafeInt', description: 'Who made it.' }),
    decidedAt: t.expose('decidedAt', {
      type: 'DateTime',
      description: 'When it was made.',
    }),
  }),
});

type FirstDecision = { userId: number; decidedAt: Date };

function firstDecisionOf({ firstUserId, firstDecidedAt }: Match): FirstDecision | null {
  if (firstUserId === null || firstDecidedAt === null) return null;
  return { userId: firstUserId, decidedAt: firstDecidedAt };
}

const SENT = 'null where a provider sent the match.';

const ParticipantMatch = builder.objectRef<Match>('ParticipantMatch').implement({
  description: 'A match of a participant with an entry of a list. v4: `matches[]`.',
  fields: (t) => ({
    sourceCode: t.exposeString('sourceCode', {
      description: 'The list, or the source that looked. v4 `list`.',
    }),
    externalId: t.exposeString('externalId', {
      description: "The match's id there. v4 `match_id`.",
    }),
    state: t.expose('state', {
      type: MatchState,
      description: 'Where the match stands. v4 `status`.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When it became known here.',
    }),
    resolutions: t.field({
      type: [MatchResolutionType],
      description: 'In the order they were made; the last one holds.',
      resolve: async (match, _args, ctx) => await listMatchResolutions(ctx, match.id),
    }),
  }),
});

builder.objectFields(ParticipantMatch, (t) => ({
  awaitingSecondDecision: t.field({
    type: FirstDecisionType,
    nullable: true,
    description:
      'User who said that it is a true match, or took that back, where a second user has to do so too; null otherwise.',
    resolve: firstDecisionOf,
  }),
  raisedBecause: t.field({
    type: RaiseReasonType,
    nullable: true,
    description: `Why the gateway raised it the last time; ${SENT}`,
    resolve: async ({ id }, _args, ctx) => (await findFinding(ctx, id))?.raisedBecause,
  }),
  entry: t.field({
    type: ListEntryType,
    nullable: true,
    description: `The version of the entry that it is about; ${SENT}`,
    resolve: async ({ id }, _args, ctx) => (await findFinding(ctx, id))?.entry,
  }),
  screening: t.field({
    type: ScreeningType,
    nullable: true,
    description: `The screening that raised it the last time; ${SENT}`,
    resolve: async ({ id }, _args, ctx) => await findScreeningOfMatch(ctx, id),
  }),
  score: t.float({
    nullable: true,
    description: `How much alike they are, 0 to 1; ${SENT} v4 \`score\`.`,
    resolve: async ({ id }, _args, ctx) => (await findFinding(ctx, id))?.score,
  }),
  band: t.field({
    type: MatchBand,
    nullable: true,
    description: `How strong it is; ${SENT} v4 \`band\`.`,
    resolve: async ({ id }, _args, ctx) => (await findFinding(ctx, id))?.band,
  }),
  personGroup: t.int({
    nullable: true,
    description: `The same number of matches of the participant that may be one person, of lists of people in office: a suggestion, each is decided by itself. Null where no other is like it; ${SENT} v4 \`person_group\`.`,
    resolve: async (match, _args, ctx) => await findPersonGroup(ctx, match),
  }),
  explanation: t.field({
    type: [ScreeningItem],
    nullable: true,
    description: `What was compared, item by item, at most 100; ${SENT} v4 \`explanation\`.`,
    resolve: async ({ id }, _args, ctx) => await explainMatch(ctx, id),
  }),
}));

builder.objectField(ParticipantType, 'matches', (t) =>
  t.field({
    type: [ParticipantMatch],
    description:
      'The matches that are known, the oldest first; hasPendingMatches follows from them where there are any. v4 `matches`.',
    resolve: async (participant, _args, ctx) => await listMatches(ctx, participant.id),
  }),
);
