import { z } from 'zod';
import { joinNameParts } from '../../domain/business/join-name-parts.ts';
import { PERSON_TYPES } from '../../domain/business/participant.ts';
import { NAME_LENGTH_MAX as COMPARED_MAX } from '../../domain/screening/words/clean-text.ts';
import { CURP_PATTERN } from '../../domain/tax/curp.ts';
import { normalizeTaxId } from '../../domain/tax/normalize-id.ts';
import { parseRfc, SHORT_RFC_PATTERN } from '../../domain/tax/rfc.ts';
import { issueOptions } from '../../validation/input-issues.ts';
import { participantLookupSchema } from '../business/inputs.ts';
import {
  daySchema,
  idempotencyKeySchema,
  line,
  text,
  WHEN_OBJECT,
} from '../common/common-inputs.ts';

const IDENTIFIER_LENGTH_MAX = 64;
const COUNTRY_LENGTH_MAX = 100;
const LIST_LENGTH_MAX = 64;
const SCREENED_LISTS_MAX = 50;
const THRESHOLD_MIN = 0.5;

const namePart = line(COMPARED_MAX).nullish();

const rfc = text(IDENTIFIER_LENGTH_MAX).superRefine((value, context) => {
  const normal = normalizeTaxId(value);
  const kind = parseRfc(normal)?.kind;
  if (kind === 'generic' || kind === 'foreign')
    context.addIssue({ code: 'custom', ...issueOptions('not_allowed', GENERIC_RFC) });
  else if (kind === undefined && normal !== '' && !SHORT_RFC_PATTERN.test(normal))
    context.addIssue({
      code: 'custom',
      ...issueOptions('wrong_format', 'Must be in the format of an RFC'),
    });
});
const GENERIC_RFC = 'Must not be a generic RFC';
const curp = text(IDENTIFIER_LENGTH_MAX).refine(
  (value) => value.trim() === '' || CURP_PATTERN.test(normalizeTaxId(value)),
  issueOptions('wrong_format', 'Must be a CURP'),
);
/** Date of birth: year, year and month, or full date. */
const birthDate = z.union([
  daySchema,
  z
    .string()
    .regex(/^[12]\d{3}(-(0[1-9]|1[0-2]))?$/, { message: 'Must be a year, a month or a day' }),
]);

/** A letter or digit of any script. A name without any cannot be compared. */
const HAS_LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** Person to screen who is not a participant. */
export const screenedPersonSchema = z
  .object({
    personType: z.enum(PERSON_TYPES).nullish(),
    name: namePart,
    paternalSurname: namePart,
    maternalSurname: namePart,
    rfc: rfc.nullish(),
    curp: curp.nullish(),
    passport: z
      .object({
        number: line(IDENTIFIER_LENGTH_MAX).regex(/[A-Za-z0-9]/, {
          message: 'Must contain letters or digits',
        }),
        country: line(COUNTRY_LENGTH_MAX).regex(/\p{L}/u, { message: 'Must be a country' }),
      })
      .nullish(),
    birthDate: birthDate.nullish(),
    country: line(COUNTRY_LENGTH_MAX).nullish(),
  })
  .superRefine((person, context) => {
    const name = joinNameParts(person);
    if (name.length > COMPARED_MAX) {
      const issue = issueOptions(
        'too_long',
        `All parts together must have at most ${COMPARED_MAX} characters`,
      );
      context.addIssue({ code: 'custom', path: ['name'], ...issue });
    }
    const hasIdentifier =
      [person.rfc, person.curp].some((taxId) => taxId?.trim()) || person.passport;
    if (hasIdentifier || HAS_LETTER_OR_DIGIT.test(name)) return;
    const issue = issueOptions('required', 'A name, an RFC, a CURP or a passport is required');
    context.addIssue({ code: 'custom', path: ['name'], ...issue });
  }, WHEN_OBJECT);
export type ScreenedPerson = z.infer<typeof screenedPersonSchema>;

const ONE_OF_BOTH = issueOptions(
  'exactly_one',
  'Exactly one of participant and person is required',
);

export const screenInput = z
  .object({
    idempotencyKey: idempotencyKeySchema.nullish(),
    participant: participantLookupSchema.nullish(),
    person: screenedPersonSchema.nullish(),
    lists: z.array(text(LIST_LENGTH_MAX)).min(1).max(SCREENED_LISTS_MAX).nullish(),
    asOf: daySchema.nullish(),
    threshold: z.number().min(THRESHOLD_MIN).max(1).nullish(),
    includePossible: z.boolean().nullish(),
  })
  .refine(({ participant, person }) => !participant !== !person, {
    ...ONE_OF_BOTH,
    ...WHEN_OBJECT,
  });
export type ScreenInput = z.infer<typeof screenInput>;

export const deleteScreeningInput = z.object({
  idempotencyKey: idempotencyKeySchema.nullish(),
  screeningId: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
});
export type DeleteScreeningInput = z.infer<typeof deleteScreeningInput>;
