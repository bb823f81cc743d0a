import { parseDatabaseId } from '../../domain/global-id.ts';
import { FEATURES, type ShownItem } from '../../domain/screening/explanation.ts';
import type { ListedScreening } from '../../domain/screening/screening.ts';
import { findParticipant } from '../../resolvers/business/find-participant.ts';
import {
  findScreeningOf,
  listMatchesOfScreening,
  screeningInput,
} from '../../resolvers/screening/list-screenings.ts';
import {
  type MatchOfScreening,
  showItems,
  showSubject,
} from '../../resolvers/screening/show-subject.ts';
import { checksOf } from '../../validate.ts';
import { builder } from '../base/builder.ts';
import { ParticipantType } from '../business/participant.ts';
import { RARE_LIST_COST } from '../limits/field-cost.ts';
import { CheckedListType } from '../lists/checked-list.ts';
import { ListEntryType } from '../lists/list-entry.ts';
import { ScreenedSubjectType } from './screened-subject.ts';
import { MatchBand, ScreeningOutcomeEnum, ScreeningTriggerEnum } from './screening-words.ts';

export const ScreeningItem = builder.objectRef<ShownItem>('ScreeningItem').implement({
  description: 'One thing that was compared, and what it says.',
  fields: (t) => ({
    feature: t.exposeString('feature', {
      description: `What was compared: ${FEATURES.join(', ')}; there may come to be more. v4 \`feature\`.`,
    }),
    query: t.exposeString('query', {
      nullable: true,
      description:
        'What the subject has; null where it has nothing, and where it is masked. v4 `query`.',
    }),
    isMasked: t.exposeBoolean('isMasked', {
      description: 'Whether `query` is left out as personal information that is not shown here.',
    }),
    candidate: t.exposeString('candidate', {
      nullable: true,
      description: 'What the entry has; null where it has nothing. v4 `candidate`.',
    }),
    score: t.exposeFloat('score', { description: 'How much alike, from 0 to 1. v4 `score`.' }),
    weight: t.exposeFloat('weight', { description: 'How much it counts. v4 `weight`.' }),
    effect: t.exposeString('effect', { description: 'For, against, or how. v4 `effect`.' }),
  }),
});

const ScreeningMatchType = builder.objectRef<MatchOfScreening>('ScreeningMatch').implement({
  description: 'An entry that may be about the subject. v4: an element of `matches`.',
  fields: (t) => ({
    entry: t.expose('entry', {
      type: ListEntryType,
      description: 'The entry as it was when it was compared. v4: the same element.',
    }),
    score: t.exposeFloat('score', {
      description: 'How much alike the two are, from 0 to 1. v4 `score`.',
    }),
    band: t.expose('band', { type: MatchBand, description: 'How strong it is. v4 `band`.' }),
    matchedName: t.exposeString('matchedName', {
      nullable: true,
      description: 'Which of its names was the nearest; null without names. v4 `matched_name`.',
    }),
    personGroup: t.int({
      nullable: true,
      description:
        'The same number of matches that may be one person, of lists of people in office: a suggestion, each is decided by itself. Null where no other is like it. v4 `person_group`.',
      resolve: async ({ findPersonGroup }) => await findPersonGroup(),
    }),
    explanation: t.field({
      type: [ScreeningItem],
      complexity: RARE_LIST_COST,
      description: 'Why: what was compared, item by item; about 30. v4 `explanation`.',
      resolve: async (match, _args, ctx) => await showItems(ctx, match),
    }),
  }),
});

export const ScreeningType = builder.objectRef<ListedScreening>('Screening');
builder.node(ScreeningType, {
  description: 'What was found when somebody was looked for in lists, as it was found.',
  id: { resolve: ({ id }) => id, parse: parseDatabaseId },
  loadOne: async (databaseId, ctx) =>
    databaseId === undefined ? null : await findScreeningOf(ctx, { databaseId }),
  fields: (t) => ({
    databaseId: t.field({
      type: 'SafeInt',
      description: 'The internal id. v4 `screening_id`.',
      resolve: ({ id }) => id,
    }),
    outcome: t.expose('outcome', {
      type: ScreeningOutcomeEnum,
      description: 'What came of it. v4 `outcome`.',
    }),
    trigger: t.expose('trigger', {
      type: ScreeningTriggerEnum,
      description: 'Why it was done.',
    }),
    subject: t.field({
      type: ScreenedSubjectType,
      description: 'Who was looked for, as it was compared.',
      resolve: async (screening, _args, ctx) => await showSubject(ctx, screening),
    }),
    lists: t.expose('lists', {
      type: [CheckedListType],
      complexity: RARE_LIST_COST,
      description: 'Each list that was to be looked at, also those not loaded. v4 `lists`.',
    }),
    asOf: t.expose('asOf', {
      type: 'Date',
      description: 'The day of which the lists were looked at.',
    }),
    threshold: t.exposeFloat('threshold', { description: 'From here a score alerts.' }),
    matchesCount: t.exposeInt('matchesCount', {
      description:
        'How many matches were found, at least: more than are listed where these are only the strongest. v4 `matches_count`.',
    }),
    matches: t.field({
      type: [ScreeningMatchType],
      description: 'The strongest first, at most 100. v4 `matches`.',
      resolve: async (screening, _args, ctx) => await listMatchesOfScreening(ctx, screening),
    }),
  }),
});

/** Of whom it was, and who asked. */
builder.objectFields(ScreeningType, (t) => ({
  participant: t.field({
    type: ParticipantType,
    nullable: true,
    description: 'Null for somebody who was typed in. Needs business:read.',
    resolve: async ({ participantId }, _args, ctx) =>
      participantId === null ? null : await findParticipant(ctx, { databaseId: participantId }),
  }),
  userId: t.expose('userId', {
    type: 'SafeInt',
    nullable: true,
    description: 'Who asked, by internal id; null where the gateway did by itself.',
  }),
  createdAt: t.expose('createdAt', {
    type: 'DateTime',
    description: 'When it was made.',
  }),
}));

const ScreeningLookup = builder.inputType('ScreeningLookup', {
  description: 'Names one screening, by exactly one of these.',
  isOneOf: true,
  fields: (t) => ({
    id: t.id({ description: 'The global id.' }),
    databaseId: t.field({ type: 'SafeInt', description: 'The internal id.' }),
  }),
});

builder.queryField('screening', (t) =>
  t.field({
    type: ScreeningType,
    nullable: true,
    description:
      'Null where it does not exist or belongs to another service. Needs the scope screening:read.',
    args: {
      by: t.arg({ type: ScreeningLookup, required: true, description: 'Which screening.' }),
    },
    validate: { schema: checksOf(screeningInput) },
    resolve: async (_root, args, ctx) => await findScreeningOf(ctx, args.by),
  }),
);
