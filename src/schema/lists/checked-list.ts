import { LIST_COMPARISONS, type ListComparison } from '../../domain/screening/comparable.ts';
import type { ScreenedList } from '../../domain/screening/screening.ts';
import { builder } from '../base/builder.ts';
import { toEnumValue } from '../base/enum-value.ts';

const AsOfOriginEnum = builder.enumType('ListDayOrigin', {
  description: 'Source of the date of a list (`CheckedList.asOf`). v4: `as_of_origin`.',
  values: {
    FILE: { value: 'file', description: 'Date is stated by the list itself. v4: `file`.' },
    OPERATOR: {
      value: 'operator',
      description: 'Date is stated by the operator who loaded the list. v4: `operator`.',
    },
    LOADED: {
      value: 'loaded',
      description:
        'Date is unknown: neither the list nor the operator states it, and `CheckedList.asOf` is null. The list is used for requested dates on or after the day it was loaded. v4: `loaded`.',
    },
  } as const,
});

const COMPARISONS: Readonly<Record<ListComparison, string>> = {
  whole: 'Fully compared, by name or by identifier. v4: `whole`.',
  part: 'Partially compared: the subject has more names, or longer names, than can be compared. v4: `part`.',
  nothing:
    'Not compared: the subject has no name that can be compared, and no identifier of a kind that the list contains. v4: `nothing`.',
};

const ListComparisonEnum = builder.enumType('ListComparison', {
  description: 'Extent to which a subject was compared with a list. v4: `comparison`.',
  values: Object.fromEntries(
    LIST_COMPARISONS.map((value) => [
      toEnumValue(value),
      { value, description: COMPARISONS[value] },
    ]),
  ),
});

export const CheckedListType = builder.objectRef<ScreenedList>('CheckedList').implement({
  description:
    'State of a list at a requested date: the searched version, or none when the list is not loaded. v4: `checked`.',
  fields: (t) => ({
    code: t.exposeString('code', {
      description:
        'Code that identifies the list, for example `sat69b`; `custom:…` for a list of the service. v4: `list`.',
    }),
    title: t.exposeString('title', { description: 'Title that the authority gives the list.' }),
    isLoaded: t.exposeBoolean('isLoaded', {
      description:
        'True when a version of the list is loaded for the requested date. Otherwise all fields except code and title are null. v4: `loaded`.',
    }),
    asOf: t.expose('asOf', {
      type: 'Date',
      nullable: true,
      description:
        'Date of the list, as stated by the list itself or by the operator. Null when the date is unknown or the list is not loaded. v4: `as_of`.',
    }),
    asOfOrigin: t.expose('asOfOrigin', {
      type: AsOfOriginEnum,
      nullable: true,
      description:
        'Source of the date of the list. Null when the list is not loaded. v4: `as_of_origin`.',
    }),
    sourceSeenAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'Time of the last fetch that found this version to be the newest of its source. Null when no fetch has found it, for example when an operator imported the file, and when the list is not loaded. v4: `source_seen_at`.',
      resolve: ({ sourceSeenAt }) => (sourceSeenAt === null ? null : new Date(sourceSeenAt)),
    }),
    sha256: t.exposeString('sha256', {
      nullable: true,
      description:
        'SHA-256 of the loaded file, in hexadecimal. Null when the list is not loaded. v4: `sha256`.',
    }),
    rows: t.exposeInt('rows', {
      nullable: true,
      description:
        'Number of rows of the list, without rows that the authority blanked out. Null when the list is not loaded. v4: `rows`.',
    }),
    ageDays: t.exposeInt('ageDays', {
      nullable: true,
      description:
        'Age of the list at the requested date, in days since the date of the list. Null when the date of the list is unknown or the list is not loaded. v4: `age_days`.',
    }),
  }),
});

builder.objectFields(CheckedListType, (t) => ({
  comparison: t.field({
    type: ListComparisonEnum,
    nullable: true,
    description:
      'Extent to which the subject was compared with the list. Null when the list is not loaded, for a look-up by RFC, and in screenings stored before this field existed. v4: `comparison`.',
    resolve: ({ comparison }) => comparison ?? null,
  }),
  isStale: t.exposeBoolean('isStale', {
    nullable: true,
    description:
      'True when the list may be outdated: neither `asOf` nor `sourceSeenAt` is within the maximum age of the list, which is 7 to 180 days for shared lists and 365 days for lists of the service. Null when the list is not loaded. v4: `stale`.',
  }),
}));
