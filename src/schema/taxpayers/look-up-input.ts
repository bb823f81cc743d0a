import { builder } from '../base/builder.ts';
import { PersonType } from '../business/participant.ts';

/** Input of the queries that look up one taxpayer. */
export const LookUpRfcInput = builder.inputType('LookUpRfcInput', {
  description:
    'RFC or name of a taxpayer to look up in lists. At least one of `rfc` and `name` is required. When both are given, the RFC determines the result and the name adds candidates. The input is not stored.',
  fields: (t) => ({
    rfc: t.string({
      description:
        'RFC of the taxpayer, at most 64 characters. Case, whitespace, `-`, `.` and `/` are ignored. The generic RFCs XAXX010101000 and XEXX010101000 are rejected. v4: `rfc`.',
    }),
    name: t.string({
      description:
        'Full name of the taxpayer: at least 3 letters or digits, at most 500 characters. A look-up by name returns candidates only; it never shows that a taxpayer is absent from the lists. v4: `nombre`.',
    }),
    personType: t.field({
      type: PersonType,
      description:
        'Type of person: natural person or legal entity. When omitted, the name is compared as both. v4: `tipo_per`.',
    }),
    asOf: t.field({
      type: 'Date',
      description:
        'Requested date: the lists are searched as of this date, which is not in the future. Defaults to today. v4: `as_of`.',
    }),
  }),
});
