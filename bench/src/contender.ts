import type { LoadRequest } from './load/load.ts';
import type { ServerProcess } from './server-process.ts';

/** Server in a workload, with the requests that it receives. */
export type Contender = {
  server: ServerProcess;
  requests: readonly LoadRequest[];
  /** Converts a response to the form in which all must agree; by default unchanged. */
  read?: (answer: unknown) => unknown;
  /** True when the contender returns something else on purpose, so that its response is not compared. */
  isFixed?: boolean;
};

/** Sends a request and returns its JSON response. Throws for any status but 200. */
export async function sendRequest(server: ServerProcess, request: LoadRequest): Promise<unknown> {
  const { method, path, headers, body } = request;
  const response = await fetch(server.url + path, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  if (response.status === 200) return JSON.parse(text);
  throw new Error(`${server.name} answered ${response.status}: ${text.slice(0, 300)}`);
}

/** Creates the HTTP request of a GraphQL operation. */
export function graphqlRequest(
  query: string,
  variables: object,
  headers: Record<string, string> = {},
): LoadRequest {
  return {
    method: 'POST',
    path: '/graphql',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query, variables }),
  };
}
