import type { FieldComplexityValue } from '@pothos/plugin-complexity';
import {
  type GraphQLNamedType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
} from 'graphql';
import type { RequestContext } from '../../context.ts';
import type { PageBounds, PageInput } from '../../resolvers/common/paging.ts';

/** Assumed length of a list when no argument determines its length. */
const LIST_LENGTH = 10;

/** Cost of a mutation, which runs a transaction and writes records. */
const MUTATION_COST = 10;

/**
 * Default cost of a field: one point for each object that it may return, none for text and numbers, more for a
 * mutation.
 */
export function fieldCost(
  _args: object,
  _ctx: RequestContext,
  field: { type: GraphQLOutputType; parentType?: GraphQLNamedType | undefined },
): FieldComplexityValue {
  if (field.parentType?.name === 'Mutation') return MUTATION_COST;
  if (isLeafType(getNamedType(field.type))) return 0;
  return isListType(getNullableType(field.type)) ? listCost(LIST_LENGTH) : 1;
}

/** Cost of a batch mutation: that of `count` single mutations, at most `max`. Its selection counts once for each. */
export function mutationsCost(count: number, max: number): FieldComplexityValue {
  const counted = Math.min(count, max);
  return { field: MUTATION_COST * counted, multiplier: counted };
}

/** Cost of a list of at most `length` objects. Its selection counts once for each. */
export function listCost(length: number): FieldComplexityValue {
  return { field: length, multiplier: length };
}

/** Cost of a list with one item for each requested key or id, at most `max`. */
export function keyedListCost(
  keys: readonly unknown[] | null | undefined,
  max: number,
): FieldComplexityValue {
  return listCost(Math.min(keys?.length ?? LIST_LENGTH, max));
}

/**
 * Cost of a page by its requested or default size. Members of the page other than its items (`edges`, `nodes`,
 * `pageInfo`) cost nothing, otherwise each item would count twice.
 */
export function pageCost(
  { first, last }: PageInput,
  { sizeDefault, sizeMax }: PageBounds,
): FieldComplexityValue {
  const requestedSize = first ?? last ?? sizeDefault;
  return listCost(Math.max(0, Math.min(requestedSize, sizeMax)));
}

/** Cost of a field whose objects are counted by its page. */
export const COUNTED_BY_PAGE: FieldComplexityValue = { field: 0, multiplier: 1 };

/** Cost of a search by name, which equals that of a screening. */
export const NAME_SEARCH_COST: FieldComplexityValue = { field: MUTATION_COST, multiplier: 1 };

/**
 * Number of characters of JSON text that cost a point: parsing and hashing them takes as long as an object of a
 * response.
 */
const JSON_POINT_LENGTH = 64;

/** Length up to which JSON text costs nothing, so that the cost of most operations does not depend on their texts. */
const FREE_LENGTH = 1024;

/** Returns the cost of a text, in points. */
export function computeTextPoints(text: string): number {
  return text.length <= FREE_LENGTH ? 0 : Math.ceil(text.length / JSON_POINT_LENGTH);
}

/** Cost of a field with JSON text as an argument. */
export function jsonTextCost(text: string | null | undefined): FieldComplexityValue {
  return { field: 1 + computeTextPoints(text ?? ''), multiplier: 1 };
}

/** Cost of a list that is empty or the same for nearly all objects: as much as a single object. */
export const USUALLY_EMPTY_LIST_COST: FieldComplexityValue = { field: 1, multiplier: 1 };
