import { LOOKED_UP_MAX, lookUpInput, lookUpRfcsInput } from '../../resolvers/taxpayers/inputs.ts';
import {
  findSat69,
  findSat69Batch,
  type Sat69Entry,
  type Sat69Listing,
} from '../../resolvers/taxpayers/sat69.ts';
import { checksOf } from '../../validate.ts';
import { builder } from '../base/builder.ts';
import { namedListCost, RARE_LIST_COST } from '../limits/field-cost.ts';
import { CheckedListType } from '../lists/checked-list.ts';
import { CANDIDATES, CANDIDATES_COUNT, ListCandidateType, lookUpCost } from './list-candidate.ts';
import { LookUpRfcInput } from './look-up-arguments.ts';

const Sat69EntryType = builder.objectRef<Sat69Entry>('Sat69Entry').implement({
  description:
    'A row of a list of article 69, in the words of the SAT; null is what that list does not say. v4: an element of `lists`.',
  fields: (t) => ({
    list: t.exposeString('list', { description: 'As `gateway lists` calls it. v4 `list`.' }),
    supposition: t.exposeString('supposition', {
      nullable: true,
      description: 'On which ground of the law; null where it says none. v4 `supuesto`.',
    }),
    name: t.exposeString('name', { description: 'The taxpayer’s name. v4 `nombre`.' }),
    state: t.exposeString('state', {
      nullable: true,
      description: 'Null where it says none. v4 `entidad_federativa`.',
    }),
    publishedOn: t.exposeString('publishedOn', {
      nullable: true,
      description:
        'YYYY-MM-DD, or the text where that is no day; null where it says none. v4 `fecha_publicacion`.',
    }),
    amount: t.exposeString('amount', {
      nullable: true,
      description: 'In pesos, as published; null where it says none. v4 `monto`.',
    }),
    cancelledOn: t.exposeString('cancelledOn', {
      nullable: true,
      description:
        'When the credit was cancelled, like publishedOn; null where it says none. v4 `fecha_cancelacion`.',
    }),
    fiscalYear: t.exposeString('fiscalYear', {
      nullable: true,
      description: 'Null where it says none. v4 `ejercicio`.',
    }),
    period: t.exposeString('period', {
      nullable: true,
      description: 'Null where it says none. v4 `periodo`.',
    }),
  }),
});

const Sat69ListingType = builder.objectRef<Sat69Listing>('Sat69Listing').implement({
  description: 'What the lists of article 69 say of an RFC. v4: `data` of the look-up.',
  fields: (t) => ({
    rfc: t.exposeString('rfc', {
      nullable: true,
      description:
        'In capitals, without blanks, `-`, `.` and `/`; null where only a name was asked for. v4 `rfc`.',
    }),
    isListed: t.exposeBoolean('isListed', {
      nullable: true,
      description:
        'False only where every list was looked at; null where it stands in none that is loaded, but some are not, and where only a name was asked for. v4 `listed`.',
    }),
    entries: t.expose('entries', {
      type: [Sat69EntryType],
      complexity: RARE_LIST_COST,
      description: 'Every row, list by list: there may be several of one list. v4 `lists`.',
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
      description: 'Each of the lists, also those that are not loaded. v4 `checked`.',
    }),
  }),
});

builder.queryFields((t) => ({
  sat69: t.field({
    type: Sat69ListingType,
    description:
      'Looks an RFC or a name up in the SAT’s lists of article 69. Where none of them is loaded for that day it is the error LIST_UNAVAILABLE. v4: POST /api/v4/blacklist/sat69.',
    args: {
      input: t.arg({
        type: LookUpRfcInput,
        required: true,
        description: 'The RFC or the name, and the day.',
        validate: { schema: checksOf(lookUpInput) },
      }),
    },
    complexity: lookUpCost,
    resolve: async (_root, { input }, ctx) => await findSat69(ctx, input),
  }),
  sat69Batch: t.field({
    type: [Sat69ListingType],
    description:
      'The same for each of at most 5000, in their order; one that may not be asked refuses all. v4: POST /api/v4/blacklist/sat69, once for each.',
    args: {
      rfcs: t.arg.stringList({ required: true, description: 'The RFCs, at most 5000.' }),
      asOf: t.arg({
        type: 'Date',
        description: 'The day whose lists are asked, none to come; today by default. v4 `as_of`.',
      }),
    },
    complexity: ({ rfcs }) => namedListCost(rfcs, LOOKED_UP_MAX),
    validate: { schema: checksOf(lookUpRfcsInput) },
    resolve: async (_root, args, ctx) => await findSat69Batch(ctx, args),
  }),
}));
