import { z } from 'zod';
import { BUSINESS_ORDER_FIELDS, ORDER_DIRECTIONS } from '../../domain/business-list.ts';
import { PERSON_TYPES } from '../../domain/participant.ts';
import { idSchema, text } from '../common/common-inputs.ts';
import { pageInput } from '../common/paging.ts';

const TEXT_LENGTH_MAX = 1000;
/** The index that `startsWith` uses holds so much of the beginning of a text. */
const PREFIX_LENGTH_MAX = 200;
const EXTERNAL_IDS_MAX = 1000;

const textFilter = z.object({
  equals: text(TEXT_LENGTH_MAX).nullish(),
  startsWith: text(PREFIX_LENGTH_MAX).nullish(),
});

const businessFilter = z.object({
  code: textFilter.nullish(),
  name: textFilter.nullish(),
  externalIdIn: z.array(idSchema).max(EXTERNAL_IDS_MAX).nullish(),
  hasPendingMatches: z.boolean().nullish(),
  hasMissingDocuments: z.boolean().nullish(),
  updatedSince: z.date().nullish(),
});

const businessOrder = z.object({
  field: z.enum(BUSINESS_ORDER_FIELDS),
  direction: z.enum(ORDER_DIRECTIONS),
});

export const listBusinessesInput = pageInput.extend({
  filter: businessFilter.nullish(),
  orderBy: businessOrder.nullish(),
});
export type ListBusinessesInput = z.infer<typeof listBusinessesInput>;

const participantFilter = z.object({
  personType: z.enum(PERSON_TYPES).nullish(),
  role: text(TEXT_LENGTH_MAX).nullish(),
  hasPendingMatches: z.boolean().nullish(),
  hasLegalActFolio: z.boolean().nullish(),
  hasMissingDocuments: z.boolean().nullish(),
});

export const listParticipantsInput = pageInput.extend({ filter: participantFilter.nullish() });
export type ListParticipantsInput = z.infer<typeof listParticipantsInput>;
