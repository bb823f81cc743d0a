import type { Page } from 'playwright-core';

/** Signs a user in to the example frontend, on its first page. */
export async function signInTo(
  page: Page,
  { service, apiKey, email }: { service: string; apiKey: string; email: string },
): Promise<void> {
  await page.getByLabel('Service').fill(service);
  await page.getByLabel('API key').fill(apiKey);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
