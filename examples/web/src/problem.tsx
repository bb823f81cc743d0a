import type { CombinedError } from 'urql';

/** What went wrong, as the gateway says it to people. */
export function Problem({ error }: { error: CombinedError | undefined }) {
  if (error === undefined) return null;
  const [first] = error.graphQLErrors;
  return <p role="alert">{first?.message ?? 'The gateway cannot be reached.'}</p>;
}
