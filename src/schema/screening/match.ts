import type { Match } from '../../domain/matches/match.ts';
import type { MatchResolution } from '../../domain/matches/match-resolution.ts';
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
import { MatchBand, MatchReason } from './screening-words.ts';

const MatchResolutionType = builder.objectRef<MatchResolution>('MatchResolution').implement({
  description:
    'Decision on a match. Decisions never change: a later decision supersedes an earlier one.',
  fields: (t) => ({
    decision: t.expose('decision', {
      type: MatchState,
      description:
        'Decision on the match: FALSE_POSITIVE, TRUE_MATCH or SKIPPED. v4: `resolution`.',
    }),
    reason: t.expose('reason', {
      type: MatchReason,
      description: 'Reason for the decision. v4: `reason`.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time when the decision was recorded.',
    }),
    awaitsSecond: t.exposeBoolean('awaitsSecond', {
      description:
        'True when the decision required the same decision of a second user to take effect. Until then the match kept its state or became pending.',
    }),
    resolvedAt: t.expose('resolvedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'Time of the decision, for a decision made outside the gateway. Null when the request did not state it. v4: `resolved_at`.',
    }),
  }),
});

const RaiseReasonType = builder.enumType('MatchRaiseReason', {
  description: 'Reason why the gateway raised a match for review.',
  values: {
    FOUND: {
      value: 'found',
      description:
        'Match that was not known. Also a decided match that the gateway finds for the first time, or that gains an equal identifier or birth date.',
    },
    ENTRY_CHANGED: {
      value: 'entry_changed',
      description: 'Decided match whose list entry changed since the decision.',
    },
  } as const,
});

const FirstDecisionType = builder.objectRef<FirstDecision>('FirstMatchDecision').implement({
  description: 'Decision that takes effect once a second user confirms it.',
  fields: (t) => ({
    userId: t.expose('userId', {
      type: 'SafeInt',
      description: 'Internal id of the user who made the decision.',
    }),
    decidedAt: t.expose('decidedAt', {
      type: 'DateTime',
      description: 'Time of the first decision.',
    }),
  }),
});

type FirstDecision = { userId: number; decidedAt: Date };

function firstDecisionOf({ firstUserId, firstDecidedAt }: Match): FirstDecision | null {
  if (firstUserId === null || firstDecidedAt === null) return null;
  return { userId: firstUserId, decidedAt: firstDecidedAt };
}

const SENT = 'Null when a provider sent the match.';

const ParticipantMatch = builder.objectRef<Match>('ParticipantMatch').implement({
  description: 'Match of a participant with an entry of a list. v4: `matches[]`.',
  fields: (t) => ({
    sourceCode: t.exposeString('sourceCode', {
      description: 'Code of the list, or of the source that reported the match. v4: `list`.',
    }),
    externalId: t.exposeString('externalId', {
      description:
        'Id of the match in that list or source. For a match that the gateway raised, it is the key of the entry. v4: `match_id`.',
    }),
    state: t.expose('state', {
      type: MatchState,
      description: 'Review state of the match. v4: `status`.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time when the match was first stored.',
    }),
    resolutions: t.field({
      type: [MatchResolutionType],
      description:
        'Decisions on the match, oldest first. A later decision supersedes an earlier one.',
      resolve: async (match, _args, ctx) => await listMatchResolutions(ctx, match.id),
    }),
  }),
});

builder.objectFields(ParticipantMatch, (t) => ({
  awaitingSecondDecision: t.field({
    type: FirstDecisionType,
    nullable: true,
    description:
      'First of two required decisions: TRUE_MATCH, or FALSE_POSITIVE on a true match. Null when no decision awaits a second user.',
    resolve: firstDecisionOf,
  }),
  raisedBecause: t.field({
    type: RaiseReasonType,
    nullable: true,
    description: `Reason why the gateway last raised the match. ${SENT}`,
    resolve: async ({ id }, _args, ctx) => (await findFinding(ctx, id))?.raisedBecause,
  }),
  entry: t.field({
    type: ListEntryType,
    nullable: true,
    description: `Version of the list entry that the match is about. ${SENT}`,
    resolve: async ({ id }, _args, ctx) => (await findFinding(ctx, id))?.entry,
  }),
  screening: t.field({
    type: ScreeningType,
    nullable: true,
    description: `Screening that last raised the match. ${SENT}`,
    resolve: async ({ id }, _args, ctx) => await findScreeningOfMatch(ctx, id),
  }),
  score: t.float({
    nullable: true,
    description: `Similarity of participant and entry, from 0 to 1. ${SENT} v4: \`score\`.`,
    resolve: async ({ id }, _args, ctx) => (await findFinding(ctx, id))?.score,
  }),
  band: t.field({
    type: MatchBand,
    nullable: true,
    description: `Strength of the match. ${SENT} v4: \`band\`.`,
    resolve: async ({ id }, _args, ctx) => (await findFinding(ctx, id))?.band,
  }),
  personGroup: t.int({
    nullable: true,
    description: `Number shared by those matches of the participant, in lists of politically exposed persons, that may be the same person. It is a suggestion: each match is decided separately. At most 50 matches are compared. Null when no other match may be the same person. ${SENT} v4: \`person_group\`.`,
    resolve: async (match, _args, ctx) => await findPersonGroup(ctx, match),
  }),
  explanation: t.field({
    type: [ScreeningItem],
    nullable: true,
    description: `Comparison of participant and entry, item by item, at most 100 items. ${SENT} v4: \`explanation\`.`,
    resolve: async ({ id }, _args, ctx) => await explainMatch(ctx, id),
  }),
}));

builder.objectField(ParticipantType, 'matches', (t) =>
  t.field({
    type: [ParticipantMatch],
    description:
      'Known matches of the participant, oldest first. When there are any, `hasPendingMatches` is derived from them. v4: `matches`.',
    resolve: async (participant, _args, ctx) => await listMatches(ctx, participant.id),
  }),
);
