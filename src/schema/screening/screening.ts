import { type DisplayedItem, FEATURES } from '../../domain/screening/parties/explanation.ts';
import type { ListedScreening } from '../../domain/screening/screening.ts';
import { parseDatabaseId } from '../../domain/shared/global-id.ts';
import { findParticipant } from '../../resolvers/business/find-participant.ts';
import {
  findScreeningByLookup,
  listMatchesOfScreening,
  screeningInput,
} from '../../resolvers/screening/list-screenings.ts';
import {
  getVisibleItems,
  getVisibleSubject,
  type MatchOfScreening,
} from '../../resolvers/screening/visible-subject.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { ParticipantType } from '../business/participant.ts';
import { USUALLY_EMPTY_LIST_COST } from '../limits/field-cost.ts';
import { CheckedListType } from '../lists/checked-list.ts';
import { ListEntryType } from '../lists/list-entry.ts';
import { ScreenedSubjectType } from './screened-subject.ts';
import { MatchBand, ScreeningOutcomeEnum, ScreeningTriggerEnum } from './screening-enums.ts';

export const ScreeningItem = builder.objectRef<DisplayedItem>('ScreeningItem').implement({
  description: 'Compared item of a match: for example a word of the name, or the birth date.',
  fields: (t) => ({
    feature: t.exposeString('feature', {
      description: `Compared feature: ${FEATURES.join(', ')}. A \`word\` is a word of the names; the features from \`limit\` to \`ship_or_plane\` limit the score that names alone can reach; the others are personal data. Further features may be added. v4: \`feature\`.`,
    }),
    query: t.exposeString('query', {
      nullable: true,
      description:
        'Value of the screening subject. Null when the subject has none, and when masked. v4: `query`.',
    }),
    isMasked: t.exposeBoolean('isMasked', {
      description:
        'True when `query` is null because it is personal information: without scope `personal:read`, and always in `ParticipantMatch.explanation`.',
    }),
    candidate: t.exposeString('candidate', {
      nullable: true,
      description: 'Value of the list entry. Null when the entry has none. v4: `candidate`.',
    }),
    score: t.exposeFloat('score', {
      description: 'Similarity of the two values, from 0 to 1. v4: `score`.',
    }),
    weight: t.exposeFloat('weight', {
      description:
        'Weight of the item in the score of the match, relative to its other items. v4: `weight`.',
    }),
    effect: t.exposeString('effect', {
      description:
        'Effect of the item on the match, for example `supports` or `contradicts`; for a word, the way in which the two words correspond. v4: `effect`.',
    }),
  }),
});

const ScreeningMatchType = builder.objectRef<MatchOfScreening>('ScreeningMatch').implement({
  description: 'List entry that may concern the screening subject. v4: an element of `matches`.',
  fields: (t) => ({
    entry: t.expose('entry', {
      type: ListEntryType,
      description: 'List entry in the version that was compared. v4: fields of the same element.',
    }),
    score: t.exposeFloat('score', {
      description: 'Similarity of subject and entry, from 0 to 1. v4: `score`.',
    }),
    band: t.expose('band', {
      type: MatchBand,
      description: 'Kind of evidence that the match rests on. v4: `band`.',
    }),
    matchedName: t.exposeString('matchedName', {
      nullable: true,
      description:
        'Name of the entry that is most similar. Null when no names were compared. v4: `matched_name`.',
    }),
    personGroup: t.int({
      nullable: true,
      description:
        'Number that the matches of the screening share when they may concern the same person, in lists of politically exposed persons (PEP). The number is a suggestion: each match is decided separately. Null when no other match may concern the same person. v4: `person_group`.',
      resolve: async ({ findPersonGroup }) => await findPersonGroup(),
    }),
    explanation: t.field({
      type: [ScreeningItem],
      complexity: USUALLY_EMPTY_LIST_COST,
      description:
        'Comparison of subject and entry, one item for each compared word or fact, usually about 30. v4: `explanation`.',
      resolve: async (match, _args, ctx) => await getVisibleItems(ctx, match),
    }),
  }),
});

export const ScreeningType = builder.objectRef<ListedScreening>('Screening');
builder.node(ScreeningType, {
  description:
    'Screening of a subject against lists, with its result at the time of the screening.',
  id: { resolve: ({ id }) => id, parse: parseDatabaseId },
  loadOne: async (databaseId, ctx) =>
    databaseId === undefined ? null : await findScreeningByLookup(ctx, { databaseId }),
  fields: (t) => ({
    databaseId: t.field({
      type: 'SafeInt',
      description: 'Internal id of the screening, unique in the service. v4: `screening_id`.',
      resolve: ({ id }) => id,
    }),
    outcome: t.expose('outcome', {
      type: ScreeningOutcomeEnum,
      description: 'Outcome of the screening. v4: `outcome`.',
    }),
    trigger: t.expose('trigger', {
      type: ScreeningTriggerEnum,
      description: 'Cause of the screening.',
    }),
    subject: t.field({
      type: ScreenedSubjectType,
      description: 'Subject of the screening, with the data that was compared.',
      resolve: async (screening, _args, ctx) => await getVisibleSubject(ctx, screening),
    }),
    lists: t.expose('lists', {
      type: [CheckedListType],
      complexity: USUALLY_EMPTY_LIST_COST,
      description:
        'Lists requested for the screening, including lists that were not loaded. v4: `lists`.',
    }),
    asOf: t.expose('asOf', {
      type: 'Date',
      description: 'Requested date: the lists were searched as of this date.',
    }),
    threshold: t.exposeFloat('threshold', {
      description: 'Score from which a match of this screening is an alert, 0.5 to 1.',
    }),
    matchesCount: t.exposeInt('matchesCount', {
      description:
        'Number of matches that were found; there may be more. Greater than the length of `matches` when only the strongest are listed. v4: `matches_count`.',
    }),
    matches: t.field({
      type: [ScreeningMatchType],
      description: 'Matches of the screening, strongest first, at most 100. v4: `matches`.',
      resolve: async (screening, _args, ctx) => await listMatchesOfScreening(ctx, screening),
    }),
  }),
});

/** Participant and requester of a screening. */
builder.objectFields(ScreeningType, (t) => ({
  participant: t.field({
    type: ParticipantType,
    nullable: true,
    description:
      'Participant that was screened. Null when the subject is not a participant. Requires scope `business:read`.',
    resolve: async ({ participantId }, _args, ctx) =>
      participantId === null ? null : await findParticipant(ctx, { databaseId: participantId }),
  }),
  userId: t.expose('userId', {
    type: 'SafeInt',
    nullable: true,
    description:
      '`databaseId` of the user who requested the screening. Null when the gateway screened automatically.',
  }),
  createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the screening.' }),
}));

const ScreeningLookup = builder.inputType('ScreeningLookup', {
  description: 'Reference to one screening. Exactly one of the fields is required.',
  isOneOf: true,
  fields: (t) => ({
    id: t.id({ description: 'Global id of the screening.' }),
    databaseId: t.field({ type: 'SafeInt', description: '`databaseId` of the screening.' }),
  }),
});

builder.queryField('screening', (t) =>
  t.field({
    type: ScreeningType,
    nullable: true,
    description:
      'Screening with the given id. Null when the service has no such screening. Requires scope `screening:read`.',
    args: {
      by: t.arg({
        type: ScreeningLookup,
        required: true,
        description: 'Reference to the screening.',
      }),
    },
    validate: { schema: createChecks(screeningInput) },
    resolve: async (_root, args, ctx) => await findScreeningByLookup(ctx, args.by),
  }),
);
