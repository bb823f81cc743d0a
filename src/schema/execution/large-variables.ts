import { type DocumentNode, getOperationAST, Kind, type VariableDefinitionNode } from 'graphql';
import { type TimeSlices, timeSlices } from '../../scheduling/time-slices.ts';
import { coerceVariables, type ValidOperation, type VariableValues } from './valid-operation.ts';

type Values = Readonly<Record<string, unknown>>;

/** Number of values from which variables are coerced in time slices. */
const LARGE_COUNT = 500;

export function areLarge(variables: Values): boolean {
  return countLeft(variables, LARGE_COUNT) <= 0;
}

/** Returns what remains of a count after a value and all values in it. Stops as soon as it is negative. */
function countLeft(value: unknown, count: number): number {
  let left = count - 1;
  if (typeof value !== 'object' || value === null) return left;
  for (const name in value) {
    if (left <= 0) return left;
    left = countLeft(Reflect.get(value, name), left);
  }
  return left;
}

/** Coerced large variables, which are used for pricing and for execution. */
const coercedOnce = new WeakMap<Values, { operation: object; values: VariableValues }>();

/** Coerces large variables in time slices, and once for all uses in a request. */
export async function coerceLargeVariables(
  operation: ValidOperation,
  variables: Values,
  { serviceId, slices = timeSlices }: { serviceId: number; slices?: TimeSlices },
): Promise<VariableValues | undefined> {
  const definition = getOperationAST(operation.document, operation.operationName);
  if (!definition) return coerceVariables(operation, variables);
  const cached = coercedOnce.get(variables);
  if (cached?.operation === definition) return cached.values;
  const giveWay = async (): Promise<void> => await slices.wait(serviceId);
  const long = findLongLists(definition.variableDefinitions ?? [], variables);
  const values = await coerceInParts(operation, { variables, long, giveWay });
  if (values !== undefined) coercedOnce.set(variables, { operation: definition, values });
  return values;
}

type LongLists = ReadonlyMap<string, readonly unknown[]>;

/** Returns the long lists in variables of a list type; a list within a custom scalar is never split. */
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

/** Number of elements that are coerced without a pause. */
const PART_LENGTH = 500;

type Parts = { variables: Values; long: LongLists; giveWay: () => Promise<void> };

async function coerceInParts(
  operation: ValidOperation,
  { variables, long, giveWay }: Parts,
): Promise<VariableValues | undefined> {
  await giveWay();
  const short = { ...variables, ...Object.fromEntries(long.keys().map((name) => [name, []])) };
  const rest = coerceVariables(operation, short);
  if (rest === undefined) return undefined;
  const coerced: Record<string, unknown> = { ...rest.coerced };
  const sources = { ...rest.sources };
  for (const [name, list] of long) {
    const elements: unknown[] = [];
    for (let at = 0; at < list.length; at += PART_LENGTH) {
      await giveWay();
      const part = { ...short, [name]: list.slice(at, at + PART_LENGTH) };
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

const bare = new WeakMap<DocumentNode, DocumentNode>();

/** Returns the document without variable declarations, for variables that are coerced already. */
export function withoutVariables(document: DocumentNode): DocumentNode {
  const cached = bare.get(document);
  if (cached !== undefined) return cached;
  const definitions = document.definitions.map((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? { ...definition, variableDefinitions: [] }
      : definition,
  );
  const stripped = { ...document, definitions };
  bare.set(document, stripped);
  return stripped;
}
