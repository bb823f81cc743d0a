import { LIST_FAMILIES, type ListFamily } from '../../domain/lists/list-source.ts';
import {
  countWatchLists,
  listWatchLists,
  listWatchListsInput,
  WATCH_LIST_PAGES,
  type WatchList,
} from '../../resolvers/screening/list-watch-lists.ts';
import { checksOf } from '../../validate.ts';
import { builder } from '../base/builder.ts';
import { countedConnection } from '../base/counted-connection.ts';
import { enumWord } from '../base/enum-word.ts';
import { pageCost } from '../limits/field-cost.ts';
import { CheckedListType } from './checked-list.ts';

const FAMILIES: Readonly<Record<ListFamily, string>> = {
  ofac: 'Of the OFAC of the United States. Not in v4.',
  un: 'Of the Security Council of the United Nations. Not in v4.',
  pep: 'People who hold public office. Not in v4.',
  sat69: 'Of article 69 of the Código Fiscal de la Federación. Not in v4.',
  sat69b: 'Of its articles 69-B and 69-B Bis. Not in v4.',
  sfp: 'Suppliers that may not be hired. Not in v4.',
  own: 'The service’s own. Not in v4.',
};

const ListFamilyEnum = builder.enumType('ListFamily', {
  description: 'What lists stand together.',
  values: Object.fromEntries(
    LIST_FAMILIES.map((value) => [enumWord(value), { value, description: FAMILIES[value] }]),
  ),
});

const WatchListType = builder.objectRef<WatchList>('WatchList').implement({
  description: 'A list in which people and companies are looked for, loaded or not.',
  fields: (t) => ({
    state: t.field({
      type: CheckedListType,
      description: 'How it is today. Not in v4.',
      resolve: (list) => list,
    }),
    family: t.expose('family', {
      type: ListFamilyEnum,
      description: 'What it stands together with. Not in v4.',
    }),
    authority: t.exposeString('authority', {
      nullable: true,
      description: 'Who publishes it; null for the service’s own. Not in v4.',
    }),
  }),
});

const WatchListFilter = builder.inputType('WatchListFilter', {
  description: 'All that is given must hold.',
  fields: (t) => ({
    family: t.field({ type: ListFamilyEnum, description: 'Of this family. Not in v4.' }),
    isLoaded: t.boolean({ description: 'Whether anything of it is loaded. Not in v4.' }),
    isStale: t.boolean({ description: 'Whether it is too old to rely on. Not in v4.' }),
  }),
});

const WatchListConnection = countedConnection(WatchListType, 'WatchList');

builder.queryField('watchLists', (t) =>
  t.field({
    type: WatchListConnection,
    description:
      'Every list that all services share, loaded or not, and the service’s own; by code. Pages of 50, at most 100. Needs the scope list:read. Not in v4.',
    complexity: (args) => pageCost(args, WATCH_LIST_PAGES),
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({ type: WatchListFilter, description: 'Which lists; all, left out.' }),
    },
    validate: { schema: checksOf(listWatchListsInput) },
    resolve: async (_root, args, ctx) => {
      const count = async () => await countWatchLists(ctx, args.filter);
      return Object.assign(await listWatchLists(ctx, args), { count });
    },
  }),
);
