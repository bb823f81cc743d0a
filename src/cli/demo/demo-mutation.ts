import { z } from 'zod';

const TIMEOUT_MS = 10_000;

const responseSchema = z.object({
  data: z.record(z.string(), z.object({ __typename: z.string() })).nullish(),
});

/** Makes a change of the demo through the running gateway, as any client would; returns false when it was rejected. */
export async function changeDemo(
  url: string,
  headers: Record<string, string>,
  [mutation, input]: readonly [mutation: string, input: object],
): Promise<boolean> {
  const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}`;
  const query = `mutation ($input: ${type}Input!) { ${mutation}(input: $input) { __typename } }`;
  const reply = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { input } }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined);
  const body: unknown = await reply?.json().catch(() => undefined);
  const { data } = responseSchema.parse(body ?? {});
  return data?.[mutation]?.__typename === `${type}Payload`;
}
