import { changeDemo } from './demo-mutation.ts';

/** Settings that raise a match of fictitious data for the example frontend. */
const SETTINGS = {
  isOn: true,
  families: ['OFAC', 'SAT69', 'SAT69B', 'PEP'],
  screensEverybody: true,
};

/**
 * Has the demo service screen its participants, as any client would, for the job is done by a running gateway; answers
 * whether that was taken.
 */
export async function screenDemo(url: string, headers: Record<string, string>): Promise<boolean> {
  return await changeDemo(url, headers, ['updateScreeningSettings', SETTINGS]);
}
