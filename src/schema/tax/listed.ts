import {
  findListSummary,
  type RfcListSummary,
} from '../../resolvers/taxpayers/find-list-summary.ts';
import { builder } from '../base/builder.ts';
import { Sat69bStandingEnum, WORST_STATUS_RULE } from '../taxpayers/sat69b-row.ts';
import { RfcValidationType } from './validate-rfc.ts';

const ListedType = builder.objectRef<RfcListSummary>('RfcListed').implement({
  description: 'Summary of the lists of the SAT that contain an RFC. v4: the members of `listed`.',
  fields: (t) => ({
    sat69: t.exposeBoolean('sat69', {
      nullable: true,
      description:
        'True when a list of article 69 of the CFF contains the RFC, false when all these lists are loaded and none contains it. Null when some list is not loaded and no loaded list contains it. v4: `sat69`.',
    }),
    sat69b: t.expose('sat69b', {
      type: Sat69bStandingEnum,
      nullable: true,
      description: `Worst status of all procedures under articles 69-B and 69-B Bis of the CFF (\`Sat69bListing.verdict\`). ${WORST_STATUS_RULE}. v4: \`sat69b\`.`,
    }),
  }),
});

builder.objectField(RfcValidationType, 'listed', (t) =>
  t.field({
    type: ListedType,
    nullable: true,
    description:
      'Summary of the lists of the SAT that contain the RFC today. Null without scope `list:read`, for an invalid or generic RFC, and when too few lists are loaded for any result. v4: `listed`, when `include_listed` is sent.',
    resolve: async ({ normalized }, _args, ctx) => await findListSummary(ctx, normalized),
  }),
);
