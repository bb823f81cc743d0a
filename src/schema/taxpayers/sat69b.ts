import { LOOKUP_RFCS_MAX, lookUpInput, lookUpRfcsInput } from '../../resolvers/taxpayers/inputs.ts';
import {
  findSat69b,
  findSat69bBatch,
  type Sat69bListing,
} from '../../resolvers/taxpayers/sat69b.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { keyedListCost, USUALLY_EMPTY_LIST_COST } from '../limits/field-cost.ts';
import { CheckedListType } from '../lists/checked-list.ts';
import { CANDIDATES, CANDIDATES_COUNT, ListCandidateType, lookUpCost } from './list-candidate.ts';
import { LookUpRfcInput } from './look-up-input.ts';
import {
  Sat69bRowType,
  Sat69bStandingEnum,
  Sat69bVersionType,
  WORST_STATUS_RULE,
} from './sat69b-row.ts';

const MIXED_STATUSES =
  'True when several procedures against the taxpayer have different statuses. v4: `mixed`.';

const Sat69bListingType = builder.objectRef<Sat69bListing>('Sat69bListing').implement({
  description:
    'Result of a look-up in the lists that the SAT publishes under articles 69-B and 69-B Bis of the CFF. v4: `data` of the look-up.',
  fields: (t) => ({
    rfc: t.exposeString('rfc', {
      nullable: true,
      description:
        'RFC in capital letters, without whitespace, `-`, `.` and `/`. Null for a look-up by name only. v4: `rfc`.',
    }),
    isListed: t.exposeBoolean('isListed', {
      nullable: true,
      description:
        'True when a list contains the RFC, false when both lists are loaded and neither contains it. Null when one list is not loaded and no loaded list contains it, and for a look-up by name only. v4: `listed`.',
    }),
    verdict: t.expose('verdict', {
      type: Sat69bStandingEnum,
      nullable: true,
      description: `Worst status of all procedures. ${WORST_STATUS_RULE}, and for a look-up by name only. v4: \`verdict\`.`,
    }),
    isAdverse: t.exposeBoolean('isAdverse', {
      nullable: true,
      description:
        'True when the verdict is DEFINITIVE, PRESUMED or BIS_DEFINITIVE. Null when the verdict is null. v4: `adverse`.',
    }),
    isMixed: t.exposeBoolean('isMixed', { description: MIXED_STATUSES }),
    rows: t.expose('rows', {
      type: [Sat69bRowType],
      complexity: USUALLY_EMPTY_LIST_COST,
      description:
        'Procedures against the taxpayer at the requested date, grouped by list. v4: `rows`.',
    }),
    timeline: t.expose('timeline', {
      type: [Sat69bVersionType],
      complexity: USUALLY_EMPTY_LIST_COST,
      description:
        'Versions of each procedure up to the requested date, including procedures that are no longer listed. v4: `timeline`.',
    }),
    candidates: t.expose('candidates', {
      type: [ListCandidateType],
      complexity: USUALLY_EMPTY_LIST_COST,
      description: CANDIDATES,
    }),
    candidatesCount: t.exposeInt('candidatesCount', { description: CANDIDATES_COUNT }),
    checked: t.expose('checked', {
      type: [CheckedListType],
      complexity: USUALLY_EMPTY_LIST_COST,
      description:
        'State of both lists at the requested date, including a list that is not loaded. v4: `checked`.',
    }),
  }),
});

builder.queryFields((t) => ({
  sat69b: t.field({
    type: Sat69bListingType,
    description:
      'Result of looking up an RFC or a name in the lists that the SAT publishes under articles 69-B and 69-B Bis of the Código Fiscal de la Federación (CFF). Fails with LIST_UNAVAILABLE when neither list is loaded for the requested date, and with OPERATION_IN_PROGRESS when the lists change during three attempts to search for a name. Requires scope `list:read`. v4: POST /api/v4/blacklist/sat69b.',
    args: {
      input: t.arg({
        type: LookUpRfcInput,
        required: true,
        description: 'RFC or name to look up, and the requested date.',
        validate: { schema: createChecks(lookUpInput) },
      }),
    },
    complexity: lookUpCost,
    resolve: async (_root, { input }, ctx) => await findSat69b(ctx, input),
  }),
  sat69bBatch: t.field({
    type: [Sat69bListingType],
    description:
      'Results of looking up at most 5000 RFCs in the lists that the SAT publishes under articles 69-B and 69-B Bis of the CFF, in the order of the input. One invalid RFC fails the whole request with VALIDATION_FAILED. Fails with LIST_UNAVAILABLE when no list is loaded for the requested date, and with LIMIT_EXCEEDED when the result has more than 50,000 versions of list entries. Requires scope `list:read`. v4: POST /api/v4/blacklist/sat69b, once for each RFC.',
    args: {
      rfcs: t.arg.stringList({ required: true, description: 'RFCs to look up, at most 5000.' }),
      asOf: t.arg({
        type: 'Date',
        description:
          'Requested date: the lists are searched as of this date, which is not in the future. Defaults to today. v4: `as_of`.',
      }),
    },
    complexity: ({ rfcs }) => keyedListCost(rfcs, LOOKUP_RFCS_MAX),
    validate: { schema: createChecks(lookUpRfcsInput) },
    resolve: async (_root, args, ctx) => await findSat69bBatch(ctx, args),
  }),
}));
