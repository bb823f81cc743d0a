export const BUSINESS_ORDER_FIELDS = ['created_at', 'updated_at', 'name'] as const;
export const ORDER_DIRECTIONS = ['asc', 'desc'] as const;

/** Order of businesses. Equal values are sorted by id in the same direction, missing names last. */
export type BusinessOrder = {
  field: (typeof BUSINESS_ORDER_FIELDS)[number];
  direction: (typeof ORDER_DIRECTIONS)[number];
};

/** Position of a business in an order: the sorted text, then its id. */
export type BusinessPosition = [sortKey: string, id: number];

type Optional<T> = T | null | undefined;

/** Text filter; `equals` is exact, `startsWith` ignores case and diacritics. */
export type TextFilter = { equals?: Optional<string>; startsWith?: Optional<string> };

/** Filter of businesses; all given conditions apply, absent and null ones match every business. */
export type BusinessFilter = {
  code?: Optional<TextFilter>;
  name?: Optional<TextFilter>;
  externalIdIn?: Optional<number[]>;
  hasPendingMatches?: Optional<boolean>;
  hasMissingDocuments?: Optional<boolean>;
  nameContains?: Optional<string>;
  databaseIdIn?: Optional<number[]>;
  responsibleUser?: Optional<ResponsibleUserFilter>;
  createdSince?: Optional<Date>;
  createdBefore?: Optional<Date>;
  updatedSince?: Optional<Date>;
  updatedBefore?: Optional<Date>;
  and?: Optional<BusinessFilter[]>;
  or?: Optional<BusinessFilter[]>;
};

/** Filter by responsible user: one of the two; e-mail addresses ignore case. */
export type ResponsibleUserFilter = { databaseId?: Optional<number>; email?: Optional<string> };
