import type { Match } from '../../domain/matches/match.ts';
import { listMatches } from '../../resolvers/business/list-matches.ts';
import { findOpenDecision, listDecisions } from '../../resolvers/matches/match-decisions.ts';
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
import { FirstDecisionType, MatchResolutionType } from './match-resolution.ts';
import { ScreeningItem, ScreeningType } from './screening.ts';
import { MatchBand } from './screening-enums.ts';

const RaiseReasonType = builder.enumType('MatchRaiseReason', {
  description: 'Reason why the gateway presented a match for review.',
  values: {
    FOUND: {
      value: 'found',
      description:
        'Match is new to the gateway, or new evidence was found for a decided match: an equal identifier, an agreeing birth date, or data that contradict the reason of its dismissal.',
    },
    ENTRY_CHANGED: {
      value: 'entry_changed',
      description: 'List entry changed after the decision on the match.',
    },
  } as const,
});

const NULL_IF_EXTERNAL = 'Null for a match of an external screening provider.';

const ParticipantMatch = builder.objectRef<Match>('ParticipantMatch').implement({
  description:
    'Match of a participant with an entry of a list: found by the gateway, or sent by the client system from an external screening provider. v4: `matches[]`.',
  fields: (t) => ({
    sourceCode: t.exposeString('sourceCode', {
      description:
        'Code of the list, or of the external screening provider that reported the match. v4: `list`.',
    }),
    externalId: t.exposeString('externalId', {
      description:
        'Id of the match at the external screening provider. For a match that the gateway found, the key of the list entry (`ListEntry.key`). v4: `match_id`.',
    }),
    state: t.expose('state', {
      type: MatchState,
      description: 'State of the match. v4: `status`.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time when the match was first stored in the gateway.',
    }),
    resolutions: t.field({
      type: [MatchResolutionType],
      description:
        'Decisions on the match, oldest first. A later decision supersedes an earlier one. v4: `decisions`.',
      resolve: async (match, _args, ctx) => await listDecisions(ctx, match),
    }),
  }),
});

builder.objectFields(ParticipantMatch, (t) => ({
  awaitingSecondDecision: t.field({
    type: FirstDecisionType,
    nullable: true,
    description:
      'First of two required decisions, while the decision of the second user is missing. Null when no decision awaits a second user. v4: the last element of `decisions`, when its `awaits_second` is true.',
    resolve: async (match, _args, ctx) => await findOpenDecision(ctx, match),
  }),
  raisedBecause: t.field({
    type: RaiseReasonType,
    nullable: true,
    description: `Reason why the gateway last presented the match for review. ${NULL_IF_EXTERNAL}`,
    resolve: async ({ id }, _args, ctx) => (await findFinding(ctx, id))?.raisedBecause,
  }),
  entry: t.field({
    type: ListEntryType,
    nullable: true,
    description: `Version of the list entry that the match is about. ${NULL_IF_EXTERNAL}`,
    resolve: async ({ id }, _args, ctx) => (await findFinding(ctx, id))?.entry,
  }),
  screening: t.field({
    type: ScreeningType,
    nullable: true,
    description: `Screening that last presented the match for review. ${NULL_IF_EXTERNAL}`,
    resolve: async ({ id }, _args, ctx) => await findScreeningOfMatch(ctx, id),
  }),
  score: t.float({
    nullable: true,
    description: `Similarity of participant and entry, from 0 to 1. ${NULL_IF_EXTERNAL} v4: \`score\`.`,
    resolve: async ({ id }, _args, ctx) => (await findFinding(ctx, id))?.score,
  }),
  band: t.field({
    type: MatchBand,
    nullable: true,
    description: `Kind of evidence that the match rests on. ${NULL_IF_EXTERNAL} v4: \`band\`.`,
    resolve: async ({ id }, _args, ctx) => (await findFinding(ctx, id))?.band,
  }),
  personGroup: t.int({
    nullable: true,
    description: `Number that the matches of the participant share when they may concern the same person, in lists of politically exposed persons (PEP). The number is a suggestion: each match is decided separately. The oldest 50 matches are compared. Null when no other match may concern the same person, and for other lists. ${NULL_IF_EXTERNAL} v4: \`person_group\`.`,
    resolve: async (match, _args, ctx) => await findPersonGroup(ctx, match),
  }),
  explanation: t.field({
    type: [ScreeningItem],
    nullable: true,
    description: `Comparison of participant and entry, one item for each compared word or fact. Personal information of the participant is always masked; \`ScreeningMatch.explanation\` returns it with scope \`personal:read\`. ${NULL_IF_EXTERNAL} v4: \`explanation\`.`,
    resolve: async ({ id }, _args, ctx) => await explainMatch(ctx, id),
  }),
}));

builder.objectField(ParticipantType, 'matches', (t) =>
  t.field({
    type: [ParticipantMatch],
    description:
      'Stored matches of the participant, oldest first. When there are none, `hasPendingMatches` may still be true: the data import marked the participant as pending without matches. v4: `matches`.',
    resolve: async (participant, _args, ctx) => await listMatches(ctx, participant.id),
  }),
);
