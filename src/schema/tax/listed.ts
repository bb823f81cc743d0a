import { findListed, type Listed } from '../../resolvers/taxpayers/find-listed.ts';
import { builder } from '../base/builder.ts';
import { Sat69bStandingEnum } from '../taxpayers/sat69b-row.ts';
import { RfcValidationType } from './validate-rfc.ts';

const ListedType = builder.objectRef<Listed>('RfcListed').implement({
  description:
    'Summary of the entries of an RFC in the lists of the SAT. v4: the members of `listed`.',
  fields: (t) => ({
    sat69: t.exposeBoolean('sat69', {
      nullable: true,
      description:
        'True when the RFC is in a list of article 69. Null when no loaded list has it and some list is not loaded. v4: `sat69`.',
    }),
    sat69b: t.expose('sat69b', {
      type: Sat69bStandingEnum,
      nullable: true,
      description:
        'Worst standing by articles 69-B and 69-B Bis, as `verdict` of Query.sat69b. Null when a list that might state a worse standing is not loaded. v4: `sat69b`.',
    }),
  }),
});

builder.objectField(RfcValidationType, 'listed', (t) =>
  t.field({
    type: ListedType,
    nullable: true,
    description:
      'Entries of the RFC in the lists of the SAT as of today. Null without scope `list:read`, for an invalid or generic RFC, and when the lists give no result. v4: `listed`, when `include_listed` is sent.',
    resolve: async ({ normalized }, _args, ctx) => await findListed(ctx, normalized),
  }),
);
