import { findListed, type Listed } from '../../resolvers/taxpayers/find-listed.ts';
import { builder } from '../base/builder.ts';
import { Sat69bStandingEnum } from '../taxpayers/sat69b-row.ts';
import { RfcValidationType } from './validate-rfc.ts';

const ListedType = builder.objectRef<Listed>('RfcListed').implement({
  description: 'What the lists of the SAT say of an RFC, in short. v4: the members of `listed`.',
  fields: (t) => ({
    sat69: t.exposeBoolean('sat69', {
      nullable: true,
      description:
        'Whether it stands in a list of article 69; null where it stands in none that is loaded, but not all are. v4 `sat69`.',
    }),
    sat69b: t.expose('sat69b', {
      type: Sat69bStandingEnum,
      nullable: true,
      description:
        'The worst that articles 69-B and 69-B Bis say, as `sat69b` has it; null where a list is not loaded that might say worse. v4 `sat69b`.',
    }),
  }),
});

builder.objectField(RfcValidationType, 'listed', (t) =>
  t.field({
    type: ListedType,
    nullable: true,
    description:
      'What the lists of the SAT say of it today; null without the scope `list:read`, of what is no RFC or stands for nobody in particular, and where nothing is known. v4 `listed`, where `include_listed` is sent.',
    resolve: async ({ normalized }, _args, ctx) => await findListed(ctx, normalized),
  }),
);
