import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { enableDemoScreening } from '../../../src/cli/demo/demo-screening.ts';
import { forgetList } from '../../../src/db/queries/lists/forget.ts';
import { ALL_SERVICES } from '../../../src/domain/lists/list-source.ts';
import { verifyFile } from '../../../src/resolvers/reports/verify-file.ts';
import { at } from '../../support/clients/graphql.ts';
import { addDemoLists } from '../../support/data/demo-lists.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { useExampleWeb } from '../../support/processes/example-web.ts';
import { describeWithBrowser, useBrowser, usePage } from '../support/browser.ts';
import { signInTo } from '../support/sign-in.ts';

/** The first two are on the demo's list of the OFAC, with other years of birth. */
const PEOPLE = [
  {
    id_persona: 51,
    tipo_per: 'FIS',
    nombre: 'Ivan',
    apellido_paterno: 'Sidorenko',
    apellido_materno: 'Vymyshlenny',
    fecha_nacimiento: '1985-02-03',
  },
  {
    id_persona: 52,
    tipo_per: 'FIS',
    nombre: 'Ángel Inventado',
    apellido_paterno: 'Peñaloza',
    apellido_materno: 'Ñáñez',
    fecha_nacimiento: '1971-01-01',
  },
  // Of the demo's lists of people in office: somebody in two of them, and her husband.
  {
    id_persona: 54,
    tipo_per: 'FIS',
    nombre: 'Lucía',
    apellido_paterno: 'Betancourt',
    apellido_materno: 'Ibarra',
  },
  {
    id_persona: 53,
    tipo_per: 'FIS',
    nombre: 'Tomás',
    apellido_paterno: 'Sandoval',
    apellido_materno: 'Peralta',
  },
];

