import { z } from 'zod';
import { ADDRESS_PARTS } from '../../domain/personal-information.ts';
import { text } from '../common-inputs.ts';

const TEXT_LENGTH_MAX = 200;
const ACTIVITY_LENGTH_MAX = 1000;

/** Null and empty text mean that there is none; absent means that it stays as it is. */
const optionalText = text(TEXT_LENGTH_MAX).nullish();
const none = z.literal('');

/** The structure is checked, as a tax authority writes it; whether the check digit is right is not asked. */
const rfc = text(13).regex(/^[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{2}[0-9A]$/, { message: 'Must be an RFC' });
const curp = text(18).regex(/^[A-Z][AEIOUX][A-Z]{2}\d{6}[HMX][A-Z]{5}[A-Z0-9]\d$/, {
  message: 'Must be a CURP',
});
/** PostgreSQL and JavaScript know no year 0. */
const date = z.iso.date().refine((value) => !value.startsWith('0000'), {
  message: 'There is no year 0',
});

const part = optionalText;
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

/** What is captured of a person; every way in has these checks. */
export const personalInformationSchema = z.object({
  rfc: z.union([none, rfc]).nullish(),
  curp: z.union([none, curp]).nullish(),
  birthOrConstitutionDate: z.union([none, date]).nullish(),
  nationality: optionalText,
  countryOfBirth: optionalText,
  civilStatus: optionalText,
  economicActivity: text(ACTIVITY_LENGTH_MAX).nullish(),
  address: z.object(addressShape).nullish(),
});
