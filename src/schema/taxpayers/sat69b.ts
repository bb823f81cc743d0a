import { LOOKED_UP_MAX, lookUpInput, lookUpRfcsInput } from '../../resolvers/taxpayers/inputs.ts';
import {
  findSat69b,
  findSat69bBatch,
  type Sat69bListing,
} from '../../resolvers/taxpayers/sat69b.ts';
import { checksOf } from '../../validate.ts';
import { builder } from '../base/builder.ts';
import { namedListCost, RARE_LIST_COST } from '../limits/field-cost.ts';
import { CheckedListType } from '../lists/checked-list.ts';
import { CANDIDATES, CANDIDATES_COUNT, ListCandidateType, lookUpCost } from './list-candidate.ts';
import { LookUpRfcInput } from './look-up-arguments.ts';
import { Sat69bRowType, Sat69bStandingEnum, Sat69bVersionType } from './sat69b-row.ts';

const Sat69bListingType = builder.objectRef<Sat69bListing>('Sat69bListing').implement({
  description:
    'What the lists of articles 69-B and 69-B Bis say of an RFC. v4: `data` of the look-up.',
  fields: (t) => ({
    rfc: t.exposeString('rfc', {
      nullable: true,
      description:
        'In capitals, without blanks, `-`, `.` and `/`; null where only a name was asked for. v4 `rfc`.',
    }),
    isListed: t.exposeBoolean('isListed', {
      nullable: true,
      description:
        'False only where both lists were looked at; null where it stands in none that is loaded, but one is not, and where only a name was asked for. v4 `listed`.',
    }),
    verdict: t.expose('verdict', {
      type: Sat69bStandingEnum,
      nullable: true,
      description:
        'The worst of all rows; null where a list is not loaded that might say worse. v4 `verdict`.',
    }),
    isAdverse: t.exposeBoolean('isAdverse', {
      nullable: true,
      description:
        'Whether that is DEFINITIVE, PRESUMED or BIS_DEFINITIVE; null where the verdict is. v4 `adverse`.',
    }),
    isMixed: t.exposeBoolean('isMixed', {
      description: 'Whether there are several procedures that stand differently. v4 `mixed`.',
    }),
    rows: t.expose('rows', {
      type: [Sat69bRowType],
      complexity: RARE_LIST_COST,
      description: 'Every procedure, list by list, as it stands on the day. v4 `rows`.',
    }),
    timeline: t.expose('timeline', {
      type: [Sat69bVersionType],
      complexity: RARE_LIST_COST,
      description:
        'How each of them stood until the day, also those that are no longer listed. v4 `timeline`.',
    }),
    candidates: t.expose('candidates', {
      type: [ListCandidateType],
      complexity: RARE_LIST_COST,
      description: CANDIDATES,
    }),
    candidatesCount: t.exposeInt('candidatesCount', { description: CANDIDATES_COUNT }),
    checked: t.expose('checked', {
      type: [CheckedListType],
      complexity: RARE_LIST_COST,
      description: 'Both lists, also where one is not loaded. v4 `checked`.',
    }),
  }),
});

builder.queryFields((t) => ({
  sat69b: t.field({
    type: Sat69bListingType,
    description:
      'Looks an RFC or a name up in the SAT’s lists of articles 69-B and 69-B Bis. Where none of them is loaded for that day it is the error LIST_UNAVAILABLE. v4: POST /api/v4/blacklist/sat69b.',
    args: {
      input: t.arg({
        type: LookUpRfcInput,
        required: true,
        description: 'The RFC or the name, and the day.',
        validate: { schema: checksOf(lookUpInput) },
      }),
    },
    complexity: lookUpCost,
    resolve: async (_root, { input }, ctx) => await findSat69b(ctx, input),
  }),
  sat69bBatch: t.field({
    type: [Sat69bListingType],
    description:
      'The same for each of at most 5000, in their order; one that may not be asked refuses all. v4: POST /api/v4/blacklist/sat69b, once for each.',
    args: {
      rfcs: t.arg.stringList({ required: true, description: 'The RFCs, at most 5000.' }),
      asOf: t.arg({
        type: 'Date',
        description: 'The day whose lists are asked, none to come; today by default. v4 `as_of`.',
      }),
    },
    complexity: ({ rfcs }) => namedListCost(rfcs, LOOKED_UP_MAX),
    validate: { schema: checksOf(lookUpRfcsInput) },
    resolve: async (_root, args, ctx) => await findSat69bBatch(ctx, args),
  }),
}));
