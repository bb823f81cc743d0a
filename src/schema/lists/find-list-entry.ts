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
    description: 'Version of a list entry, with the period in which it was the current version.',
    fields: (t) => ({
      name: t.exposeString('name', { description: 'Name of the entry in this version.' }),
      status: t.exposeString('status', {
        nullable: true,
        description:
          'Status of the entry as published by the authority. Null when the list states none.',
      }),
      heldFrom: t.expose('heldFrom', {
        type: 'Date',
        description:
          'Date of the first version of the list that contains this version of the entry.',
      }),
      heldUntil: t.expose('heldUntil', {
        type: 'Date',
        nullable: true,
        description:
          'Date of the first version of the list that no longer contains this version of the entry. Null while it is the current version.',
      }),
    }),
  });

const ListEntryOnDay = builder.objectRef<EntryOnDay>('ListEntryOnDay').implement({
  description: 'Entry of a list at a requested date, with its version history.',
  fields: (t) => ({
    entry: t.expose('entry', {
      type: ListEntryType,
      description: 'Version of the entry at the requested date.',
    }),
    versions: t.expose('versions', {
      type: [ListEntryVersion],
      description: 'Newest 200 versions of the entry, including `entry`, newest first.',
    }),
  }),
});

builder.queryField('listEntry', (t) =>
  t.field({
    type: ListEntryOnDay,
    nullable: true,
    description:
      'Entry of a list that all services share, or of a list of the service itself. Null when the entry was not in the list at the requested date; only its newest 200 versions are searched. Fails with LIST_UNAVAILABLE when the list is not loaded for that date. Fails with VALIDATION_FAILED for a future date, and for an unknown list code. Requires scope `list:read`.',
    args: {
      list: t.arg.string({
        required: true,
        description: 'Code of the list (`CheckedList.code`).',
      }),
      key: t.arg.string({
        required: true,
        description: 'Key of the entry in its list (`ListEntry.key`).',
      }),
      asOf: t.arg({
        type: 'Date',
        description:
          'Requested date: the version of the entry at this date is returned. Not in the future. Defaults to today.',
      }),
    },
    validate: { schema: createChecks(listEntryInput) },
    resolve: async (_root, args, ctx) => await findListEntry(ctx, args),
  }),
);
