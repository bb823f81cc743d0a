import { changeDemo } from './demo-mutation.ts';

/** Settings that raise a match of fictitious data for the example frontend. */
const SETTINGS = {
  isOn: true,
  families: ['OFAC', 'SAT69', 'SAT69B', 'PEP'],
  screensEverybody: true,
};

/**
 * Enables screening of the demo service, as any client would, because a running gateway runs the job; returns false
 * when it was rejected.
 */
export async function enableDemoScreening(
  url: string,
  headers: Record<string, string>,
): Promise<boolean> {
  return await changeDemo(url, headers, ['updateScreeningSettings', SETTINGS]);
}
