import type { Match } from '../../domain/matches/match.ts';
import { listMatches } from '../../resolvers/business/list-matches.ts';
import { findOpenDecision, listDecisions } from '../../resolvers/matches/show-decision.ts';
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
import { MatchBand } from './screening-words.ts';

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
      'First of two required decisions. Null when no decision awaits a second user. v4: the last element of `decisions` where `awaits_second` is true and the match kept its state.',
    resolve: async (match, _args, ctx) => await findOpenDecision(ctx, match),
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
