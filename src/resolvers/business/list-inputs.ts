import { z } from 'zod';
import {
  BUSINESS_ORDER_FIELDS,
  type BusinessFilter,
  ORDER_DIRECTIONS,
} from '../../domain/business/business-list.ts';
import { FILTER_DEPTH_MAX, FILTERS_MAX, measureFilter } from '../../domain/business/filter-tree.ts';
import {
  isSearchable,
  listWords,
  SEARCHED_LENGTH_MAX,
  SEARCHED_LETTERS_MIN,
  SEARCHED_WORDS_MAX,
} from '../../domain/business/name-search.ts';
import { PERSON_TYPES } from '../../domain/business/participant.ts';
import {
  PARTICIPANT_ORDER_FIELDS,
  type ParticipantFilter,
} from '../../domain/business/participant-list.ts';
import { issueOptions } from '../../validation/input-issues.ts';
import { EMAIL_LENGTH_MAX, idSchema, text } from '../common/common-inputs.ts';
import { EXACTLY_ONE } from '../common/exactly-one.ts';
import { pageInput } from '../common/paging.ts';

const TEXT_LENGTH_MAX = 1000;
/** Maximum length of a prefix: the index of `startsWith` covers 200 characters. */
const PREFIX_LENGTH_MAX = 200;
const EXTERNAL_IDS_MAX = 1000;
const IDS_MAX = 100;

const textFilter = z.object({
  equals: text(TEXT_LENGTH_MAX).nullish(),
  startsWith: text(PREFIX_LENGTH_MAX).nullish(),
});

/** Text to search names by. */
const searchedName = text(SEARCHED_LENGTH_MAX)
  .refine(
    isSearchable,
    issueOptions('too_short', `Must contain a word of at least ${SEARCHED_LETTERS_MIN} letters`),
  )
  .refine(
    (searched) => listWords(searched).length <= SEARCHED_WORDS_MAX,
    issueOptions('too_many', `Must have at most ${SEARCHED_WORDS_MAX} words`),
  );

const ids = z.array(idSchema).max(IDS_MAX);

/** Filters by the time of creation and of the last update. */
const ranges = {
  createdSince: z.date().nullish(),
  createdBefore: z.date().nullish(),
  updatedSince: z.date().nullish(),
  updatedBefore: z.date().nullish(),
};

const responsibleUserFilter = z
  .object({ databaseId: idSchema.nullish(), email: text(EMAIL_LENGTH_MAX).nullish() })
  .refine(...EXACTLY_ONE);

const businessFilter: z.ZodType<BusinessFilter> = z.object({
  code: textFilter.nullish(),
  name: textFilter.nullish(),
  nameContains: searchedName.nullish(),
  databaseIdIn: ids.nullish(),
  externalIdIn: z.array(idSchema).max(EXTERNAL_IDS_MAX).nullish(),
  responsibleUser: responsibleUserFilter.nullish(),
  hasPendingMatches: z.boolean().nullish(),
  hasMissingDocuments: z.boolean().nullish(),
  ...ranges,
  and: z.lazy(() => z.array(businessFilter).max(FILTERS_MAX)).nullish(),
  or: z.lazy(() => z.array(businessFilter).max(FILTERS_MAX)).nullish(),
});

/** Arguments for `refine` of the root filter: limits on the number of nested filters and their depth. */
const filterLimits = [
  (filter: BusinessFilter | ParticipantFilter) => {
    const { depth, count } = measureFilter(filter);
    return depth <= FILTER_DEPTH_MAX && count <= FILTERS_MAX;
  },
  issueOptions(
    'too_many',
    `Must have at most ${FILTERS_MAX} filters, itself included, nested at most ${FILTER_DEPTH_MAX} levels deep`,
  ),
] as const;

const businessOrder = z.object({
  field: z.enum(BUSINESS_ORDER_FIELDS),
  direction: z.enum(ORDER_DIRECTIONS),
});

export const listBusinessesInput = pageInput.extend({
  filter: businessFilter.refine(...filterLimits).nullish(),
  orderBy: businessOrder.nullish(),
});
export type ListBusinessesInput = z.infer<typeof listBusinessesInput>;

const participantFilter: z.ZodType<ParticipantFilter> = z.object({
  personType: z.enum(PERSON_TYPES).nullish(),
  role: text(TEXT_LENGTH_MAX).nullish(),
  registrationMode: text(TEXT_LENGTH_MAX).nullish(),
  hasPendingMatches: z.boolean().nullish(),
  hasLegalActFolio: z.boolean().nullish(),
  hasMissingDocuments: z.boolean().nullish(),
  nameContains: searchedName.nullish(),
  databaseIdIn: ids.nullish(),
  externalPersonIdIn: ids.nullish(),
  ...ranges,
  and: z.lazy(() => z.array(participantFilter).max(FILTERS_MAX)).nullish(),
  or: z.lazy(() => z.array(participantFilter).max(FILTERS_MAX)).nullish(),
});

export const listParticipantsInput = pageInput.extend({
  filter: participantFilter.refine(...filterLimits).nullish(),
});
export type ListParticipantsInput = z.infer<typeof listParticipantsInput>;

const participantOrder = z.object({
  field: z.enum(PARTICIPANT_ORDER_FIELDS),
  direction: z.enum(ORDER_DIRECTIONS),
});

export const listServiceParticipantsInput = listParticipantsInput.extend({
  orderBy: participantOrder.nullish(),
});
export type ListServiceParticipantsInput = z.infer<typeof listServiceParticipantsInput>;