describeWithBrowser('the compliance desk of the example frontend', () => {
  const gateway = useGateway();
  const example = useExampleWeb(() => ({ ...gateway.service, url: gateway.url }));
  const openPage = useBrowser();

  beforeAll(async () => {
    await addDemoLists(gateway.databaseUrl);
    await forgetList(gateway.db, { serviceId: ALL_SERVICES, source: 'un-sc' });
    const business = { id_negocio: 5, cod_negocio: 'F/5', participantes: PEOPLE };
    await gateway.request('POST', '/api/v4/fiduciary/requests', { body: business });
    await enableDemoScreening(gateway.url, gateway.service.headers);
  });

  const shared = usePage(openPage, () => example.url);
  beforeAll(async () => {
    const { page } = shared();
    await signInTo(page, gateway.service);
    await page.getByRole('button', { name: 'Compliance desk' }).click();
  });

  const open = async (name: string): Promise<Page> => {
    const { page } = shared();
    await pendingOf(page).getByRole('button', { name }).click();
    await page.getByRole('heading', { name }).first().waitFor();
    return page;
  };

  it('says of each list how old it is, and which are not loaded', async () => {
    const { page } = shared();
    const lists = page.getByRole('region', { name: 'Lists' });
    const ageOf = async (code: string): Promise<string> => {
      const row = lists.getByRole('row').filter({ hasText: `· ${code}` });
      return await row.getByRole('cell').last().innerText();
    };
    expect(await ageOf('sat69-firmes')).toMatch(/days: too old$/);
    expect(await ageOf('un-sc')).toBe('not loaded');
    expect(await ageOf('sat69b-bis')).toMatch(/days: too old$/);
  });

  it('shows the two side by side, and why they are thought alike', async () => {
    const page = await open('Sidorenko');
    const match = page.getByRole('region', { name: 'Match ofac-sdn 990003' });
    const compared = match.getByRole('table', { name: 'Side by side' });
    const born = compared.getByRole('row').filter({ hasText: 'Born' });
    expect(await born.getByRole('cell').allInnerTexts()).toEqual(['Feb 3, 1985', 'May 17, 1960']);
    const names = compared.getByRole('row').filter({ hasText: 'Name' }).first();
    expect(await names.getByRole('cell').allInnerTexts()).toEqual([
      'Ivan Sidorenko Vymyshlenny',
      'SIDORENKO-VYMYSHLENNY, Ivan',
    ]);
    const why = match.getByRole('table', { name: 'Comparison' });
    const row = (text: string) => why.getByRole('row').filter({ hasText: text });
    await row('SIDORENKO').getByText('equal').waitFor();
    await row('Birth').getByText('against').waitFor();
  });

  it('says whose relative somebody is', async () => {
    const page = await open('Sandoval');
    const match = page.getByRole('region', { name: 'Match opensanctions demo-0003' });
    const compared = match.getByRole('table', { name: 'Side by side' });
    const related = compared.getByRole('row').filter({ hasText: 'Related to' });
    expect(await related.getByRole('cell').last().innerText()).toBe(
      'spouse or partner of Lucía Betancourt Ibarra (demo-0002), Member of the invented Chamber of Deputies',
    );
  });

  it('says which matches may be of one person', async () => {
    const page = await open('Betancourt');
    const [one, other] = [
      'opensanctions demo-0002',
      'pep-mx-congreso Lucía Betancourt Ibarra | Diputada | Mexico',
    ];
    for (const [name, alike] of [
      [one, other],
      [other, one],
    ]) {
      const match = page.getByRole('region', { name: `Match ${name}` });
      const said = match.getByText(`Possibly the same person as ${alike}.`);
      expect(await said.count()).toBe(1);
    }
  });

  it('takes a decision with its reason, and keeps it', async () => {
    const page = await open('Sidorenko');
    const form = page.getByRole('form', { name: 'Decision' });
    const record = form.getByRole('button', { name: 'Record the decision' });
    await form.getByLabel('Another person').check();
    expect(await record.isDisabled()).toBe(true);
    await form.getByLabel('Reason').selectOption('Another reason, in the note');
    expect(await record.isDisabled()).toBe(true);
    await form.getByLabel('Reason').selectOption('Different birth date');
    await record.click();
    await page.getByText('No match of this participant awaits a decision.').waitFor();
    const [decision] = await rowsOf(page.getByRole('region', { name: 'Decisions' }));
    expect(decision).toMatch(
      /ofac-sdn 990003\s+Another person \(false positive\)\s+Different birth date/,
    );
    const pending = pendingOf(page);
    await pending.getByText('3 participants', { exact: true }).waitFor();
    expect(await pending.getByRole('button', { name: 'Sidorenko' }).count()).toBe(0);
    expect(shared().errors).toEqual([]);
  });

  it('waits for a second user where the service wants two', async () => {
    await setFourEyes(true);
    const page = await open('Ñáñez');
    const form = page.getByRole('form', { name: 'Decision' });
    await form.getByLabel('The same person').check();
    await form.getByLabel('Reason').selectOption('Data of the same person');
    await form.getByRole('button', { name: 'Record the decision' }).click();
    await page.getByText('Awaiting a second decision').waitFor();
    await page.getByText('awaits a second user').waitFor();
    await pendingOf(page).getByRole('button', { name: 'Ñáñez' }).waitFor();
    await form.getByRole('button', { name: 'Record the decision' }).click();
    const said = await form.getByRole('alert').innerText();
    expect(said).toBe(
      'The current state does not allow it.\nA second user must decide that the match is a true match.',
    );
  });

  it('screens now, and gives the report as PDF and JSON', async () => {
    const page = await open('Ñáñez');
    const screenings = page.getByRole('region', { name: 'Screenings' });
    const before = (await rowsOf(screenings)).length;
    await screenings.getByRole('button', { name: 'Screen now' }).click();
    await screenings.getByRole('status').getByText('Alert: 1 match').waitFor();
    await expect.poll(async () => (await rowsOf(screenings)).length).toBe(before + 1);
    await screenings.getByText('on request').waitFor();
    await screenings
      .getByRole('button', { name: /^Report/ })
      .first()
      .click();
    const pdf = await screenings.getByRole('link', { name: 'as PDF' }).getAttribute('href');
    const reply = await fetch(new URL(pdf ?? '', example.url));
    const bytes = Buffer.from(await reply.arrayBuffer());
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const link = screenings.getByRole('link', { name: 'as JSON' });
    const json = await page.evaluate(readText, (await link.getAttribute('href')) ?? '');
    const file = { bytes: Buffer.from(json), signature: undefined };
    const { verdict } = await verifyFile(gateway.db, file, undefined);
    expect(verdict).toBe('valid');
  });

  async function setFourEyes(fourEyes: boolean): Promise<void> {
    const { body } = await gateway.graphql(
      `mutation ($input: UpdateScreeningSettingsInput!) { updateScreeningSettings(input: $input) {
        ... on UpdateScreeningSettingsPayload { settings { fourEyes } } } }`,
      { input: { fourEyes } },
    );
    expect(at(body, 'data', 'updateScreeningSettings', 'settings')).toEqual({ fourEyes });
  }
});

function pendingOf(page: Page): Locator {
  return page.getByRole('complementary', { name: 'Pending matches' });
}

/** The texts of a table's rows but its first. */
async function rowsOf(region: Locator): Promise<string[]> {
  return (await region.getByRole('row').allInnerTexts()).slice(1);
}

/** Runs in the page, where alone such a link leads somewhere. */
async function readText(url: string): Promise<string> {
  return await (await fetch(url)).text();
}
