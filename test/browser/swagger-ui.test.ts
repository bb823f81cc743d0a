import { expect, it } from 'vitest';
import { ROUTES } from '../../src/rest-compat/routes.ts';
import { BROWSER_TIMEOUT, describeWithBrowser, useBrowser, usePage } from '../support/browser.ts';
import { useDemoGateway } from '../support/demo-gateway.ts';

describeWithBrowser('Swagger UI in a browser', BROWSER_TIMEOUT, () => {
  const openPage = useBrowser();
  const gateway = useDemoGateway();
  const shared = usePage(openPage, () => `${gateway.url}/api/v4/docs`);

  it('lists every operation, and needs no other origin', async () => {
    const { page, foreignRequests, errors } = shared();
    await page.locator('.opblock').first().waitFor();
    const shown = await page.locator('.opblock-summary-path').allInnerTexts();
    const described = ROUTES.map((route) => route.path);
    expect(shown.map((path) => path.replaceAll('\u200b', '')).toSorted()).toEqual(
      described.toSorted(),
    );
    expect(foreignRequests).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('200 sends a request with the three headers that it was given', async () => {
    const { page, errors } = shared();
    const { authorization = '', 'x-api-key': apiKey = '', service = '' } = gateway.headers;
    await page.locator('.auth-wrapper .authorize').first().click();
    const authorizeNext = page.locator('.auth-container button.authorize').first();
    for (const value of [authorization.slice('Bearer '.length), apiKey, service]) {
      // What was authorized shows its value as text: the first field left is the next one's.
      await page.locator('.auth-container input').first().fill(value);
      await authorizeNext.click();
    }
    await page.locator('.modal-ux .btn-done').first().click();
    const detail = page.locator('.opblock-get', { hasText: 'Get business data' });
    await detail.locator('.opblock-summary-control').click();
    await detail.locator('.parameters input').fill('1');
    await detail.locator('button.execute').click();
    const body = detail.locator('.live-responses-table');
    await body.getByText('Fideicomiso Jardines del Valle').first().waitFor();
    expect(errors).toEqual([]);
  });
});
