import { type DocumentNode, getOperationAST, Kind, type VariableDefinitionNode } from 'graphql';
import { type TimeSlices, timeSlices } from '../../scheduling/time-slices.ts';
import { coerceVariables, type ValidOperation, type VariableValues } from './valid-operation.ts';

type Values = Readonly<Record<string, unknown>>;

/** Number of values from which variables are coerced in time slices. Fewer are coerced in less than 1 ms. */
const LARGE_COUNT = 500;

export function areLarge(variables: Values): boolean {
  return subtractValues(variables, LARGE_COUNT) <= 0;
}

/** Subtracts the number of values, `value` and all values in it, from `count`. Stops when nothing is left. */
function subtractValues(value: unknown, count: number): number {
  let left = count - 1;
  if (typeof value !== 'object' || value === null) return left;
  for (const name in value) {
    if (left <= 0) return left;
    left = subtractValues(Reflect.get(value, name), left);
  }
  return left;
}

/** Coerced large variables, by the variables as sent. Both the cost and the execution need them. */
const coercedByVariables = new WeakMap<Values, { operation: object; values: VariableValues }>();

/**
 * Coerces large variables in time slices, once per request. Undefined for invalid values, which the execution reports.
 */
export async function coerceLargeVariables(
  operation: ValidOperation,
  variables: Values,
  { serviceId, slices = timeSlices }: { serviceId: number; slices?: TimeSlices },
): Promise<VariableValues | undefined> {
  const definition = getOperationAST(operation.document, operation.operationName);
  if (!definition) return coerceVariables(operation, variables);
  const cached = coercedByVariables.get(variables);
  if (cached?.operation === definition) return cached.values;
  const waitForSlice = async (): Promise<void> => await slices.wait(serviceId);
  const longLists = findLongLists(definition.variableDefinitions ?? [], variables);
  const values = await coerceInParts(operation, { variables, longLists, waitForSlice });
  if (values !== undefined) coercedByVariables.set(variables, { operation: definition, values });
  return values;
}

type LongLists = ReadonlyMap<string, readonly unknown[]>;

/** Returns the long lists by variable. Only variables of a list type are split, never a list in a custom scalar. */
function findLongLists(
  definitions: readonly VariableDefinitionNode[],
  variables: Values,
): LongLists {
  const largeLists = definitions.flatMap(({ variable, type }): [string, readonly unknown[]][] => {
    const value = variables[variable.name.value];
    const namedOrList = type.kind === Kind.NON_NULL_TYPE ? type.type : type;
    if (namedOrList.kind !== Kind.LIST_TYPE || !Array.isArray(value)) return [];
    return value.length > PART_LENGTH ? [[variable.name.value, value]] : [];
  });
  return new Map(largeLists);
}

/** Number of elements that are coerced without a pause: inputs of validateRfcs in 1 ms, larger objects in 10 ms. */
const PART_LENGTH = 500;

type Parts = { variables: Values; longLists: LongLists; waitForSlice: () => Promise<void> };

async function coerceInParts(
  operation: ValidOperation,
  { variables, longLists, waitForSlice }: Parts,
): Promise<VariableValues | undefined> {
  await waitForSlice();
  const restVariables = {
    ...variables,
    ...Object.fromEntries(longLists.keys().map((name) => [name, []])),
  };
  const coercedRest = coerceVariables(operation, restVariables);
  if (coercedRest === undefined) return undefined;
  const coerced: Record<string, unknown> = { ...coercedRest.coerced };
  const sources = { ...coercedRest.sources };
  for (const [name, list] of longLists) {
    const elements: unknown[] = [];
    for (let start = 0; start < list.length; start += PART_LENGTH) {
      await waitForSlice();
      const part = { ...restVariables, [name]: list.slice(start, start + PART_LENGTH) };
      const coercedPart = coerceVariables(operation, part)?.coerced[name];
      if (!isList(coercedPart)) return undefined;
      elements.push(...coercedPart);
    }
    coerced[name] = elements;
    const source = sources[name];
    if (source !== undefined) sources[name] = { ...source, value: list };
  }
  return { sources, coerced };
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

const documentsWithoutVariables = new WeakMap<DocumentNode, DocumentNode>();

/** Returns the document without variable declarations, for variables that are coerced already. */
export function withoutVariables(document: DocumentNode): DocumentNode {
  const cached = documentsWithoutVariables.get(document);
  if (cached !== undefined) return cached;
  const definitions = document.definitions.map((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? { ...definition, variableDefinitions: [] }
      : definition,
  );
  const stripped = { ...document, definitions };
  documentsWithoutVariables.set(document, stripped);
  return stripped;
}
