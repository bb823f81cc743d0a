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

import { pageCost } from '../limits/field-cost.ts';
import { CheckedListType } from './checked-list.ts';
import { ListFamilyEnum } from './list-family.ts';

const WatchListType = builder.objectRef<WatchList>('WatchList').implement({
  description: 'A list in which people and companies are looked for, loaded or not.',
  fields: (t) => ({
    state: t.field({
      type: CheckedListType,
      description: 'How it is today.',
      resolve: (list) => list,
    }),
    family: t.expose('family', {
      type: ListFamilyEnum,
      description: 'What it stands together with.',
    }),
    authority: t.exposeString('authority', {
      nullable: true,
      description: 'Who publishes it; null for the service’s own.',
    }),
  }),
});

const WatchListFilter = builder.inputType('WatchListFilter', {
  description: 'All that is given must hold.',
  fields: (t) => ({
    family: t.field({ type: ListFamilyEnum, description: 'Of this family.' }),
    isLoaded: t.boolean({ description: 'Whether anything of it is loaded.' }),
    isStale: t.boolean({ description: 'Whether it is too old to rely on.' }),
  }),
});

const WatchListConnection = countedConnection(WatchListType, 'WatchList');

builder.queryField('watchLists', (t) =>
  t.field({
    type: WatchListConnection,
    description:
      'Every list that all services share, loaded or not, and the service’s own; by code. Pages of 50, at most 100. Needs the scope list:read.',
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
