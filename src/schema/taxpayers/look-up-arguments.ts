import { builder } from '../base/builder.ts';
import { PersonType } from '../business/participant.ts';

/** The argument of both look-ups of one taxpayer. */
export const LookUpRfcInput = builder.inputType('LookUpRfcInput', {
  description:
    'An RFC or a name, or both, that is looked up in lists: one must be given. Nothing of it is kept.',
  fields: (t) => ({
    rfc: t.string({
      description:
        'At most 64 characters; case, blanks, `-`, `.` and `/` do not matter. Not XAXX010101000 or XEXX010101000, which stand for nobody in particular. v4 `rfc`.',
    }),
    name: t.string({
      description:
        'The whole name: 3 letters or digits at least, 500 characters at most. Nobody is unlisted by it: it finds candidates. v4 `nombre`.',
    }),
    personType: t.field({
      type: PersonType,
      description:
        'How the name is compared; left out, nothing is taken for granted. v4 `tipo_per`.',
    }),
    asOf: t.field({
      type: 'Date',
      description: 'The day whose lists are asked, none to come; today by default. v4 `as_of`.',
    }),
  }),
});
