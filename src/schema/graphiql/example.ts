/** Document with JSON text of its variables, as shown in a tab of GraphiQL. The first operation name is the title. */
export type Example = { query: string; variables: string };

export function createExample(query: string, variables: object = {}): Example {
  return { query: query.trimStart(), variables: JSON.stringify(variables, null, 2) };
}
