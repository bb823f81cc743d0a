import {
  type EntryOnDay,
  findListEntry,
  listEntryInput,
} from '../../resolvers/screening/find-list-entry.ts';
import { createChecks } from '../../validation/validate.ts';
import { builder } from '../base/builder.ts';
import { ListEntryType } from './list-entry.ts';

const ListEntryVersion = builder
  .objectRef<EntryOnDay['versions'][number]>('ListEntryVersion')
  .implement({
    description: 'Version of a list entry, with the time it was in force.',
    fields: (t) => ({
      name: t.exposeString('name', { description: 'Name of the entry in this version.' }),
      status: t.exposeString('status', {
        nullable: true,
        description: 'Status in the words of the authority. Null when the list states none.',
      }),
      heldFrom: t.expose('heldFrom', {
        type: 'Date',
        description: 'Date of the first list snapshot with this version.',
      }),
      heldUntil: t.expose('heldUntil', {
        type: 'Date',
        nullable: true,
        description:
          'Date of the first list snapshot without this version. Null when the version is in force.',
      }),
    }),
  });

const ListEntryOnDay = builder.objectRef<EntryOnDay>('ListEntryOnDay').implement({
  description: 'List entry as of a day, with its other versions.',
  fields: (t) => ({
    entry: t.expose('entry', {
      type: ListEntryType,
      description: 'Entry as of the requested day.',
    }),
    versions: t.expose('versions', {
      type: [ListEntryVersion],
      description: 'Versions of the entry, newest first, at most 200.',
    }),
  }),
});

builder.queryField('listEntry', (t) =>
  t.field({
    type: ListEntryOnDay,
    nullable: true,
    description:
      'Returns an entry of a list shared by all services, or of a list of the service itself. Null when the list has no entry with the key on the day. Fails with LIST_UNAVAILABLE when the list is not loaded for the day. Rejects an unknown list. Requires scope `list:read`.',
    args: {
      list: t.arg.string({
        required: true,
        description: 'Code of the list, as in `gateway lists`.',
      }),
      key: t.arg.string({ required: true, description: 'Key of the entry in its list.' }),
      asOf: t.arg({
        type: 'Date',
        description: 'Day as of which the entry is returned, not in the future. Defaults to today.',
      }),
    },
    validate: { schema: createChecks(listEntryInput) },
    resolve: async (_root, args, ctx) => await findListEntry(ctx, args),
  }),
);
