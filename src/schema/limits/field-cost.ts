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

/** Assumed length of a list without a page size or argument that determines it. */
const LIST_LENGTH = 10;

/** A transaction, and what it leaves behind. */
const MUTATION_COST = 10;

/** One point for each object that a field may answer, none for text and numbers, more for a mutation. */
export function fieldCost(
  _args: object,
  _ctx: RequestContext,
  field: { type: GraphQLOutputType; parentType?: GraphQLNamedType | undefined },
): FieldComplexityValue {
  if (field.parentType?.name === 'Mutation') return MUTATION_COST;
  if (isLeafType(getNamedType(field.type))) return 0;
  return isListType(getNullableType(field.type)) ? listCost(LIST_LENGTH) : 1;
}

/** Cost of a mutation that replaces at most `max` others. Its selection counts once for each. */
export function mutationsCost(count: number, max: number): FieldComplexityValue {
  const counted = Math.min(count, max);
  return { field: MUTATION_COST * counted, multiplier: counted };
}

/** The objects of a list that may be as long, and what is selected of each as many times. */
export function listCost(length: number): FieldComplexityValue {
  return { field: length, multiplier: length };
}

/** The same where keys or ids name the elements, at most `max` of them. */
export function namedListCost(
  names: readonly unknown[] | null | undefined,
  max: number,
): FieldComplexityValue {
  return listCost(Math.min(names?.length ?? LIST_LENGTH, max));
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

/** Characters of a text of JSON that cost a point: to parse and digest them takes as long as an object of an answer. */
const JSON_POINT_LENGTH = 64;

/** A shorter text costs nothing, so that prices of most operations do not depend on their texts. */
const FREE_LENGTH = 1024;

/** Points of a text of JSON. */
export function pointsOfText(text: string): number {
  return text.length <= FREE_LENGTH ? 0 : Math.ceil(text.length / JSON_POINT_LENGTH);
}

/** For a field that takes JSON in a text. */
export function jsonTextCost(text: string | null | undefined): FieldComplexityValue {
  return { field: 1 + pointsOfText(text ?? ''), multiplier: 1 };
}

/** For a list that next to all of many objects have empty, or the same: it counts as one object of each. */
export const RARE_LIST_COST: FieldComplexityValue = { field: 1, multiplier: 1 };
