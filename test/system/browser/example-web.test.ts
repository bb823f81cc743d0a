import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { readCounts } from '../../../src/db/queries/records/service-counts.ts';
import {
  makeBusiness,
  makeParticipant,
  type ParticipantSample,
} from '../../support/data/factories.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { EXAMPLE_PASSWORD, useExampleWeb } from '../../support/processes/example-web.ts';
import { createProxy, type Proxy } from '../../support/processes/proxy.ts';
import { describeWithBrowser, useBrowser } from '../support/browser.ts';
import { signInTo } from '../support/sign-in.ts';

describeWithBrowser('the example frontend', () => {
  const gateway = useGateway();
  let proxy: Proxy;
  beforeAll(async () => {
    proxy = await createProxy(gateway.url);
  });
  afterAll(async () => {
    await proxy.close();
  });
  const example = useExampleWeb(() => ({ ...gateway.service, url: proxy.url }));
  const openPage = useBrowser();

  /** A page on which the user is signed in. */
  const signIn = async (password = EXAMPLE_PASSWORD) => {
    const watched = await openPage(example.url);
    const { page } = watched;
    await signInTo(page, { ...gateway.service, password });
    return watched;
  };
  const openBusiness = async (name: string) => {
    const watched = await signIn();
    await watched.page.getByRole('button', { name }).click();
    await watched.page.getByRole('heading', { name }).waitFor();
    return watched;
  };
  const make = async (name: string, participants: ParticipantSample[] = []) =>
    await makeBusiness(gateway.db, gateway.service.serviceId, { name, participants });
  const upsert = async (externalId: number, name: string): Promise<void> => {
    const input = { externalId, code: `NEG-${externalId}`, name };
    const mutation =
      'mutation ($input: UpsertBusinessInput!) { upsertBusiness(input: $input) { __typename } }';
    const { body } = await gateway.graphql(mutation, { input });
    expect(body).toEqual({ data: { upsertBusiness: { __typename: 'UpsertBusinessPayload' } } });
  };

  it('signs in by e-mail and password, and says why it cannot', async () => {
    const { page } = await signIn('wrong');
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(0);
    await page.getByLabel('Password').fill(EXAMPLE_PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Password').waitFor();
  });

  it('passes the bytes of files on, by the links that the graph gives', async () => {
    const bytes = Buffer.from('name,count\nfirst,1\n');
    const send = async (query: string): Promise<string> => {
      const { headers } = gateway.service;
      const response = await fetch(new URL('/graphql', example.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ query }),
      });
      return await response.text();
    };
    const created = await send(`mutation { createFileUpload(input: {
      fileName: "a.csv", mediaType: "text/csv", byteCount: ${bytes.length}
    }) { ... on CreateFileUploadPayload { uploadUrl file { databaseId } } } }`);
    const [, uploadUrl = ''] = /"uploadUrl":"([^"]+)"/.exec(created) ?? [];
    const [, id = ''] = /"databaseId":(\d+)/.exec(created) ?? [];
    const put = await fetch(new URL(uploadUrl, example.url), { method: 'PUT', body: bytes });
    expect(put.status).toBe(200);
    const completed = await send(`mutation { completeFileUpload(input: {
      file: { databaseId: ${id} }
    }) { ... on CompleteFileUploadPayload { file { downloadUrl } } } }`);
    const [, downloadUrl = ''] = /"downloadUrl":"([^"]+)"/.exec(completed) ?? [];
    const download = await fetch(new URL(downloadUrl, example.url));
    expect(Buffer.from(await download.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('lists businesses by name, finds them by its beginning, and turns pages', async () => {
    for (let number = 10; number < 24; number += 1) await make(`Searched ${number}`);
    await make('Another');
    const { page, errors, foreignRequests } = await signIn();
    await page.getByLabel('Search by name').fill('searched');
    const list = page.getByRole('complementary', { name: 'Businesses' });
    await list.getByText('14 found').waitFor();
    await list.getByText('Searched 10').waitFor();
    await list.getByRole('button', { name: 'Next' }).click();
    await list.getByText('Searched 23').waitFor();
    expect(await list.getByText('Searched 10').count()).toBe(0);
    await list.getByRole('button', { name: 'Previous' }).click();
    await list.getByText('Searched 10').waitFor();
    expect({ errors, foreignRequests }).toEqual({ errors: [], foreignRequests: [] });
  });

  it('filters and pages the participants of a business', async () => {
    await make('Crowded', [
      ...Array.from({ length: 12 }, (_, index) => ({ name: `Persona ${index}` })),
      { name: 'Cumbres de Papel', personType: 'legal' as const, legalActFolio: 'F-1' },
    ]);
    const { page } = await openBusiness('Crowded');
    const rows = page.getByRole('row');
    await page.getByRole('group', { name: 'Filters' }).getByText('13 participants').waitFor();
    expect(await rows.count()).toBe(1 + 10);
    const pager = page.getByRole('navigation', { name: 'Pages of participants' });
    await pager.getByRole('button', { name: 'Next' }).click();
    await rows.filter({ hasText: 'Cumbres de Papel' }).waitFor();
    expect(await rows.count()).toBe(1 + 3);
    await page.getByLabel('With a folio').selectOption('Yes');
    await expectRows(page, ['Cumbres de Papel']);
    await page.getByLabel('Person type').selectOption('Natural persons');
    await page.getByText('No participant matches the filter.').waitFor();
  });

  it('shows what the service has and who did what last, and keeps both up to date', async () => {
    await upsert(801, 'Overseen');
    const { page, errors } = await signIn();
    const overview = page.getByRole('region', { name: 'Overview' });
    await overview.getByText('Business created or updated: Overseen, by a user').waitFor();
    const { businesses } = await readCounts(gateway.db, gateway.service.serviceId);
    const shown = overview.locator('dt:has-text("Businesses") + dd');
    expect(await shown.textContent()).toBe(String(businesses));
    await upsert(802, 'Overseen later');
    await overview.getByText('Business created or updated: Overseen later, by a user').waitFor();
    await expect.poll(async () => await shown.textContent()).toBe(String(businesses + 1));
    expect(errors).toEqual([]);
  });

  it('finds participants of a business by a part of their name, whatever its accents', async () => {
    await make('Searchable', [
      { name: 'María', paternalSurname: 'Núñez' },
      { name: 'Ana', paternalSurname: 'Alba' },
    ]);
    const { page } = await openBusiness('Searchable');
    const filters = page.getByRole('group', { name: 'Filters' });
    await filters.getByText('2 participants').waitFor();
    await page.getByLabel('Search participants').fill('nunez mar');
    await filters.getByText('1 participant', { exact: true }).waitFor();
    await expectRows(page, ['María Núñez']);
    await page.getByLabel('Search participants').fill('nu');
    await filters.getByText('2 participants').waitFor();
  });

  it('shows what another client does while it happens', async () => {
    const { page, errors } = await signIn();
    await live(page).waitFor();
    await upsert(71, 'Born live');
    await page.getByRole('button', { name: 'Born live' }).waitFor();
    await page.getByText('Born live was created').waitFor();
    expect(errors).toEqual([]);
  });

  it('misses nothing and shows nothing twice across a connection that broke', async () => {
    const { page } = await signIn();
    await live(page).waitFor();
    await upsert(81, 'Before');
    await page.getByText('Before was created').waitFor();
    onTestFinished(() => proxy.heal());
    proxy.cut();
    await page.getByText('offline', { exact: true }).waitFor();
    await upsert(82, 'Meanwhile');
    proxy.heal();
    await page.getByText('Meanwhile was created').waitFor();
    const feed = page.getByRole('complementary', { name: 'Events' });
    expect(await feed.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringContaining('Meanwhile was created'),
      expect.stringContaining('Before was created'),
    ]);
  });

  it('deletes after preview and confirmation, and shows the receipt', async () => {
    const documents: ParticipantSample['documents'] = [['INE', null]];
    const { id } = await make('Completed', [
      { name: 'Sin folio', documents },
      { name: 'Con folio', legalActFolio: 'F-1', documents },
    ]);
    const { page, errors } = await openBusiness('Completed');
    await page.getByRole('button', { name: 'Complete…' }).click();
    await page.getByText('1 participant and 1 document. It cannot be undone.').waitFor();
    expect(await confirmButton(page).isDisabled()).toBe(true);
    await page.getByLabel('I have seen').check();
    await confirmButton(page).click();
    await page.getByText('Keep this receipt').waitFor();
    const receipts = gateway.db.selectFrom('deletion_receipts').selectAll();
    const [receipt] = await receipts.where('business_id', '=', id).execute();
    await page.getByText(receipt?.digest.toString('hex') ?? 'none').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await expectRows(page, ['Con folio']);
    await page.getByRole('button', { name: 'Complete…' }).click();
    await page.getByLabel('Everything').check();
    await page.getByText('the business itself').waitFor();
    await page.getByLabel('I have seen').check();
    await confirmButton(page).click();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByText('This business has been deleted.').waitFor();
    expect(errors).toEqual([]);
  });

  it('deletes nothing that was not in the preview', async () => {
    const { serviceId } = gateway.service;
    const { id: businessId } = await make('Moving', [{ name: 'Seen' }]);
    const { page } = await openBusiness('Moving');
    await page.getByRole('button', { name: 'Complete…' }).click();
    await page.getByText('1 participant and').waitFor();
    await makeParticipant(gateway.db, { serviceId, businessId }, { name: 'Unseen' });
    await gateway.db
      .updateTable('businesses')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('service_id', '=', serviceId)
      .where('id', '=', businessId)
      .execute();
    await page.getByLabel('I have seen').check();
    await confirmButton(page).click();
    await page.getByText('The preview shows the current data.').waitFor();
    await page.getByText('2 participants and').waitFor();
    expect(await confirmButton(page).isDisabled()).toBe(true);
  });

  it('goes back to the form when the session has ended', async () => {
    const { page } = await signIn();
    await live(page).waitFor();
    await gateway.db
      .updateTable('users')
      .set({ disabled_at: new Date() })
      .where('service_id', '=', gateway.service.serviceId)
      .execute();
    await page.getByText('Your session has ended.').waitFor();
    expect(await page.getByLabel('Password').inputValue()).toBe('');
  });
});

function live(page: Page): Locator {
  return page.getByText('live', { exact: true });
}

function confirmButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Delete permanently' });
}

/** The table holds rows with these texts, in this order, and no other. */
async function expectRows(page: Page, texts: string[]): Promise<void> {
  const rows = page.getByRole('row');
  await expect
    .poll(async () => (await rows.allInnerTexts()).slice(1), { timeout: 60_000 })
    .toEqual(texts.map((text) => expect.stringContaining(text)));
}
