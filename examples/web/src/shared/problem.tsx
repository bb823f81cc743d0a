import type { CombinedError } from 'urql';

/** What went wrong, as the gateway says it to people. */
export function Problem({ error }: { error: CombinedError | undefined }) {
  if (error === undefined) return null;
  return <p role="alert">{describeProblem(error)}</p>;
}

export function describeProblem({ graphQLErrors: [first] }: CombinedError): string {
  return first?.message ?? 'The gateway cannot be reached.';
}
