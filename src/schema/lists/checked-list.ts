import type { ToldList } from '../../domain/lists/list-on-day.ts';
import { builder } from '../base/builder.ts';

const AsOfOriginEnum = builder.enumType('ListDayOrigin', {
  description: 'Who says of which day a list speaks. v4 `as_of_origin`.',
  values: {
    FILE: { value: 'file', description: 'The list itself. v4 `file`.' },
    OPERATOR: { value: 'operator', description: 'Whoever loaded it. v4 `operator`.' },
    LOADED: { value: 'loaded', description: 'Nobody: it is the day of loading. v4 `loaded`.' },
  } as const,
});

export const CheckedListType = builder.objectRef<ToldList>('CheckedList').implement({
  description:
    'A list that was looked at, as it was on the day that was asked, or that is not loaded. v4 `checked`.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'As `gateway lists` calls it. v4 `list`.' }),
    title: t.exposeString('title', { description: 'As its authority calls it. Not in v4.' }),
    isLoaded: t.exposeBoolean('isLoaded', {
      description:
        'False where nothing is known of it on that day; the rest is null then. v4 `loaded`.',
    }),
    asOf: t.expose('asOf', {
      type: 'Date',
      nullable: true,
      description: 'The day of which it speaks; null where it is not loaded. v4 `as_of`.',
    }),
    asOfOrigin: t.expose('asOfOrigin', {
      type: AsOfOriginEnum,
      nullable: true,
      description: 'Who says so; null where it is not loaded. v4 `as_of_origin`.',
    }),
    sha256: t.exposeString('sha256', {
      nullable: true,
      description:
        'Of the bytes that were loaded, in hexadecimal; null where it is not loaded. v4 `sha256`.',
    }),
    rows: t.exposeInt('rows', {
      nullable: true,
      description:
        'How many rows it has, without those that the authority blanked out; null where it is not loaded. v4 `rows`.',
    }),
    ageDays: t.exposeInt('ageDays', {
      nullable: true,
      description:
        'How old it was on the day that was asked: since the day of which it says itself to speak, or else since it was last seen to be current. Null where it is not loaded. v4 `age_days`.',
    }),
    isStale: t.exposeBoolean('isStale', {
      nullable: true,
      description: 'Whether that is too old to rely on; null where it is not loaded. v4 `stale`.',
    }),
  }),
});
