import { beforeAll, expect, it } from 'vitest';
import { at } from '../../support/clients/graphql.ts';
import { runMutation } from '../../support/data/socioeconomic-reports.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { useExampleWeb } from '../../support/processes/example-web.ts';
import { describeWithBrowser, useBrowser, usePage } from '../support/browser.ts';
import { signInTo } from '../support/sign-in.ts';

const PERSON = {
  id_persona: 71,
  tipo_per: 'FIS',
  nombre: 'Itzel',
  apellido_paterno: 'Peñaloza',
  apellido_materno: 'Ñáñez',
  fecha_nacimiento: '1991-03-02',
};
const COMPANY = { id_persona: 72, tipo_per: 'MOR', nombre: 'Telares del Sur' };
const INCOMES = ['25000', '3500'];
const EXPENSES = ['8500', '6200', '2800', '1900'];

describeWithBrowser('a socio-economic report in the example frontend', () => {
  const gateway = useGateway();
  const example = useExampleWeb(() => ({ ...gateway.service, url: gateway.url }));
  const openPage = useBrowser();

  beforeAll(async () => {
    const body = {
      id_negocio: 7,
      cod_negocio: 'F/7',
      business_name: 'Reported',
      participantes: [PERSON, COMPANY],
    };
    await gateway.request('POST', '/api/v4/fiduciary/requests', { body });
  });

  const shared = usePage(openPage, () => example.url);
  beforeAll(async () => {
    const { page } = shared();
    await signInTo(page, gateway.service);
    await page.getByRole('button', { name: 'Reported' }).click();
    await page.getByRole('button', { name: 'Socioeconomic' }).click();
  });

  const fillAmounts = async (group: string, amounts: readonly string[]): Promise<void> => {
    const { page } = shared();
    for (const [place, amount] of amounts.entries()) {
      await page.getByRole('button', { name: `Add to ${group}` }).click();
      await page.getByLabel(`Monto mensual, ${group}, ${place + 1}`).fill(amount);
    }
  };

  it('is not made of who has not agreed', async () => {
    const { page } = shared();
    const reports = page.getByRole('region', { name: 'Reports' });
    await reports.getByText('No reports yet.').waitFor();
    await page.getByRole('button', { name: 'New report' }).click();
    expect(await reports.getByRole('alert').innerText()).toMatch(/consent|agree/i);
  });

  it('is filled in by sections, with figures that follow, and made final', async () => {
    const { page, errors } = shared();
    await page.getByLabel('Version of the text').fill('2026-01');
    await page.getByRole('button', { name: 'Record consent' }).click();
    await page.getByText('Text 2026-01, given').waitFor();
    await page.getByRole('button', { name: 'New report' }).click();
    const sections = page.getByRole('navigation', { name: 'Sections' });
    await sections.getByRole('button', { name: 'Situación económica' }).click();
    expect(await sections.getByRole('button').count()).toBe(14);
    await fillAmounts('Ingresos mensuales del hogar', INCOMES);
    await fillAmounts('Egresos mensuales del hogar', EXPENSES);
    await page.getByRole('button', { name: 'Save this section' }).click();
    const figures = page.getByRole('table', { name: 'Figures' });
    const figure = (name: string) => figures.getByRole('row').filter({ hasText: name });
    await figure('Balance').getByText('9,100.00').waitFor();
    expect(await figure('Total income').innerText()).toContain('28,500.00');
    expect(await figure('Savings rate').innerText()).toContain('31.93 %');
    await page.getByRole('button', { name: 'Show as PDF' }).click();
    const link = page.getByRole('link', { name: /report-\d+\.pdf/ });
    expect(await link.evaluate(readStart)).toBe('%PDF-');
    await page.getByLabel('I have read the whole report.').check();
    await page.getByRole('button', { name: 'Finalize the report' }).click();
    await page.getByRole('status').getByText('Final since').waitFor();
    expect(await page.getByRole('button', { name: 'Save this section' }).count()).toBe(0);
    const { body } = await gateway.graphql(
      '{ participants(filter: { personType: NATURAL_PERSON }) { nodes { socioeconomicReports(first: 1) { nodes { status } } } } }',
    );
    expect(at(body, 'data', 'participants', 'nodes')).toEqual([
      { socioeconomicReports: { nodes: [{ status: 'FINAL' }] } },
    ]);
    expect(errors).toEqual([]);
  });

  it('is corrected by another, and tells that the consent was revoked', async () => {
    const { page } = shared();
    await page.getByRole('button', { name: /^Correct report/ }).click();
    await page.getByRole('button', { name: /, draft, corrects \d+/ }).waitFor();
    await page.getByRole('button', { name: 'Revoke consent' }).click();
    await page.getByRole('button', { name: 'Record consent' }).waitFor();
    await page.getByLabel('I have read the whole report.').check();
    await page.getByRole('button', { name: 'Finalize the report' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByRole('button', { name: /, final/ }).click();
    await page.getByText('The consent was revoked').waitFor();
    expect(await page.getByRole('status').innerText()).toMatch(/^Final since .* was revoked/);
  });

  it('tells that somebody else was faster, and keeps what was written', async () => {
    const { page } = shared();
    await page.getByLabel('Version of the text').fill('2026-02');
    await page.getByRole('button', { name: 'Record consent' }).click();
    await page.getByText('Text 2026-02, given').waitFor();
    await page.getByRole('button', { name: /^Correct report/ }).click();
    await page.getByRole('button', { name: 'Save this section' }).waitFor();
    const report = page.getByRole('region', { name: /^Report \d+$/ });
    const reportId = Number((await report.getAttribute('aria-label'))?.slice('Report '.length));
    const fields = [{ key: 'directions', value: { text: 'Frente al parque' } }];
    const other = { reportId, section: 'HOME', expectedVersion: 1, fields };
    await runMutation(gateway, ['updateSocioeconomicSection', other]);
    const place = page.getByLabel('Lugar de nacimiento');
    await place.fill('Puebla');
    await page.getByRole('button', { name: 'Save this section' }).click();
    const told = page.getByRole('alert').getByText('at version 2');
    await told.waitFor();
    // Whatever the page asked for anew at once is there before a PDF is made.
    await page.getByRole('button', { name: 'Show as PDF' }).click();
    await page.getByRole('link', { name: /report-\d+\.pdf/ }).waitFor();
    expect(await told.count()).toBe(1);
    expect(await place.inputValue()).toBe('Puebla');
  });
});

/** The first bytes of what a link leads to. */
async function readStart(link: unknown): Promise<string> {
  const reply = await fetch(String(Object(link).href));
  return (await reply.text()).slice(0, 5);
}
