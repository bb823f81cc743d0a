import type { MatchResolution } from '../../domain/matches/match-resolution.ts';
import {
  type DecisionActor,
  getDecisionActor,
  getVisibleTexts,
  type ParticipantDecision,
  type Reviewer,
} from '../../resolvers/matches/match-decisions.ts';
import { builder } from '../base/builder.ts';
import { MatchState } from '../business/match-state.ts';
import { MatchReason } from './screening-enums.ts';

const DecisionActorType = builder.objectRef<DecisionActor>('DecisionActor').implement({
  description: 'User who decided on a match, and the API key that the request carried. v4: `user`.',
  fields: (t) => ({
    userId: t.expose('userId', {
      type: 'SafeInt',
      description: '`databaseId` of the user. v4: `id`.',
    }),
    name: t.exposeString('name', {
      nullable: true,
      description:
        'Name of the user, or the e-mail address of a user without a name. Null when the user no longer exists. v4: `name`.',
    }),
    apiKeyId: t.expose('apiKeyId', {
      type: 'SafeInt',
      description: 'Internal id of the API key that the request carried.',
    }),
  }),
});

const ReviewerType = builder.objectRef<Reviewer>('MatchReviewer').implement({
  description: 'Reviewer who made a decision outside the gateway. v4: `reviewer`.',
  fields: (t) => ({
    name: t.exposeString('name', {
      nullable: true,
      description: 'Name of the reviewer. Null when the request did not state it. v4: `name`.',
    }),
    email: t.exposeString('email', {
      nullable: true,
      description:
        'E-mail address of the reviewer. Null when the request did not state it. v4: `email`.',
    }),
  }),
});

export const MatchResolutionType = builder.objectRef<ParticipantDecision>('MatchResolution');
MatchResolutionType.implement({
  description:
    'Decision on a match. Decisions are never changed: a later decision supersedes an earlier one. v4: an element of `decisions`.',
  fields: (t) => ({
    decision: t.expose('decision', {
      type: MatchState,
      description:
        'State that the decision gives the match: FALSE_POSITIVE, TRUE_MATCH or SKIPPED. v4: `resolution`.',
    }),
    reason: t.expose('reason', {
      type: MatchReason,
      description: 'Reason for the decision. v4: `reason`.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'Time when the decision was recorded in the gateway. v4: `created_at`.',
    }),
    awaitsSecond: t.exposeBoolean('awaitsSecond', {
      description:
        'True for the first of two required decisions, which takes effect only when a second user makes the same decision. Until then a decided match becomes pending when this decision is TRUE_MATCH; every other match keeps its state. v4: `awaits_second`.',
    }),
    resolvedAt: t.expose('resolvedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'Time of a decision that was made outside the gateway. Null when the request did not state it. v4: `resolved_at`.',
    }),
  }),
});

/** Actor of the decision, and its texts, which are personal data. */
builder.objectFields(MatchResolutionType, (t) => ({
  decidedBy: t.field({
    type: DecisionActorType,
    description: 'User who made the decision. v4: `user`.',
    resolve: async (decision, _args, ctx) => await getDecisionActor(ctx, decision),
  }),
  note: t.string({
    nullable: true,
    description:
      'Free text that explains the decision. Null when there is none, and without scope `personal:read`. With the scope, every read is recorded in the audit trail. v4: `note`.',
    resolve: async (decision, _args, ctx) => (await getVisibleTexts(ctx, decision)).note,
  }),
  reviewer: t.field({
    type: ReviewerType,
    nullable: true,
    description:
      'Reviewer who made the decision outside the gateway. Null when the request named none, and without scope `personal:read`. With the scope, every read is recorded in the audit trail. v4: `reviewer`.',
    resolve: async (decision, _args, ctx) => (await getVisibleTexts(ctx, decision)).reviewer,
  }),
  isMasked: t.boolean({
    description:
      'True when note and reviewer are null because the caller lacks scope `personal:read`. v4: `is_masked`.',
    resolve: async (decision, _args, ctx) => (await getVisibleTexts(ctx, decision)).isMasked,
  }),
}));

export const FirstDecisionType = builder
  .objectRef<MatchResolution>('FirstMatchDecision')
  .implement({
    description:
      'First of two required decisions on a match. The decision takes effect when a second user makes the same decision.',
    fields: (t) => ({
      decision: t.expose('decision', {
        type: MatchState,
        description: 'Decision that a second user must make too.',
      }),
      userId: t.expose('userId', {
        type: 'SafeInt',
        description: '`databaseId` of the user who made the decision.',
      }),
      decidedBy: t.field({
        type: DecisionActorType,
        description: 'User who made the decision.',
        resolve: async (decision, _args, ctx) => await getDecisionActor(ctx, decision),
      }),
      decidedAt: t.field({
        type: 'DateTime',
        description: 'Time of the first decision.',
        resolve: ({ createdAt }) => createdAt,
      }),
    }),
  });
