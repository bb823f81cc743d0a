import type { Page } from 'playwright-core';
import { EXAMPLE_PASSWORD } from '../../support/processes/example-web.ts';

/** Signs the user of that e-mail in to the example frontend, on its first page. */
export async function signInTo(
  page: Page,
  { email, password = EXAMPLE_PASSWORD }: { email: string; password?: string },
): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
