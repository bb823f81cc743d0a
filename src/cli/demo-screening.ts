/** So that a match of invented data waits for whoever opens the example frontend. */
const SETTINGS = {
  isOn: true,
  families: ['OFAC', 'SAT69', 'SAT69B', 'PEP'],
  screensEverybody: true,
};

const MUTATION = `mutation ($input: UpdateScreeningSettingsInput!) {
  updateScreeningSettings(input: $input) { __typename }
}`;

/**
 * Has the demo service screen its participants, as any client would, for the job is done by a running gateway; answers
 * whether that was taken.
 */
export async function screenDemo(url: string, headers: Record<string, string>): Promise<boolean> {
  const reply = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query: MUTATION, variables: { input: SETTINGS } }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined);
  const text = await reply?.text().catch(() => '');
  return text?.includes('"UpdateScreeningSettingsPayload"') === true;
}

const TIMEOUT_MS = 10_000;
