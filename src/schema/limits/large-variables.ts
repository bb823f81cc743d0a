import { type DocumentNode, Kind, OperationTypeNode } from 'graphql';

/** Maximum number of list items in a variable of a query, at all levels: five times the longest list argument. */
const VARIABLE_ITEMS_MAX = 25_000;
/** Maximum number of objects in a variable of a query, at all levels: 5000 inputs of validateRfcs, and 1000 more. */
const VARIABLE_OBJECTS_MAX = 6_000;

export type LargeVariable = { variable: string; max: number };

/**
 * Finds a variable that would take too long to coerce, for example nested filters with many items although no single
 * list is long. Undefined when there is none.
 */
export function findLargeVariable(
  document: DocumentNode,
  variables: Readonly<Record<string, unknown>>,
): LargeVariable | undefined {
  for (const variable of listVariables(document)) {
    const max = findExceededLimit(variables[variable]);
    if (max !== undefined) return { variable, max };
  }
  return undefined;
}

const variablesByDocument = new WeakMap<DocumentNode, readonly string[]>();

/** Returns the names of the variables of queries and subscriptions. Inputs of mutations have other limits. */
function listVariables(document: DocumentNode): readonly string[] {
  const cached = variablesByDocument.get(document);
  if (cached !== undefined) return cached;
  const names = document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION &&
    definition.operation !== OperationTypeNode.MUTATION
      ? (definition.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
      : [],
  );
  variablesByDocument.set(document, names);
  return names;
}

/** Returns the limit that a value exceeds, undefined when it exceeds none. Stops counting at the limit. */
function findExceededLimit(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const stack: object[] = [value];
  let items = 0;
  let objects = 0;
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const members: unknown[] = Object.values(next);
    if (Array.isArray(next)) items += members.length;
    else objects += 1;
    if (items > VARIABLE_ITEMS_MAX) return VARIABLE_ITEMS_MAX;
    if (objects > VARIABLE_OBJECTS_MAX) return VARIABLE_OBJECTS_MAX;
    for (const member of members)
      if (typeof member === 'object' && member !== null) stack.push(member);
  }
  return undefined;
}
