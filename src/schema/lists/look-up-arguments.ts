import { builder } from '../base/builder.ts';

/** The argument of both look-ups of one RFC. */
export const LookUpRfcInput = builder.inputType('LookUpRfcInput', {
  description: 'An RFC that is looked up in lists. Nothing of it is kept.',
  fields: (t) => ({
    rfc: t.string({
      required: true,
      description:
        'At most 64 characters; case, blanks, `-`, `.` and `/` do not matter. Not XAXX010101000 or XEXX010101000, which stand for nobody in particular. v4 `rfc`.',
    }),
    asOf: t.field({
      type: 'Date',
      description: 'The day whose lists are asked, none to come; today by default. v4 `as_of`.',
    }),
  }),
});
