import { afterAll, describe, expect, it } from 'vitest';
import { createReportPrinter } from '../../../../src/adapters/reports/report-printer.ts';
import type { SocioeconomicPrintInput } from '../../../../src/adapters/reports/socioeconomic/printable.ts';
import type { ReportHead } from '../../../../src/domain/socioeconomic/report.ts';
import { preparePictures } from '../../../../src/extraction/reader/prepare-pictures.ts';
import { readCodes, readPages } from '../../../support/data/read-printed.ts';
import { inventReport } from '../../../support/data/socioeconomic.ts';
import { inventHousehold } from '../../../support/data/socioeconomic-household.ts';

const printer = createReportPrinter({
  publicUrl: 'https://gateway.example',
  preparePictures,
});
afterAll(async () => await printer.close());

const DIGEST = 'ab'.repeat(32);
const DRAFT = { state: 'draft', finalizedAt: null, finalizedBy: null } as const;
const reportOf = (head: Partial<ReportHead> = {}) => inventReport(inventHousehold(), head);

function printed(differences: Partial<SocioeconomicPrintInput> = {}): SocioeconomicPrintInput {
  return {
    report: reportOf(),
    digest: DIGEST,
    signature: null,
    page: 'letter',
    pictures: { photo: null, map: null },
    ...differences,
  };
}

async function textOf(differences: Partial<SocioeconomicPrintInput> = {}): Promise<string> {
  return (await readPages(await printer.print(1, printed(differences)))).join(' ');
}

describe('a printed socio-economic report, as an officer reads it,', () => {
  it('states the verdict, the result in lists and what is open on its first page', async () => {
    const report = reportOf();
    report.contradictions = [
      { kind: 'curp_sex', fields: [{ section: 'general', field: 'curp', label: 'CURP' }] },
      ...(report.contradictions ?? []),
    ];
    const [first = '', ...others] = await readPages(await printer.print(1, printed({ report })));
    for (const words of [
      'Dictamen: Favorable',
      'Búsqueda en listas: Sin coincidencias (19/01/2026)',
      'ofac-sdn; sat69b; un-sc; pep-mx-congreso',
      '▲ Datos que no concuerdan: 2 datos; véase el apartado correspondiente',
      'Información faltante: ninguna',
    ])
      expect(first).toContain(words);
    const text = others.join(' ');
    expect(text).toContain(
      'CURP (1. Datos generales) El sexo que indica la CURP no es el declarado',
    );
    expect(text).toContain(
      'CURP (1. Datos generales) Otra fuente tiene un valor distinto: Documento 88',
    );
  });

  it('has places to sign for investigator, person and supervisor, with their names', async () => {
    const text = await textOf();
    expect(text).toContain('Lic. Begoña Zúñiga Muñoz Investigó');
    expect(text).toContain('Inventada Peñaloza Ñáñez Persona entrevistada');
    expect(text).toContain('Supervisó (nombre y firma)');
  });

  it('names the users who typed values, and says of those who are gone that they are', async () => {
    const report = reportOf({
      users: [
        { id: 7, name: 'Irene Solís' },
        { id: 8, name: null },
      ],
    });
    const [general] = report.sections;
    const at = '2026-01-16T18:00:00.000Z';
    for (const [place, userId] of [7, 8].entries()) {
      const field = general?.fields[place];
      if (field !== undefined) field.source = { kind: 'typed', userId, at };
    }
    const text = await textOf({ report });
    expect(text).toContain('Captura del 16/01/2026, Irene Solís');
    expect(text).toContain('Captura del 16/01/2026, usuario 8, que ya no existe');
    expect(text).not.toMatch(/\d{4}-\d{2}-\d{2}/);
  });

  it('has a code that leads to the page for verifying with the signature, and as a draft none', async () => {
    const signed = await printer.print(1, printed({ signature: 'header.payload.signature' }));
    expect(await readCodes(signed)).toEqual([
      'https://gateway.example/verify#header.payload.signature',
    ]);
    const draft = await printer.print(1, printed({ report: reportOf(DRAFT) }));
    expect(await readCodes(draft)).toEqual([`demo/12/3 sha256:${DIGEST}`]);
  });

  it.each(['letter', 'a4'] as const)('has no empty page on %s', async (page) => {
    for (let members = 0; members <= 30; members += 3) {
      const report = reportOf();
      const [group] = report.sections[3]?.groups ?? [];
      const [row] = group?.rows ?? [];
      if (group === undefined || row === undefined) throw new Error('Nobody lives there.');
      group.rows = Array.from({ length: members + 1 }, () => row);
      for (const text of await readPages(await printer.print(1, printed({ report, page }))))
        expect(text.length).toBeGreaterThan(400);
    }
  });
});
