import { LIST_COMPARISONS, type ListComparison } from '../../domain/screening/comparable.ts';
import type { ScreenedList } from '../../domain/screening/screening.ts';
import { builder } from '../base/builder.ts';
import { enumWord } from '../base/enum-word.ts';

const AsOfOriginEnum = builder.enumType('ListDayOrigin', {
  description: 'Who says of which day a list speaks. v4 `as_of_origin`.',
  values: {
    FILE: { value: 'file', description: 'The list itself. v4 `file`.' },
    OPERATOR: { value: 'operator', description: 'Whoever loaded it. v4 `operator`.' },
    LOADED: { value: 'loaded', description: 'Nobody: it is the day of loading. v4 `loaded`.' },
  } as const,
});

const COMPARISONS: Readonly<Record<ListComparison, string>> = {
  whole: 'All that somebody is found by. v4 `whole`.',
  part: 'A part of the name: it has more words, signs or names than are compared. v4 `part`.',
  nothing:
    'Nothing: there is no name that can be compared, and the list has no identifier of the kinds that were given. v4 `nothing`.',
};

const ListComparisonEnum = builder.enumType('ListComparison', {
  description: 'What of somebody was compared with a list. v4 `comparison`.',
  values: Object.fromEntries(
    LIST_COMPARISONS.map((value) => [enumWord(value), { value, description: COMPARISONS[value] }]),
  ),
});

export const CheckedListType = builder.objectRef<ScreenedList>('CheckedList').implement({
  description:
    'A list that was looked at, as it was on the day that was asked, or that is not loaded. v4 `checked`.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'As `gateway lists` calls it. v4 `list`.' }),
    title: t.exposeString('title', { description: 'As its authority calls it.' }),
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
    comparison: t.field({
      type: ListComparisonEnum,
      nullable: true,
      description:
        'What of somebody was compared with it; null where it is not loaded, for an RFC that is looked up, and for screenings of before it was told. v4 `comparison`.',
      resolve: ({ comparison }) => comparison ?? null,
    }),
    isStale: t.exposeBoolean('isStale', {
      nullable: true,
      description: 'Whether that is too old to rely on; null where it is not loaded. v4 `stale`.',
    }),
  }),
});
