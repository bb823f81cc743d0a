import type { Example } from './example.ts';

/**
 * Joins examples to one document with all their variables. A variable that several examples declare is
 * prefixed with the operation name, so that each operation has its own value.
 */
export function joinExamples(examples: readonly Example[]): Example {
  const parts = examples.map(toPart);
  const isShared = (name: string): boolean =>
    parts.filter((part) => name in part.variables).length > 1;
  const renamedParts = parts.map((part) => renameSharedVariables(part, isShared));
  return {
    query: renamedParts.map((part) => part.query).join('\n'),
    variables: JSON.stringify(
      Object.assign({}, ...renamedParts.map((part) => part.variables)),
      null,
      2,
    ),
  };
}

/** Returns the name of the first operation of an example. */
export function getOperationName({ query }: Pick<Example, 'query'>): string {
  return /^(?:query|mutation|subscription) (\w+)/m.exec(query)?.[1] ?? '';
}

type Part = { query: string; variables: Record<string, unknown> };

function toPart({ query, variables }: Example): Part {
  const values: unknown = JSON.parse(variables);
  return { query, variables: { ...(typeof values === 'object' ? values : {}) } };
}

function renameSharedVariables(part: Part, isShared: (name: string) => boolean): Part {
  const operation = getOperationName(part);
  const prefix = operation.charAt(0).toLowerCase() + operation.slice(1);
  let { query } = part;
  const variables: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(part.variables)) {
    const uniqueName = isShared(name)
      ? prefix + name.charAt(0).toUpperCase() + name.slice(1)
      : name;
    variables[uniqueName] = value;
    query = query.replaceAll(new RegExp(`\\$${name}\\b`, 'g'), () => `$${uniqueName}`);
  }
  return { query, variables };
}
