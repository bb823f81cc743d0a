import { expect, it } from 'vitest';
import { ROUTES } from '../../../src/rest-compat/routes.ts';
import { useDemoGateway } from '../../support/gateway/demo-gateway.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { describeWithBrowser, useBrowser, usePage } from '../support/browser.ts';

describeWithBrowser('Swagger UI in a browser', () => {
  const openPage = useBrowser();
  const gateway = useDemoGateway();
  const shared = usePage(openPage, () => `${gateway.url}/api/v4/docs`);

  it('lists every operation in its group, and needs no other origin', async () => {
    const { page, foreignRequests, errors } = shared();
    await page.locator('.opblock').first().waitFor();
    const shown = await page.locator('.opblock-summary-path').allInnerTexts();
    const described = ROUTES.map((route) => route.path);
    expect(shown.map((path) => path.replaceAll('\u200b', '')).toSorted()).toEqual(
      described.toSorted(),
    );
    const groups = await page.locator('.opblock-tag').count();
    expect(groups).toBe(new Set(ROUTES.map((route) => route.description.tag)).size);
    expect(foreignRequests).toEqual([]);
    expect(errors).toEqual([]);
  });

  // Nothing is typed: the demo's caller, parameters and bodies are filled in.
  it.each([
    ['getBusinessDetail', 'Fideicomiso Jardines del Valle'],
    ['getParticipantDetail', 'Rodrigo'],
    ['processFiduciaryRequests', 'Fiduciary requests processed'],
    ['getFileDetail', 'comprobante-de-domicilio.csv'],
  ])('200 sends %s as it stands there', async (id, text) => {
    const { page, errors } = shared();
    const operation = page.locator(`.opblock[id$="-${id}"]`);
    await operation.locator('.opblock-summary-control').click();
    await operation.locator('button.execute').click();
    const answer = operation.locator('.live-responses-table');
    await answer.getByText(text).first().waitFor();
    await operation.locator('.opblock-summary-control').click();
    expect(errors).toEqual([]);
  });
});

describeWithBrowser('Swagger UI in a browser without a demo', () => {
  const openPage = useBrowser();
  const gateway = useGateway();

  it('200 sends a request with the three headers that it was given', async () => {
    const { page, errors } = await openPage(`${gateway.url}/api/v4/docs`);
    const { authorization, 'x-api-key': apiKey, service } = gateway.service.headers;
    await page.locator('.auth-wrapper .authorize').first().click();
    const authorizeNext = page.locator('.auth-container button.authorize').first();
    for (const value of [authorization.slice('Bearer '.length), apiKey, service]) {
      // What was authorized shows its value as text: the first field left is the next one's.
      await page.locator('.auth-container input').first().fill(value);
      await authorizeNext.click();
    }
    await page.locator('.modal-ux .btn-done').first().click();
    const detail = page.locator('.opblock[id$="-getBusinessDetail"]');
    await detail.locator('.opblock-summary-control').click();
    await detail.locator('.parameters input').fill('1');
    await detail.locator('button.execute').click();
    await detail
      .locator('.live-responses-table')
      .getByText('Business without data')
      .first()
      .waitFor();
    expect(errors).toEqual([]);
  });
});
