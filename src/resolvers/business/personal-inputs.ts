import { z } from 'zod';
import { EARLIEST_DATE } from '../../domain/business/identity-dates.ts';
import { ADDRESS_PARTS } from '../../domain/business/personal-information.ts';
import { isCalendarDate } from '../../domain/shared/calendar-date.ts';
import { CURP_PATTERN, parseCurp } from '../../domain/tax/curp.ts';
import { listDates, parseRfc, RFC_PATTERN } from '../../domain/tax/rfc.ts';
import { today } from '../../runtime/calendar.ts';
import { issueOptions } from '../../validation/input-issues.ts';
import { blankText, daySchema, lineOrBlank, text } from '../common/common-inputs.ts';

const TEXT_LENGTH_MAX = 200;
const ACTIVITY_LENGTH_MAX = 1000;
const RFC_LENGTH_MAX = 13;
const CURP_LENGTH = 18;

/** Optional short text. Null, empty and blank text remove the value; absent keeps it. */
const shortText = lineOrBlank(TEXT_LENGTH_MAX).nullish();

/** RFC with a valid structure and date. The check digit is not verified. */
const rfc = text(RFC_LENGTH_MAX)
  .regex(RFC_PATTERN, { message: 'Must be an RFC' })
  .refine(
    createDateCheck(parseRfc, ({ date }) => listDates(date).length > 0),
    issueOptions('wrong_format', 'Must be an RFC with a date of the calendar'),
  );
const curp = text(CURP_LENGTH)
  .regex(CURP_PATTERN, { message: 'Must be a CURP' })
  .refine(
    createDateCheck(parseCurp, ({ birthDate }) => birthDate !== undefined),
    issueOptions('wrong_format', 'Must be a CURP with a date of the calendar'),
  );

/**
 * Creates a check of the date in an identifier. The check passes text that cannot be parsed, because the pattern
 * reports it.
 */
function createDateCheck<T>(parse: (text: string) => T | undefined, check: (parsed: T) => boolean) {
  return (value: string): boolean => {
    const parsed = parse(value);
    return parsed === undefined || check(parsed);
  };
}

/** Date of birth or constitution, not later than today in the time zone of the process. */
const identityDate = daySchema
  .refine(
    (value) => !isCalendarDate(value) || value <= today(),
    issueOptions('too_large', 'Must not be a day in the future'),
  )
  .refine(
    (value) => !isCalendarDate(value) || value >= EARLIEST_DATE,
    issueOptions('too_small', 'Must not be before the year 1700'),
  );
export const IMPLAUSIBLE_BIRTH = issueOptions(
  'too_small',
  'Must not be before the year 1900 for a natural person',
);

const addressMember = shortText;
type AddressShape = Record<(typeof ADDRESS_PARTS)[number], typeof addressMember>;
const addressShape: AddressShape = {
  street: addressMember,
  exteriorNumber: addressMember,
  interiorNumber: addressMember,
  neighborhood: addressMember,
  municipality: addressMember,
  city: addressMember,
  state: addressMember,
  postalCode: addressMember,
  country: addressMember,
};

/** Personal information, with the checks of every interface. */
export const personalInformationSchema = z.object({
  rfc: z.union([blankText, rfc]).nullish(),
  curp: z.union([blankText, curp]).nullish(),
  birthOrConstitutionDate: z.union([blankText, identityDate]).nullish(),
  nationality: shortText,
  countryOfBirth: shortText,
  civilStatus: shortText,
  economicActivity: text(ACTIVITY_LENGTH_MAX).nullish(),
  address: z.object(addressShape).nullish(),
});
