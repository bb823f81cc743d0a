export const BUSINESS_ORDER_FIELDS = ['created_at', 'updated_at', 'name'] as const;
export const ORDER_DIRECTIONS = ['asc', 'desc'] as const;

/** Order of businesses. Equal values are sorted by id in the same direction, missing names last. */
export type BusinessOrder = {
  field: (typeof BUSINESS_ORDER_FIELDS)[number];
  direction: (typeof ORDER_DIRECTIONS)[number];
};

/** Position of a business in an order: the sorted text, then its id. */
export type BusinessPlace = [sortKey: string, id: number];

type Given<T> = T | null | undefined;

/** `equals` to the letter; `startsWith` whatever the case of letters and the marks on Latin ones. */
export type TextFilter = { equals?: Given<string>; startsWith?: Given<string> };

/** All that is given must hold; what is absent or null lets everything through. */
export type BusinessFilter = {
  code?: Given<TextFilter>;
  name?: Given<TextFilter>;
  externalIdIn?: Given<number[]>;
  hasPendingMatches?: Given<boolean>;
  hasMissingDocuments?: Given<boolean>;
  nameContains?: Given<string>;
  databaseIdIn?: Given<number[]>;
  responsibleUser?: Given<ResponsibleUserFilter>;
  createdSince?: Given<Date>;
  createdBefore?: Given<Date>;
  updatedSince?: Given<Date>;
  updatedBefore?: Given<Date>;
  and?: Given<BusinessFilter[]>;
  or?: Given<BusinessFilter[]>;
};

/** One of them is given; e-mail addresses without the case of their letters. */
export type ResponsibleUserFilter = { databaseId?: Given<number>; email?: Given<string> };
