import { z } from 'zod';
import { ADDRESS_PARTS } from '../../domain/business/personal-information.ts';
import { CURP_PATTERN, parseCurp } from '../../domain/tax/curp.ts';
import { listDates, parseRfc, RFC_PATTERN } from '../../domain/tax/rfc.ts';
import { rule } from '../../validation/input-issues.ts';
import { daySchema, lineOrBlank, noText, text } from '../common/common-inputs.ts';

const TEXT_LENGTH_MAX = 200;
const ACTIVITY_LENGTH_MAX = 1000;

/** Null, empty and blank text mean that there is none; absent means that it stays as it is. */
const shortText = lineOrBlank(TEXT_LENGTH_MAX).nullish();

/** The structure and the date are checked, not the check digit. */
const rfc = text(13)
  .regex(RFC_PATTERN, { message: 'Must be an RFC' })
  .refine(
    hasDay(parseRfc, ({ date }) => listDates(date).length > 0),
    rule('wrong_format', 'Must be an RFC with a date of the calendar'),
  );
const curp = text(18)
  .regex(CURP_PATTERN, { message: 'Must be a CURP' })
  .refine(
    hasDay(parseCurp, ({ birthDate }) => birthDate !== undefined),
    rule('wrong_format', 'Must be a CURP with a date of the calendar'),
  );

/** Passes a text of the wrong structure: the pattern has refused it already, and one message is enough. */
function hasDay<T>(parse: (text: string) => T | undefined, check: (parsed: T) => boolean) {
  return (value: string): boolean => {
    const parsed = parse(value);
    return parsed === undefined || check(parsed);
  };
}

const part = shortText;
type AddressShape = Record<(typeof ADDRESS_PARTS)[number], typeof part>;
const addressShape: AddressShape = {
  street: part,
  exteriorNumber: part,
  interiorNumber: part,
  neighborhood: part,
  municipality: part,
  city: part,
  state: part,
  postalCode: part,
  country: part,
};

/** Personal information, with the checks of every interface. */
export const personalInformationSchema = z.object({
  rfc: z.union([noText, rfc]).nullish(),
  curp: z.union([noText, curp]).nullish(),
  birthOrConstitutionDate: z.union([noText, daySchema]).nullish(),
  nationality: shortText,
  countryOfBirth: shortText,
  civilStatus: shortText,
  economicActivity: text(ACTIVITY_LENGTH_MAX).nullish(),
  address: z.object(addressShape).nullish(),
});
