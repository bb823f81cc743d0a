import { runDemoMutation } from './demo-mutation.ts';

/** Settings with which screening raises a match of fictitious data, for the example frontend. */
const SETTINGS = {
  isOn: true,
  families: ['OFAC', 'SAT69', 'SAT69B', 'PEP'],
  screensEverybody: true,
};

/**
 * Enables screening of the demo service through the running gateway, which also runs the screening job. Returns false
 * when the change was rejected.
 */
export async function enableDemoScreening(
  url: string,
  headers: Record<string, string>,
): Promise<boolean> {
  return await runDemoMutation(url, headers, ['updateScreeningSettings', SETTINGS]);
}
