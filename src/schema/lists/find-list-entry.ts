import {
  type EntryOnDay,
  findListEntry,
  listEntryInput,
} from '../../resolvers/screening/find-list-entry.ts';
import { checksOf } from '../../validate.ts';
import { builder } from '../base/builder.ts';
import { ListEntryType } from './list-entry.ts';

const ListEntryVersion = builder
  .objectRef<EntryOnDay['versions'][number]>('ListEntryVersion')
  .implement({
    description: 'How an entry stood, and from when until when.',
    fields: (t) => ({
      name: t.exposeString('name', { description: 'What it was called.' }),
      status: t.exposeString('status', {
        nullable: true,
        description: 'The authority’s word for where the matter stood.',
      }),
      heldFrom: t.expose('heldFrom', {
        type: 'Date',
        description: 'The day of the first list that said so.',
      }),
      heldUntil: t.expose('heldUntil', {
        type: 'Date',
        nullable: true,
        description: 'The day of the first list that no longer did; null where it still does.',
      }),
    }),
  });

const ListEntryOnDay = builder.objectRef<EntryOnDay>('ListEntryOnDay').implement({
  description: 'An entry of a list as it stands on a day, and how it stood on others.',
  fields: (t) => ({
    entry: t.expose('entry', {
      type: ListEntryType,
      description: 'The entry on the day that was asked.',
    }),
    versions: t.expose('versions', {
      type: [ListEntryVersion],
      description: 'Each version, the newest first; at most 200.',
    }),
  }),
});

builder.queryField('listEntry', (t) =>
  t.field({
    type: ListEntryOnDay,
    nullable: true,
    description:
      'An entry of a list that all services share or of one of the service’s own. Null where the list has none of that key on that day; where it is not loaded for that day it is the error LIST_UNAVAILABLE, and what is no list is refused. Needs the scope list:read.',
    args: {
      list: t.arg.string({ required: true, description: 'As `gateway lists` calls it.' }),
      key: t.arg.string({ required: true, description: 'What the list knows it by.' }),
      asOf: t.arg({ type: 'Date', description: 'The day, none to come; today, left out.' }),
    },
    validate: { schema: checksOf(listEntryInput) },
    resolve: async (_root, args, ctx) => await findListEntry(ctx, args),
  }),
);
