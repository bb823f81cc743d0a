import { builder } from '../base/builder.ts';
import { PersonType } from '../business/participant.ts';

/** Input of the queries that look one taxpayer up. */
export const LookUpRfcInput = builder.inputType('LookUpRfcInput', {
  description:
    'Taxpayer to look up in lists, by RFC, by name, or by both. At least one of `rfc` and `name` is required. The input is not stored.',
  fields: (t) => ({
    rfc: t.string({
      description:
        'RFC of the taxpayer, at most 64 characters. Case, whitespace, `-`, `.` and `/` are ignored. The generic RFCs XAXX010101000 and XEXX010101000 are rejected. v4: `rfc`.',
    }),
    name: t.string({
      description:
        'Full name of the taxpayer: at least 3 letters or digits, at most 500 characters. A name finds candidates and never proves that a taxpayer is not listed. v4: `nombre`.',
    }),
    personType: t.field({
      type: PersonType,
      description:
        'Type of person that the name is compared as. When omitted, the name is compared as either. v4: `tipo_per`.',
    }),
    asOf: t.field({
      type: 'Date',
      description:
        'List date: the lists are searched as of this day, which is not in the future. Defaults to today. v4: `as_of`.',
    }),
  }),
});
