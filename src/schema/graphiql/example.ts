/** One tab of GraphiQL. The operation's name is the tab's title; variables are JSON text. */
export type Example = { query: string; variables: string };

export function makeExample(query: string, variables: object = {}): Example {
  return { query: query.trimStart(), variables: JSON.stringify(variables, null, 2) };
}
