import { LOOKUP_RFCS_MAX, lookUpInput, lookUpRfcsInput } from '../../resolvers/taxpayers/inputs.ts';
import {
  findSat69b,
  findSat69bBatch,
  type Sat69bListing,
} from '../../resolvers/taxpayers/sat69b.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { namedListCost, RARE_LIST_COST } from '../limits/field-cost.ts';
import { CheckedListType } from '../lists/checked-list.ts';
import { CANDIDATES, CANDIDATES_COUNT, ListCandidateType, lookUpCost } from './list-candidate.ts';
import { LookUpRfcInput } from './look-up-arguments.ts';
import { Sat69bRowType, Sat69bStandingEnum, Sat69bVersionType } from './sat69b-row.ts';

const Sat69bListingType = builder.objectRef<Sat69bListing>('Sat69bListing').implement({
  description:
    'Entries of an RFC in the lists of articles 69-B and 69-B Bis. v4: `data` of the look-up.',
  fields: (t) => ({
    rfc: t.exposeString('rfc', {
      nullable: true,
      description:
        'RFC in capital letters, without whitespace, `-`, `.` and `/`. Null when only a name was looked up. v4: `rfc`.',
    }),
    isListed: t.exposeBoolean('isListed', {
      nullable: true,
      description:
        'True when a list has the RFC, false when both lists are loaded and neither has it. Null when no loaded list has it and one list is not loaded, and when only a name was looked up. v4: `listed`.',
    }),
    verdict: t.expose('verdict', {
      type: Sat69bStandingEnum,
      nullable: true,
      description:
        'Worst standing of all rows. Null when a list that might state a worse standing is not loaded, and when only a name was looked up. v4: `verdict`.',
    }),
    isAdverse: t.exposeBoolean('isAdverse', {
      nullable: true,
      description:
        'True when the verdict is DEFINITIVE, PRESUMED or BIS_DEFINITIVE. Null when the verdict is null. v4: `adverse`.',
    }),
    isMixed: t.exposeBoolean('isMixed', {
      description: 'True when several procedures have different standings. v4: `mixed`.',
    }),
    rows: t.expose('rows', {
      type: [Sat69bRowType],
      complexity: RARE_LIST_COST,
      description: 'Procedures as of the list date, list by list. v4: `rows`.',
    }),
    timeline: t.expose('timeline', {
      type: [Sat69bVersionType],
      complexity: RARE_LIST_COST,
      description:
        'Versions of each procedure until the list date, including procedures that are no longer listed. v4: `timeline`.',
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
      description: 'Both lists, including a list that is not loaded. v4: `checked`.',
    }),
  }),
});

builder.queryFields((t) => ({
  sat69b: t.field({
    type: Sat69bListingType,
    description:
      'Looks an RFC or a name up in the lists of articles 69-B and 69-B Bis of the SAT. Fails with LIST_UNAVAILABLE when neither list is loaded for the list date. v4: POST /api/v4/blacklist/sat69b.',
    args: {
      input: t.arg({
        type: LookUpRfcInput,
        required: true,
        description: 'RFC or name to look up, and list date.',
        validate: { schema: createChecks(lookUpInput) },
      }),
    },
    complexity: lookUpCost,
    resolve: async (_root, { input }, ctx) => await findSat69b(ctx, input),
  }),
  sat69bBatch: t.field({
    type: [Sat69bListingType],
    description:
      'Looks at most 5000 RFCs up in the lists of articles 69-B and 69-B Bis of the SAT, in the order of the input. An RFC that breaks a rule rejects the whole request. v4: POST /api/v4/blacklist/sat69b, once for each.',
    args: {
      rfcs: t.arg.stringList({ required: true, description: 'RFCs to look up, at most 5000.' }),
      asOf: t.arg({
        type: 'Date',
        description:
          'List date: the lists are searched as of this day, which is not in the future. Defaults to today. v4: `as_of`.',
      }),
    },
    complexity: ({ rfcs }) => namedListCost(rfcs, LOOKUP_RFCS_MAX),
    validate: {
      schema: createChecks(lookUpRfcsInput),
    },
    resolve: async (_root, args, ctx) => await findSat69bBatch(ctx, args),
  }),
}));
