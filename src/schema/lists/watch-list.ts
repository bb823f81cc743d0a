import {
  countWatchLists,
  listWatchLists,
  listWatchListsInput,
  WATCH_LIST_PAGES,
  type WatchList,
} from '../../resolvers/screening/list-watch-lists.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { createCountedConnection } from '../base/counted-connection.ts';
import { pageCost } from '../limits/field-cost.ts';
import { CheckedListType } from './checked-list.ts';
import { ListFamilyEnum } from './list-family.ts';

const WatchListType = builder.objectRef<WatchList>('WatchList').implement({
  description: 'List that persons and companies are screened against, whether or not it is loaded.',
  fields: (t) => ({
    state: t.field({
      type: CheckedListType,
      description: 'State of the list today.',
      resolve: (list) => list,
    }),
    family: t.expose('family', {
      type: ListFamilyEnum,
      description: 'Family that the list belongs to.',
    }),
    authority: t.exposeString('authority', {
      nullable: true,
      description: 'Authority that publishes the list. Null for a list of the service itself.',
    }),
  }),
});

const WatchListFilter = builder.inputType('WatchListFilter', {
  description: 'Filter for lists. All given conditions must match.',
  fields: (t) => ({
    family: t.field({ type: ListFamilyEnum, description: 'Family that the list belongs to.' }),
    isLoaded: t.boolean({
      description: 'True for lists that are loaded today, false for the others.',
    }),
    isStale: t.boolean({
      description:
        'True for lists that may be outdated (`CheckedList.isStale`). False for all others, including lists that are not loaded.',
    }),
  }),
});

const WatchListConnection = createCountedConnection(WatchListType, 'WatchList');

builder.queryField('watchLists', (t) =>
  t.field({
    type: WatchListConnection,
    description:
      'Lists shared by all services and lists of the service itself, whether or not they are loaded, ordered by code. A page has 50 items by default, at most 100. Requires scope `list:read`.',
    complexity: (args) => pageCost(args, WATCH_LIST_PAGES),
    args: {
      ...t.arg.connectionArgs(),
      filter: t.arg({
        type: WatchListFilter,
        description: 'Filter for the lists to return. Defaults to all lists.',
      }),
    },
    validate: { schema: createChecks(listWatchListsInput) },
    resolve: async (_root, args, ctx) => {
      const count = async () => await countWatchLists(ctx, args.filter);
      return Object.assign(await listWatchLists(ctx, args), { count });
    },
  }),
);
