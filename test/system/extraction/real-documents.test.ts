import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { DocumentKind, Extracted } from '../../../src/domain/extraction/extracted.ts';
import { interpretDocument } from '../../../src/domain/extraction/interpret-document.ts';
import { readDocument } from '../../../src/extraction/read-document.ts';
import { describeWithLists } from '../../support/data/lists-data.ts';
import { readText } from '../../support/data/read-text.ts';

const TODAY = '2024-06-01';
const fileOf = (name: string) => readFileSync(join(process.env['LISTS_DATA'] ?? '', 'docs', name));

async function read(name: string, claimed: DocumentKind | null = null): Promise<Extracted> {
  const mediaType = name.endsWith('pdf') ? 'application/pdf' : 'application/xml';
  return interpretDocument(await readDocument({ mediaType, bytes: fileOf(name) }), claimed, TODAY);
}

const valuesOf = ({ fields }: Extracted) =>
  Object.fromEntries(fields.map(({ name, value }) => [name, value]));
const checksOf = ({ checks }: Extracted) =>
  Object.fromEntries(checks.map(({ code, ok }) => [code, ok]));

describeWithLists('documents as they were really published', () => {
  it('the text of a constancia', () => {
    const made = interpretDocument(readText(fileOf('csf_csf-content.txt').toString()), null, TODAY);
    expect(valuesOf(made)).toMatchObject({
      rfc: 'DIM8701081LA',
      idCif: '12345678',
      companyName: 'MI EMPRESA',
      companyType: 'SOCIEDAD ANONIMA DE CAPITAL VARIABLE',
      postalCode: '72030',
      operationsStartDate: '2005-09-28',
      taxStatus: 'REACTIVADO',
      economicActivities: 'Comercio al por mayor agua purificada y hielo | 100 % | 2011-03-01',
      taxRegimes: '601 Régimen General de Ley Personas Morales | 2008-06-05',
    });
    expect(valuesOf(made)['taxObligations']?.split('\n')).toHaveLength(5);
    expect(checksOf(made)).toMatchObject({ seal_rfc: false, header_rfc: true });
  });

  it.each([
    [
      'csf_csf-correct-but-invalid.pdf',
      { rfc: 'AAA010101AAA', idCif: '12345678901' },
      'companyName',
    ],
    ['csf_csf-without-cif.pdf', { rfc: 'AAA010101AAA' }, 'idCif'],
    ['csf_csf-without-rfc.pdf', { idCif: '12345678901' }, 'rfc'],
  ])('%s', async (name, values, missing) => {
    const made = await read(name, 'tax_status_certificate');
    expect(made.kind).toBe('tax_status_certificate');
    expect(valuesOf(made)).toEqual(values);
    expect(made.missing).toContainEqual({ name: missing, reason: 'label_not_found' });
  });

  it('an invoice of 4.0 and one of 3.3 with local taxes', async () => {
    const four = await read('cfdi40-real.xml');
    expect(valuesOf(four)).toMatchObject({
      uuid: 'C2832671-DA6D-11EF-A83D-00155D012007',
      issuerRfc: 'ISD950921HE5',
      receiverRfc: 'COSC8001137NA',
      total: '1000.00',
    });
    const sound = {
      certificate_serial: true,
      certificate_rfc: true,
      certificate_dates: true,
      stamp: true,
      totals: true,
      seal: null,
    };
    expect(checksOf(four)).toEqual(sound);
    const three = await read('cfdi33-real.xml');
    expect(valuesOf(three)).toMatchObject({ version: '3.3', total: '2010.01' });
    expect(checksOf(three)).toEqual(sound);
  });
});
