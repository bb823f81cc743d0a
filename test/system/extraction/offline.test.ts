import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** The real readers, in processes of their own, on a text, an invoice and a picture, whose engine has a thread of its own. */
const READ_ALL = `
  const { createReaders } = await import('./src/extraction/reader/readers.ts');
  const { makeInvoice, makeTextPdf } = await import('./test/support/data/documents.ts');
  const { readSpecimen } = await import('./test/support/data/scanned-pdf.ts');
  const { connect } = await import('node:net');
  const reached = await new Promise((resolve) => {
    connect(53, '192.0.2.1').once('error', ({ code }) => resolve(code)).once('connect', () => resolve('network'));
  });
  const documents = [
    ['application/pdf', makeTextPdf('CONSTANCIA DE SITUACION FISCAL\\nRFC: EKU9003173C9\\nidCIF: 10203040506')],
    ['application/xml', makeInvoice()],
    ['image/jpeg', readSpecimen('ine-back')],
  ];
  const readers = createReaders(1);
  const reader = await readers.acquire(1);
  const said = [];
  for (const [mediaType, bytes] of documents) {
    const { extracted } = await reader.read({ mediaType, bytes, claimed: null, today: '2024-06-01' });
    said.push(extracted?.kind);
  }
  readers.stop();
  console.log(JSON.stringify([reached, ...said]));`;

it.skipIf(!canUnshare())('texts, invoices and pictures are read where there is no network', () => {
  const node = [process.execPath, '--input-type=module', '-e', READ_ALL];
  const said = execFileSync('unshare', ['-rn', ...node], { encoding: 'utf8' });
  const kinds = ['tax_status_certificate', 'cfdi', 'ine_back'];
  expect(JSON.parse(said)).toEqual(['ENETUNREACH', ...kinds]);
});

/** Where the system lets nobody make a namespace, the test is told as skipped. */
function canUnshare(): boolean {
  try {
    execFileSync('unshare', ['-rn', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
