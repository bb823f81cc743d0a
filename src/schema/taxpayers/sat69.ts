import { LOOKUP_RFCS_MAX, lookUpInput, lookUpRfcsInput } from '../../resolvers/taxpayers/inputs.ts';
import {
  findSat69,
  findSat69Batch,
  type Sat69Entry,
  type Sat69Listing,
} from '../../resolvers/taxpayers/sat69.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { namedListCost, RARE_LIST_COST } from '../limits/field-cost.ts';
import { CheckedListType } from '../lists/checked-list.ts';
import { CANDIDATES, CANDIDATES_COUNT, ListCandidateType, lookUpCost } from './list-candidate.ts';
import { LookUpRfcInput } from './look-up-arguments.ts';

const Sat69EntryType = builder.objectRef<Sat69Entry>('Sat69Entry').implement({
  description:
    'Row of a list of article 69, in the words of the SAT. Null fields are not stated by the list. v4: an element of `lists`.',
  fields: (t) => ({
    list: t.exposeString('list', {
      description: 'Code of the list, as in `gateway lists`. v4: `list`.',
    }),
    supposition: t.exposeString('supposition', {
      nullable: true,
      description:
        'Legal ground of the listing (supuesto). Null when the list states none. v4: `supuesto`.',
    }),
    name: t.exposeString('name', { description: 'Name of the taxpayer. v4: `nombre`.' }),
    state: t.exposeString('state', {
      nullable: true,
      description:
        'Federal state of the taxpayer. Null when the list states none. v4: `entidad_federativa`.',
    }),
    publishedOn: t.exposeString('publishedOn', {
      nullable: true,
      description:
        'Date of publication as YYYY-MM-DD, or the published text when it is not a date. Null when the list states none. v4: `fecha_publicacion`.',
    }),
    amount: t.exposeString('amount', {
      nullable: true,
      description:
        'Amount in Mexican pesos, as published. Null when the list states none. v4: `monto`.',
    }),
    cancelledOn: t.exposeString('cancelledOn', {
      nullable: true,
      description:
        'Date of cancellation of the tax credit as YYYY-MM-DD, or the published text when it is not a date. Null when the list states none. v4: `fecha_cancelacion`.',
    }),
    fiscalYear: t.exposeString('fiscalYear', {
      nullable: true,
      description:
        'Fiscal year of the listing (ejercicio). Null when the list states none. v4: `ejercicio`.',
    }),
    period: t.exposeString('period', {
      nullable: true,
      description:
        'Period of the listing (periodo). Null when the list states none. v4: `periodo`.',
    }),
  }),
});

const Sat69ListingType = builder.objectRef<Sat69Listing>('Sat69Listing').implement({
  description: 'Entries of an RFC in the lists of article 69. v4: `data` of the look-up.',
  fields: (t) => ({
    rfc: t.exposeString('rfc', {
      nullable: true,
      description:
        'RFC in capital letters, without whitespace, `-`, `.` and `/`. Null when only a name was looked up. v4: `rfc`.',
    }),
    isListed: t.exposeBoolean('isListed', {
      nullable: true,
      description:
        'True when a list has the RFC, false when every list is loaded and none has it. Null when no loaded list has it and some list is not loaded, and when only a name was looked up. v4: `listed`.',
    }),
    entries: t.expose('entries', {
      type: [Sat69EntryType],
      complexity: RARE_LIST_COST,
      description: 'Rows of the RFC, list by list. One list may have several. v4: `lists`.',
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
      description: 'Searched lists, including lists that are not loaded. v4: `checked`.',
    }),
  }),
});

builder.queryFields((t) => ({
  sat69: t.field({
    type: Sat69ListingType,
    description:
      'Looks an RFC or a name up in the lists of article 69 of the SAT. Fails with LIST_UNAVAILABLE when none of the lists is loaded for the list date. v4: POST /api/v4/blacklist/sat69.',
    args: {
      input: t.arg({
        type: LookUpRfcInput,
        required: true,
        description: 'RFC or name to look up, and list date.',
        validate: { schema: createChecks(lookUpInput) },
      }),
    },
    complexity: lookUpCost,
    resolve: async (_root, { input }, ctx) => await findSat69(ctx, input),
  }),
  sat69Batch: t.field({
    type: [Sat69ListingType],
    description:
      'Looks at most 5000 RFCs up in the lists of article 69 of the SAT, in the order of the input. An RFC that breaks a rule rejects the whole request. v4: POST /api/v4/blacklist/sat69, once for each.',
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
    resolve: async (_root, args, ctx) => await findSat69Batch(ctx, args),
  }),
}));
