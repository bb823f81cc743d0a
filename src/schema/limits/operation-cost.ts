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
import { computeTextPoints, fieldCost } from './field-cost.ts';

/** Operation that is about to run, with its variables as sent. */
export type OperationWithVariables = ValidOperation & {
  variables: Readonly<Record<string, unknown>>;
};

/**
 * Returns the cost of an operation in points, by the rules of field-cost.ts. 0 when the operation name is unknown,
 * which the execution reports. Computing a cost takes longer than executing many operations, so costs are cached by
 * document and by the sizes of the variables. Throws GraphQLError for invalid arguments.
 */
export function getOperationCost(operation: OperationWithVariables, ctx: RequestContext): number {
  const { sizeVariables, costs } = getCostCache(operation);
  const key = createCacheKey(operation, sizeVariables);
  const cached = costs.get(key);
  if (cached !== undefined) return cached;
  const cost = computeCost(operation, ctx);
  // A failure is not cached: other variables of the same sizes may be valid.
  if (cost === undefined) return 0;
  if (costs.size >= COSTS_MAX) costs.clear();
  costs.set(key, cost);
  return cost;
}

/** Returns the cache key of a cost: the operation name, and the sizes of the variables that the cost depends on. */
function createCacheKey(
  { operationName, variables }: OperationWithVariables,
  sizeVariables: string[],
): string {
  if (sizeVariables.length === 0) return operationName ?? '';
  // The default value applies to an absent variable, but not to null.
  const sizes = sizeVariables.map((name) =>
    name in variables ? measureSizes(variables[name]) : ABSENT,
  );
  return JSON.stringify([operationName, sizes]);
}

type CostCache = {
  /** Variables that the cost depends on. */
  sizeVariables: string[];
  costs: Map<string, number>;
};

/** Size of an absent variable, distinct from all numeric sizes. */
const ABSENT = 'absent';

const costCaches = new WeakMap<DocumentNode, CostCache>();
/**
 * Maximum number of cached costs of one document. Beyond it all are dropped, so that a client that varies the sizes
 * does not fill the memory.
 */
const COSTS_MAX = 100;

function getCostCache({ schema, document }: OperationWithVariables): CostCache {
  const cached = costCaches.get(document);
  if (cached !== undefined) return cached;
  const cache = { sizeVariables: findSizeVariables(schema, document), costs: new Map() };
  costCaches.set(document, cache);
  return cache;
}

/** Finds the variables in arguments that determine a cost: page sizes, and lists of keys or ids. */
function findSizeVariables(schema: GraphQLSchema, document: DocumentNode): string[] {
  const names = new Set<string>();
  const types = new TypeInfo(schema);
  const enterField = (field: FieldNode): void => {
    // The default cost does not depend on arguments.
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
  if (typeof value === 'string') return computeTextPoints(value);
  if (Array.isArray(value)) return [value.length];
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value).map(([name, member]) => [name, measureSizes(member)]);
}

function computeCost(operation: OperationWithVariables, ctx: RequestContext): number | undefined {
  const { schema, document, operationName, variables } = operation;
  const costs: number[] = [];
  const rule = createComplexityRule({
    context: ctx,
    variableValues: variables,
    operationName: operationName ?? null,
    validate: ({ complexity }) => {
      costs.push(complexity);
    },
  });
  const faults = validate(schema, withoutTypenames(document), [rule]);
  return faults.length === 0 && costs.length > 0 ? Math.max(...costs) : undefined;
}

/** Removes `__typename`, which clients select everywhere and the plugin would count as an object. */
function withoutTypenames(document: DocumentNode): DocumentNode {
  return visit(document, {
    Field: ({ name }: FieldNode) => (name.value === '__typename' ? null : undefined),
  });
}
