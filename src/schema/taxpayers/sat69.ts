import { LOOKUP_RFCS_MAX, lookUpInput, lookUpRfcsInput } from '../../resolvers/taxpayers/inputs.ts';
import {
  findSat69,
  findSat69Batch,
  type Sat69Entry,
  type Sat69Listing,
} from '../../resolvers/taxpayers/sat69.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { keyedListCost, USUALLY_EMPTY_LIST_COST } from '../limits/field-cost.ts';
import { CheckedListType } from '../lists/checked-list.ts';
import { CANDIDATES, CANDIDATES_COUNT, ListCandidateType, lookUpCost } from './list-candidate.ts';
import { LookUpRfcInput } from './look-up-input.ts';

const Sat69EntryType = builder.objectRef<Sat69Entry>('Sat69Entry').implement({
  description:
    'Row of a list that the SAT publishes under article 69 of the CFF, with the values as published. Fields that the list does not state are null. v4: an element of `lists`.',
  fields: (t) => ({
    list: t.exposeString('list', {
      description: 'Code of the list (`CheckedList.code`). v4: `list`.',
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
        'Date of publication: YYYY-MM-DD, or the published text when it is not a date. Null when the list states none. v4: `fecha_publicacion`.',
    }),
    amount: t.exposeString('amount', {
      nullable: true,
      description:
        'Amount in Mexican pesos as published. Null when the list states none. v4: `monto`.',
    }),
    cancelledOn: t.exposeString('cancelledOn', {
      nullable: true,
      description:
        'Date when the tax credit was cancelled: YYYY-MM-DD, or the published text when it is not a date. Null when the list states none. v4: `fecha_cancelacion`.',
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
  description:
    'Result of a look-up in the lists that the SAT publishes under article 69 of the CFF. v4: `data` of the look-up.',
  fields: (t) => ({
    rfc: t.exposeString('rfc', {
      nullable: true,
      description:
        'RFC in capital letters, without whitespace, `-`, `.` and `/`. Null for a look-up by name only. v4: `rfc`.',
    }),
    isListed: t.exposeBoolean('isListed', {
      nullable: true,
      description:
        'True when a list contains the RFC, false when all lists are loaded and none contains it. Null when some list is not loaded and no loaded list contains it, and for a look-up by name only. v4: `listed`.',
    }),
    entries: t.expose('entries', {
      type: [Sat69EntryType],
      complexity: USUALLY_EMPTY_LIST_COST,
      description: 'Rows with the RFC, grouped by list. One list may have several. v4: `lists`.',
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
        'State of each list of article 69 at the requested date, including lists that are not loaded. v4: `checked`.',
    }),
  }),
});

builder.queryFields((t) => ({
  sat69: t.field({
    type: Sat69ListingType,
    description:
      'Result of looking up an RFC or a name in the lists that the SAT publishes under article 69 of the Código Fiscal de la Federación (CFF). Fails with LIST_UNAVAILABLE when none of the lists is loaded for the requested date, and with OPERATION_IN_PROGRESS when the lists change during three attempts to search for a name. Requires scope `list:read`. v4: POST /api/v4/blacklist/sat69.',
    args: {
      input: t.arg({
        type: LookUpRfcInput,
        required: true,
        description: 'RFC or name to look up, and the requested date.',
        validate: { schema: createChecks(lookUpInput) },
      }),
    },
    complexity: lookUpCost,
    resolve: async (_root, { input }, ctx) => await findSat69(ctx, input),
  }),
  sat69Batch: t.field({
    type: [Sat69ListingType],
    description:
      'Results of looking up at most 5000 RFCs in the lists that the SAT publishes under article 69 of the CFF, in the order of the input. One invalid RFC fails the whole request with VALIDATION_FAILED. Fails with LIST_UNAVAILABLE when no list is loaded for the requested date, and with LIMIT_EXCEEDED when the result has more than 50,000 versions of list entries. Requires scope `list:read`. v4: POST /api/v4/blacklist/sat69, once for each RFC.',
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
    resolve: async (_root, args, ctx) => await findSat69Batch(ctx, args),
  }),
}));
