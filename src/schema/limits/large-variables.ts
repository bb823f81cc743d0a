import { type DocumentNode, Kind, OperationTypeNode } from 'graphql';

/**
 * Maximum number of items in a variable of a query: ten times the limit of any argument. More are rejected in any case.
 */
const VARIABLE_ITEMS_MAX = 25_000;
const VARIABLE_OBJECTS_MAX = 6_000;

export type LargeVariable = { variable: string; max: number };

/**
 * Finds a variable with too many items to coerce before it would be rejected: nested filters have many items although
 * no single list is long. Undefined when there is none.
 */
export function findLargeVariable(
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
): LargeVariable | undefined {
  for (const variable of listVariables(document)) {
    const max = boundPassed(variables[variable]);
    if (max !== undefined) return { variable, max };
  }
  return undefined;
}

const variablesOf = new WeakMap<DocumentNode, readonly string[]>();

/** Lists the variables of queries. Inputs of mutations have limits of their own. */
function listVariables(document: DocumentNode): readonly string[] {
  const cached = variablesOf.get(document);
  if (cached !== undefined) return cached;
  const names = document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION &&
    definition.operation !== OperationTypeNode.MUTATION
      ? (definition.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
      : [],
  );
  variablesOf.set(document, names);
  return names;
}

/** Returns the limit that a value exceeds; counts no further than the limit. */
function boundPassed(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const waiting: object[] = [value];
  let items = 0;
  let objects = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const inner: unknown[] = Object.values(next);
    if (Array.isArray(next)) items += inner.length;
    else objects += 1;
    if (items > VARIABLE_ITEMS_MAX) return VARIABLE_ITEMS_MAX;
    if (objects > VARIABLE_OBJECTS_MAX) return VARIABLE_OBJECTS_MAX;
    for (const each of inner) if (typeof each === 'object' && each !== null) waiting.push(each);
  }
  return undefined;
}
