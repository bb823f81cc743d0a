import { z } from 'zod';

/** The gateway runs on this machine: a slower answer means that it does not work. */
const TIMEOUT_MS = 10_000;

const responseSchema = z.object({
  data: z.record(z.string(), z.object({ __typename: z.string() })).nullish(),
});

/** Runs a mutation on the running gateway, as any client would. Returns false when it failed or was rejected. */
export async function runDemoMutation(
  url: string,
  headers: Record<string, string>,
  [mutation, input]: readonly [mutation: string, input: object],
): Promise<boolean> {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}`;
  const query = `mutation ($input: ${type}Input!) { ${mutation}(input: $input) { __typename } }`;
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { input } }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined);
  const body: unknown = await response?.json().catch(() => undefined);
  const { data } = responseSchema.parse(body ?? {});
  return data?.[mutation]?.__typename === `${type}Payload`;
}
