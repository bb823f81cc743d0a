import { LIST_COMPARISONS, type ListComparison } from '../../domain/screening/comparable.ts';
import type { ScreenedList } from '../../domain/screening/screening.ts';
import { builder } from '../base/builder.ts';
import { enumWord } from '../base/enum-word.ts';

const AsOfOriginEnum = builder.enumType('ListDayOrigin', {
  description: 'Source of the list date. v4: `as_of_origin`.',
  values: {
    FILE: { value: 'file', description: 'Date stated by the list itself. v4: `file`.' },
    OPERATOR: {
      value: 'operator',
      description: 'Date stated by the operator who loaded the list. v4: `operator`.',
    },
    LOADED: {
      value: 'loaded',
      description:
        'Day is unknown: neither the list nor the operator states it. `asOf` is null, and the list counts from the day of loading. v4: `loaded`.',
    },
  } as const,
});

const COMPARISONS: Readonly<Record<ListComparison, string>> = {
  whole: 'Full comparison, by name or by identifier. v4: `whole`.',
  part: 'Partial comparison: the name has more words, characters or names than are compared. v4: `part`.',
  nothing:
    'No comparison: no name can be compared, and the list has no identifier of the kinds that the subject has. v4: `nothing`.',
};

const ListComparisonEnum = builder.enumType('ListComparison', {
  description: 'Extent to which a subject was compared with a list. v4: `comparison`.',
  values: Object.fromEntries(
    LIST_COMPARISONS.map((value) => [enumWord(value), { value, description: COMPARISONS[value] }]),
  ),
});

export const CheckedListType = builder.objectRef<ScreenedList>('CheckedList').implement({
  description:
    'List that was searched, as of the requested list date, or a list that is not loaded. v4: `checked`.',
  fields: (t) => ({
    code: t.exposeString('code', {
      description: 'Code of the list, as in `gateway lists`. v4: `list`.',
    }),
    title: t.exposeString('title', { description: 'Title that the authority gives the list.' }),
    isLoaded: t.exposeBoolean('isLoaded', {
      description:
        'True when the list is loaded for the list date. Otherwise all fields except code and title are null. v4: `loaded`.',
    }),
    asOf: t.expose('asOf', {
      type: 'Date',
      nullable: true,
      description:
        'Own day of the list, stated by the list itself or by the operator. Null when that day is unknown or the list is not loaded. v4: `as_of`.',
    }),
    asOfOrigin: t.expose('asOfOrigin', {
      type: AsOfOriginEnum,
      nullable: true,
      description: 'Source of the list date. Null when the list is not loaded. v4: `as_of_origin`.',
    }),
    sourceSeenAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Last successful fetch that found this version as the newest one of its source. Null when no fetch has, as for imported files, or the list is not loaded. v4: `source_seen_at`.',
      resolve: ({ sourceSeenAt }) => (sourceSeenAt === null ? null : new Date(sourceSeenAt)),
    }),
    sha256: t.exposeString('sha256', {
      nullable: true,
      description:
        'SHA-256 of the loaded bytes, in hexadecimal. Null when the list is not loaded. v4: `sha256`.',
    }),
    rows: t.exposeInt('rows', {
      nullable: true,
      description:
        'Number of rows, without rows that the authority blanked out. Null when the list is not loaded. v4: `rows`.',
    }),
    ageDays: t.exposeInt('ageDays', {
      nullable: true,
      description:
        'Age of the list on the requested day, in days since its own day. Null when that day is unknown or the list is not loaded. v4: `age_days`.',
    }),
  }),
});

builder.objectFields(CheckedListType, (t) => ({
  comparison: t.field({
    type: ListComparisonEnum,
    nullable: true,
    description:
      'Extent to which the subject was compared with the list. Null when the list is not loaded, for an RFC look-up, and for screenings stored before this was recorded. v4: `comparison`.',
    resolve: ({ comparison }) => comparison ?? null,
  }),
  isStale: t.exposeBoolean('isStale', {
    nullable: true,
    description:
      'True when neither the own day of the list nor a fetch shows that the list is current, also when both are unknown. Null when the list is not loaded. v4: `stale`.',
  }),
}));
