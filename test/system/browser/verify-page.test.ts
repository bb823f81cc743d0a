import { beforeAll, expect, it } from 'vitest';
import { createRegistry } from '../../support/data/verified-reports.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { describeWithBrowser, useBrowser } from '../support/browser.ts';

type Reports = Awaited<ReturnType<typeof createRegistry>>;
type File = { name: string; mimeType: string; buffer: Buffer };

/** Requests of the page after it is loaded: the keys, and its icon. */
const EXPECTED = /^GET \/(?:\.well-known\/report-keys\.json|verify\/[0-9a-f]{16}\/logo\.svg)$/;

describeWithBrowser('the public page for verifying reports', () => {
  const gateway = useGateway({ WORKER: 'off', PUBLIC_URL: 'https://gateway.example' });
  const openPage = useBrowser();
  let reports: Reports;
  beforeAll(async () => {
    reports = await createRegistry(gateway);
  });

  /** The titles of the results in Spanish for these files and this signature, and everything that the page requested. */
  async function verify(files: File[], { typed = '', hash = '' } = {}) {
    const { page, foreignRequests, errors } = await openPage(`${gateway.url}/verify${hash}`);
    const requests: string[] = [];
    page.on('request', (request) =>
      requests.push(`${request.method()} ${new URL(request.url()).href.slice(gateway.url.length)}`),
    );
    if ((await page.locator('html').getAttribute('lang')) !== 'es')
      await page.locator('#language').click();
    await page.locator('#signature').fill(typed === '' ? hash.slice(1) : typed);
    if (files.length > 0) await page.locator('#file').setInputFiles(files);
    await page.locator('.card').first().waitFor();
    expect(foreignRequests).toEqual([]);
    expect(errors).toEqual([]);
    expect(requests.filter((request) => !EXPECTED.test(request))).toEqual([]);
    return { page, titles: await page.locator('.card h3').allInnerTexts() };
  }

  const pdf = (): File => ({ name: 'r.pdf', mimeType: 'application/pdf', buffer: reports.pdf });
  const json = (text = reports.json): File => ({
    name: 'r.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  });
  const VALID = 'Auténtico y sin alteraciones';
  const ALTERED = 'Alterado, o la firma es de otro documento';

  it('takes what was issued, as JSON in any layout and as PDF with its signature', async () => {
    const { titles, page } = await verify([json()]);
    expect(titles).toEqual([VALID]);
    expect(await page.locator('.card').innerText()).toContain(`${reports.id}`);
    expect(await page.locator('.card').innerText()).toContain(gateway.service.service);
    const layout = JSON.stringify(JSON.parse(reports.json), null, 4);
    expect((await verify([json(layout)])).titles).toEqual([VALID]);
    expect((await verify([pdf()], { typed: reports.pdfSignature })).titles).toEqual([VALID]);
    const beside = {
      name: 'r.jws',
      mimeType: 'text/plain',
      buffer: Buffer.from(reports.pdfSignature),
    };
    expect((await verify([pdf(), beside])).titles).toEqual([VALID]);
  });

  it('tells one changed word and one changed byte', async () => {
    const changed = reports.json.replace('"alert"', '"clear"');
    expect(changed).not.toBe(reports.json);
    expect((await verify([json(changed)])).titles).toEqual([ALTERED]);
    const bytes = Buffer.from(reports.pdf);
    bytes[2000] = (bytes[2000] ?? 0) ^ 1;
    const file = { ...pdf(), buffer: bytes };
    expect((await verify([file], { typed: reports.pdfSignature })).titles).toEqual([ALTERED]);
  });

  it('states what the code of a printed report proves, and what it does not prove of the PDF', async () => {
    const hash = `#${reports.codes[0]?.split('#')[1]}`;
    const { titles, page } = await verify([], { hash });
    expect(titles).toEqual(['Firma auténtica']);
    expect(await page.locator('.card').innerText()).toContain(reports.sha256);
    expect((await verify([pdf()], { hash })).titles).toEqual([
      'La firma es del reporte en JSON, no de este PDF',
    ]);
    expect((await verify([json()], { hash })).titles).toEqual([VALID]);
  });

  it('takes no signature of another key, none that is changed, and no file without one', async () => {
    const foreign = 'No se reconoce la firma';
    expect((await verify([pdf()], { typed: reports.foreignSignature })).titles).toEqual([foreign]);
    const [head, payload, end] = reports.pdfSignature.split('.');
    const other = Buffer.from(payload ?? '', 'base64url')
      .toString()
      .replace('"pdf"', '"json"');
    const forged = [head, Buffer.from(other).toString('base64url'), end].join('.');
    expect((await verify([], { typed: forged })).titles).toEqual([foreign]);
    expect((await verify([pdf()])).titles).toEqual(['Falta la firma']);
  });

  it('knows the keys that signed before, and those that are revoked', async () => {
    const { titles } = await verify([json(reports.olderJson)]);
    expect(titles).toEqual([VALID]);
    const revoked = await verify([json(reports.revokedJson)]);
    expect(revoked.titles).toEqual(['La clave de la firma fue revocada']);
  });

  it('is read in English and in Spanish, and a file can be dropped', async () => {
    const { page } = await verify([json()]);
    expect(await page.locator('h1').innerText()).toBe('Comprobar un reporte');
    await page.locator('#language').click();
    await page.getByText('Authentic and unchanged').waitFor();
    expect([await page.locator('h1').innerText(), await page.title()]).toEqual([
      'Verify a report',
      'Verify a report',
    ]);
    await page.evaluate(
      (text) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text], 'dropped.json'));
        document.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, cancelable: true }));
      },
      reports.json.replace('"alert"', '"clear"'),
    );
    await page.getByText('does not match the content of “dropped.json”').waitFor();
  });
});
