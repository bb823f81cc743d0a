import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { at } from '../../support/clients/graphql.ts';
import { CERTIFICATE } from '../../support/data/documents.ts';
import { uploadAndGetId } from '../../support/data/files.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { useExampleWeb } from '../../support/processes/example-web.ts';
import { describeWithBrowser, useBrowser, usePage } from '../support/browser.ts';
import { signInTo } from '../support/sign-in.ts';

/** Wait for a page that is drawn. */
const DRAWN_MS = 120_000;

const COMPANY = {
  id_persona: 61,
  tipo_per: 'MOR',
  nombre: 'Escuela Kemper Urgate',
  rfc: 'URE180429TM6',
  tipo_doctos: ['CSF'],
};
const PERSON = {
  id_persona: 62,
  tipo_per: 'FIS',
  nombre: 'Martín',
  apellido_paterno: 'De la Cruz',
  fecha_nacimiento: '1960-08-18',
  tipo_doctos: ['INE'],
};

describeWithBrowser('a document in the example frontend', () => {
  const gateway = useGateway();
  const example = useExampleWeb(() => ({ ...gateway.service, url: gateway.url }));
  const openPage = useBrowser();

  beforeAll(async () => {
    const body = {
      id_negocio: 6,
      cod_negocio: 'F/6',
      business_name: 'Documented',
      participantes: [COMPANY, PERSON],
    };
    const sent = await gateway.request('POST', '/api/v4/fiduciary/requests', { body });
    const fieldsOf = (index: number, type: string) => ({
      participant_id: String(at(sent.body, 'data', 'business', 'participantes', index, 'id')),
      cod_tipo_docto: type,
    });
    await uploadAndGetId(gateway, { bytes: CERTIFICATE, fields: fieldsOf(0, 'CSF') });
    const card = Buffer.from(await readFile(new URL('../../../demo/ine.jpg', import.meta.url)));
    const picture = { name: 'ine.jpg', type: 'image/jpeg', fields: fieldsOf(1, 'INE') };
    await uploadAndGetId(gateway, { bytes: card, ...picture });
  });

  const shared = usePage(openPage, () => example.url);
  beforeAll(async () => {
    const { page } = shared();
    await signInTo(page, gateway.service);
    await page.getByRole('button', { name: 'Documented' }).click();
  });

  const open = async (type: string): Promise<Page> => {
    const { page } = shared();
    await page.getByRole('row').getByRole('button', { name: type }).click();
    await page.getByRole('heading', { name: 'Reading' }).waitFor();
    return page;
  };

  it('is read, and tells what contradicts what is stored, until that is stored', async () => {
    const page = await open('CSF');
    await page.getByText('The document has not been read yet.').waitFor();
    await page.getByRole('button', { name: 'Read it' }).click();
    const fields = page.getByRole('table', { name: 'Extracted fields' });
    const rfc = fields.getByRole('row').filter({ hasText: 'EKU9003173C9' });
    expect(await rfc.innerText()).toMatch(/page 1, \d+% across, \d+% down/);
    const conflicts = page.getByRole('region', { name: 'Conflicts' });
    const conflict = conflicts.getByRole('row').filter({ hasText: 'URE180429TM6' });
    expect(await conflict.innerText()).toMatch(
      /URE180429TM6\s+from the provider, or typed in\s+EKU9003173C9\s+Tax status certificate, text/,
    );
    const store = page.getByRole('button', { name: 'Store' });
    expect(await store.isDisabled()).toBe(true);
    await fields.getByLabel('RFC', { exact: true }).check();
    await fields.getByLabel('Postal code', { exact: true }).check();
    await page.getByRole('button', { name: 'Store 2 chosen fields' }).click();
    await page.getByRole('status').getByText('2 fields stored.').waitFor();
    await page.getByText('The document agrees with the stored data.').waitFor();
    const { body } = await gateway.graphql(
      '{ participants(filter: { personType: LEGAL_ENTITY }) { nodes { personalInformation { rfc address { postalCode } } } } }',
    );
    expect(at(body, 'data', 'participants', 'nodes')).toEqual([
      { personalInformation: { rfc: 'EKU9003173C9', address: { postalCode: '03100' } } },
    ]);
    await page.getByRole('button', { name: 'Close the document' }).click();
    await page.getByRole('heading', { name: 'Documented' }).waitFor();
    expect(shared().errors).toEqual([]);
  });

  it('has boxes where its values stand, if it is a picture', async () => {
    const page = await open('INE');
    await page.getByRole('button', { name: 'Read it' }).click();
    const picture = page.getByRole('figure');
    await picture.waitFor({ timeout: DRAWN_MS });
    const fields = page.getByRole('table', { name: 'Extracted fields' });
    const curp = fields.getByRole('row').filter({ hasText: 'CUAM600808HYNRVR02' });
    const [number = ''] = await curp.getByRole('cell').allInnerTexts();
    const numbers = await picture.locator('.box').allInnerTexts();
    expect(numbers.flatMap((text) => text.split(', '))).toContain(number);
    const drawn = await picture.getByRole('img').evaluate(measure);
    expect(drawn).toBeGreaterThan(0);
    const conflicts = page.getByRole('region', { name: 'Conflicts' });
    await conflicts
      .getByRole('row')
      .filter({ hasText: 'Aug 18, 1960' })
      .getByText('Aug 8, 1960')
      .waitFor();
  });
});

/** How wide the picture itself is: nothing where it did not come. */
function measure(picture: unknown): unknown {
  return Object(picture).naturalWidth;
}
