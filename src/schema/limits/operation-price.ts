import { createComplexityRule } from '@pothos/plugin-complexity';
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { RequestContext } from '../../context.ts';
import type { ValidOperation } from '../execution/valid-operation.ts';
import { fieldCost, pointsOfText } from './field-cost.ts';

/** Operation that is about to run, with its variables as sent. */
export type PricedOperation = ValidOperation & { variables: Readonly<Record<string, unknown>> };

/**
 * Returns the cost of an operation with valid variables: the objects that it may return, see
 * src/schema/limits/field-cost.ts. 0 for an unknown operation name, which the execution reports. Computing a cost takes
 * longer than executing many operations, so that costs are cached with the document.
 */
export function priceOf(operation: PricedOperation, ctx: RequestContext): number {
  const { sizeVariables, prices } = getPriceList(operation);
  const key = createCacheKey(operation, sizeVariables);
  const cached = prices.get(key);
  if (cached !== undefined) return cached;
  const price = findPrice(operation, ctx);
  // Not cached: other variables of the same sizes may be valid.
  if (price === undefined) return 0;
  if (prices.size >= PRICES_MAX) prices.clear();
  prices.set(key, price);
  return price;
}

/** Returns the cache key of a cost: everything that it depends on. */
function createCacheKey(
  { operationName, variables }: PricedOperation,
  sizeVariables: string[],
): string {
  if (sizeVariables.length === 0) return operationName ?? '';
  // An absent variable has its default value, null has not.
  const sizes = sizeVariables.map((name) =>
    name in variables ? measureSizes(variables[name]) : ABSENT,
  );
  return JSON.stringify([operationName, sizes]);
}

type PriceList = {
  /** Variables that the cost depends on. */
  sizeVariables: string[];
  prices: Map<string, number>;
};

/** Size of an absent variable, distinct from all numeric sizes. */
const ABSENT = 'absent';

const priceLists = new WeakMap<DocumentNode, PriceList>();
const PRICES_MAX = 100;

function getPriceList({ schema, document }: PricedOperation): PriceList {
  const cached = priceLists.get(document);
  if (cached !== undefined) return cached;
  const list = { sizeVariables: findSizeVariables(schema, document), prices: new Map() };
  priceLists.set(document, list);
  return list;
}

/** Finds the variables in arguments that determine a cost: page sizes, and lists of keys or ids. */
function findSizeVariables(schema: GraphQLSchema, document: DocumentNode): string[] {
  const names = new Set<string>();
  const types = new TypeInfo(schema);
  const enterField = (field: FieldNode): void => {
    if (types.getFieldDef()?.extensions['complexity'] === fieldCost) return;
    for (const argument of field.arguments ?? [])
      visit(argument, { Variable: ({ name }) => void names.add(name.value) });
  };
  visit(document, visitWithTypeInfo(types, { Field: enterField }));
  return [...names];
}

/**
 * Returns the parts of a variable that a cost may depend on: numbers, lengths of lists, and points of long texts; never
 * a text.
 */
function measureSizes(value: unknown): unknown {
  if (typeof value === 'string') return pointsOfText(value);
  if (Array.isArray(value)) return [value.length];
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value).map(([name, member]) => [name, measureSizes(member)]);
}

function findPrice(operation: PricedOperation, ctx: RequestContext): number | undefined {
  const { schema, document, operationName, variables } = operation;
  const prices: number[] = [];
  const rule = createComplexityRule({
    context: ctx,
    variableValues: variables,
    operationName: operationName ?? null,
    validate: ({ complexity }) => {
      prices.push(complexity);
    },
  });
  const faults = validate(schema, withoutTypenames(document), [rule]);
  return faults.length === 0 && prices.length > 0 ? Math.max(...prices) : undefined;
}

/** Removes `__typename`, which clients select everywhere and the plugin would count as an object. */
function withoutTypenames(document: DocumentNode): DocumentNode {
  return visit(document, {
    Field: ({ name }: FieldNode) => (name.value === '__typename' ? null : undefined),
  });
}
