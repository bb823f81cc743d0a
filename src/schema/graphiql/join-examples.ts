import type { Example } from './example.ts';

/**
 * Joins several examples to one document with all their variables. A variable used by two of them is prefixed with the
 * name of its operation, so that each keeps its value.
 */
export function joinExamples(examples: readonly Example[]): Example {
  const parts = examples.map(toPart);
  const isShared = (name: string): boolean =>
    parts.filter((part) => name in part.variables).length > 1;
  const renamed = parts.map((part) => renameIn(part, isShared));
  return {
    query: renamed.map((part) => part.query).join('\n'),
    variables: JSON.stringify(Object.assign({}, ...renamed.map((part) => part.variables)), null, 2),
  };
}

/** Returns the operation name of an example. */
export function nameOf({ query }: Pick<Example, 'query'>): string {
  return /^(?:query|mutation|subscription) (\w+)/m.exec(query)?.[1] ?? '';
}

type Part = { query: string; variables: Record<string, unknown> };

function toPart({ query, variables }: Example): Part {
  const values: unknown = JSON.parse(variables);
  return { query, variables: { ...(typeof values === 'object' ? values : {}) } };
}

function renameIn(part: Part, isShared: (name: string) => boolean): Part {
  const operation = nameOf(part);
  const start = operation.charAt(0).toLowerCase() + operation.slice(1);
  let { query } = part;
  const variables: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(part.variables)) {
    const own = isShared(name) ? start + name.charAt(0).toUpperCase() + name.slice(1) : name;
    variables[own] = value;
    query = query.replaceAll(new RegExp(`\\$${name}\\b`, 'g'), () => `$${own}`);
  }
  return { query, variables };
}
