import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { createReportPrinter } from '../../../../src/adapters/reports/report-printer.ts';
import type { SocioeconomicPrintInput } from '../../../../src/adapters/reports/socioeconomic/printable.ts';
import { PICTURE_BYTES_MAX } from '../../../../src/domain/socioeconomic/material.ts';
import type { ReportHead } from '../../../../src/domain/socioeconomic/report.ts';
import { preparePictures } from '../../../../src/extraction/reader/prepare-pictures.ts';
import { hashOf, openPdf, readPages } from '../../../support/data/read-printed.ts';
import {
  answersOf,
  CONSENT,
  inventFacts,
  inventMaterial,
  inventReport,
} from '../../../support/data/socioeconomic.ts';
import {
  HOUSEHOLD_ANSWERS,
  inventHousehold,
} from '../../../support/data/socioeconomic-household.ts';

const printer = createReportPrinter({ publicUrl: 'https://gateway.example', preparePictures });
afterAll(async () => await printer.close());

const DIGEST = 'ab'.repeat(32);
const REFERENCE = { fileId: 3, sha256: 'cd'.repeat(32) };
const DRAFT = { state: 'draft', finalizedAt: null, finalizedBy: null } as const;

function printed(differences: Partial<SocioeconomicPrintInput> = {}): SocioeconomicPrintInput {
  return {
    report: inventReport(inventHousehold()),
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

/** What a report of the household says, with another head or other answers. */
function reportOf(
  head: Partial<ReportHead> = {},
  answers: Readonly<Record<string, string>> = {},
): SocioeconomicPrintInput['report'] {
  const all = answersOf({ ...HOUSEHOLD_ANSWERS, ...answers });
  return inventReport(inventHousehold({ answers: all }), head);
}

function withJobs(
  report: SocioeconomicPrintInput['report'],
  count: number,
): SocioeconomicPrintInput['report'] {
  const copy = structuredClone(report);
  const [jobs] = copy.sections[8]?.groups ?? [];
  const [row] = jobs?.rows ?? [];
  if (jobs === undefined || row === undefined) throw new Error('Nobody worked.');
  jobs.rows = Array.from({ length: count }, () => row);
  return copy;
}

describe('a socio-economic report as a PDF', () => {
  it('says everything with where it is from, and the figures with what they are from', async () => {
    const text = await textOf();
    for (const words of [
      'Estudio socioeconómico Inventada Peñaloza Ñáñez',
      'Institución: demo · Negocio: F/1234 Folio: 12 · Revisión: 3',
      'CURP PEXI850315MMCXXN09 Registro; difiere: Documento 88',
      'Ángel Núñez Güemes Cónyuge 41 Carpintería Sí Cuestionario de Irene Solís Ávila',
      'Nacionalidad México',
      'Ingreso total mensual $28,500.00',
      'Saldo mensual $9,100.00 ingreso total − egreso total',
      'Capacidad de ahorro 31.93 % saldo ÷ ingreso total',
      'no rebasa 2.50 (CONEVAL, medición de la pobreza',
      '14. Aviso de privacidad y consentimiento Finalidad Elaboración de su estudio',
      'Otorgado el 15/01/2026 a las 10:00:00 (GMT-6)',
      'Registrado el 20/02/2026 a las 03:30:00 (GMT-6)',
      `Evidencia (SHA-256 del archivo) ${CONSENT.evidenceSha256}`,
      'Información faltante Ninguna.',
    ])
      expect(text).toContain(words);
    expect(text).not.toContain('BORRADOR');
    expect(text).not.toContain('Sin información');
  });

  it('says of sections without anything that there is no information, and lists them', async () => {
    const report = inventReport(inventMaterial(), { ...DRAFT, consent: null });
    const text = await textOf({ report });
    expect(text).toContain('5. Escolaridad Sin información 6. Salud Sin información');
    expect(text).toContain('consentimiento Sin información');
    expect(text).toContain('5. Escolaridad Toda la sección Sin información');
    expect(text).toContain('Capacidad de ahorro No se calcula');
    expect(text).toContain(`Información faltante: ${report.missing.length} datos`);
  });

  it('says that a total is partial, and of what that lacks', async () => {
    const text = await textOf({ report: reportOf({}, { finances_incomes_2_amount: '3.500' }) });
    expect(text).toContain('Ingreso total mensual (parcial) $25,000.00');
    expect(text).toContain('ingresos: $25,000.00 en 1 renglón; ingresos: falta una parte');
    expect(text).toContain('Información faltante: 1 dato');
    expect(text).toContain(
      'Ingresos mensuales del hogar: Monto mensual, renglón 2 La respuesta puede entenderse de dos maneras',
    );
  });

  it('draws each concept, the largest first, and many small ones as one', async () => {
    const text = await textOf();
    expect(text).toContain('Ingresos por concepto Sueldo $25,000.00 Venta de dulces');
    const small = Object.fromEntries(
      [5, 6, 7, 8, 9, 10, 11, 12].flatMap((row) => [
        [`finances_expenses_${row}_concept`, `Gasto menor ${row}`],
        [`finances_expenses_${row}_amount`, '10'],
      ]),
    );
    const many = await textOf({ report: reportOf({}, small) });
    expect(many).toContain('Luz, agua e internet $1,900.00 Gasto menor 5 $10.00');
    expect(many).toContain('Los demás (5) $50.00');
  });

  it('keeps a heading with the rows below it, wherever a page ends', async () => {
    for (let count = 1; count <= 24; count += 1) {
      const report = withJobs(reportOf(), count);
      for (const text of await readPages(await printer.print(1, printed({ report }))))
        expect(text).not.toMatch(/1[01]\. (?:Referencias|Antecedentes y listas) (?:Folio|página)/);
    }
  });

  it.each(['letter', 'a4'] as const)(
    'leaves neither the signatures nor the closing alone on a page of %s',
    async (page) => {
      const agreeing = inventHousehold({ participant: inventFacts() });
      const lacking = inventMaterial(HOUSEHOLD_ANSWERS);
      const reports = [reportOf(), inventReport(agreeing), inventReport(lacking)];
      for (let count = 1; count <= 30; count += 1) {
        const report = withJobs(reports[count % reports.length] ?? reportOf(), count);
        const pages = await readPages(await printer.print(1, printed({ report, page })));
        const signed = pages.find((text) => text.includes('Supervisó (nombre y firma)'));
        expect(signed).toMatch(/No se encontraron contradicciones.*Supervisó/);
        expect(pages.at(-1)).not.toMatch(
          /^(?:Datos que no concuerdan|Información faltante|Autenticidad)/,
        );
      }
    },
  );

  it('stands under BORRADOR on every page while it is a draft', async () => {
    const pages = await readPages(await printer.print(1, printed({ report: reportOf(DRAFT) })));
    expect(pages.length).toBeGreaterThan(2);
    for (const [at, text] of pages.entries()) {
      expect(text).toContain('BORRADOR');
      expect(text).toContain(`página ${at + 1} de ${pages.length}`);
    }
  });

  it('says who made it final, and when', async () => {
    expect(await textOf()).toContain(
      'definitivo desde el 21/01/2026 a las 12:30:00 (GMT-6), por Irene Solís Ávila',
    );
  });

  it('tells of a consent that was revoked since, and of the report that it corrects', async () => {
    const consent = { ...CONSENT, revokedAt: '2026-02-03T10:00:00.000Z' };
    const text = await textOf({ report: reportOf({ consent, corrects: 9 }) });
    expect(text).toContain('Revocado el 03/02/2026 a las 04:00:00 (GMT-6)');
    expect(text).toContain('Corrige al estudio con folio 9');
  });

  it('loses nothing of long names, thirty rows and texts longer than a page', async () => {
    const long = 'Compañía Ñandú y Pingüino '.repeat(70).trim();
    const report = reportOf({}, { work_jobs_1_reason: long, conclusion_summary: `${long} fin.` });
    const [members] = report.sections[3]?.groups ?? [];
    const [first] = members?.rows ?? [];
    if (members === undefined || first === undefined) throw new Error('Nobody lives there.');
    members.rows = Array.from({ length: 30 }, () => first);
    const text = await textOf({ report, page: 'a4' });
    expect(text.split('Ángel Núñez Güemes').length - 1).toBe(30);
    expect(text.split('Ñandú').length - 1).toBe(1 + 140);
    expect(text).toContain('fin.');
  });
});

describe('its pages', () => {
  it.each([
    ['letter', 612, 792],
    ['a4', 595.28, 841.89],
  ] as const)('are of %s, %d by %d points', async (page, width, height) => {
    const document = await openPdf(await printer.print(1, printed({ page })));
    const [, , right, top] = (await document.getPage(1)).view;
    expect(right).toBeCloseTo(width, 1);
    expect(top).toBeCloseTo(height, 1);
  });

  it('are the same bytes for the same report, pictures and all, and others for another', async () => {
    const photo = await pictureOf('jpeg');
    const report = { ...reportOf(), pictures: { photo: REFERENCE, map: null } };
    const of = async (differences: Partial<SocioeconomicPrintInput>) =>
      hashOf(
        await printer.print(1, printed({ report, pictures: { photo, map: null }, ...differences })),
      );
    const one = await of({});
    expect(await of({})).toBe(one);
    expect(
      await of({ pictures: { photo: await pictureOf('png', '#ffffff'), map: null } }),
    ).not.toBe(one);
    expect(await of({ report: { ...report, revision: 4 } })).not.toBe(one);
  });

  it('are tagged: title, language, headings, and words for what is a picture', async () => {
    const pictures = { photo: await pictureOf('jpeg'), map: await pictureOf('png') };
    const report = { ...reportOf(), pictures: { photo: REFERENCE, map: REFERENCE } };
    const document = await openPdf(await printer.print(1, printed({ report, pictures })));
    const { info } = await document.getMetadata();
    expect(info).toMatchObject({ Title: 'Estudio socioeconómico 12', Language: 'es-MX' });
    expect(await document.getMarkInfo()).toContainEqual(['Marked', true]);
    const tags = await tagsOf(document);
    expect(tags.filter((tag) => tag === 'H1')).toHaveLength(1);
    // Fourteen sections, contradictions, missing parts, and verification.
    expect(tags.filter((tag) => tag === 'H2')).toHaveLength(17);
    expect(tags.filter((tag) => tag.startsWith('Figure'))).toEqual([
      'Figure Fotografía de la persona',
      expect.stringContaining('Figure Código QR'),
      'Figure Croquis del domicilio',
    ]);
    expect(tags).toContain('TH');
  });

  it.each([
    ['is broken', Buffer.from('no picture at all')],
    ['is a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['is a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['begins as a JPEG and is none', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 1, 2, 3])],
    ['is gone', null],
    ['is empty', Buffer.alloc(0)],
  ])('say that a picture cannot be shown that %s', async (_, photo) => {
    const report = { ...reportOf(), pictures: { photo: REFERENCE, map: null } };
    const text = await textOf({ report, pictures: { photo, map: null } });
    expect(text).toContain('Fotografía de la persona: no se puede mostrar');
  });

  it('say so of one of too many bytes or too many pixels, which could be shown otherwise', async () => {
    const report = { ...reportOf(), pictures: { photo: REFERENCE, map: null } };
    const small = await pictureOf('jpeg');
    const padded = (count: number) => Buffer.concat([small, Buffer.alloc(count - small.length)]);
    const create = { width: 8000, height: 5100, channels: 3, background: '#336699' } as const;
    const wide = await sharp({ create }).jpeg({ quality: 1 }).toBuffer();
    const lost = async (photo: Buffer): Promise<boolean> =>
      (await textOf({ report, pictures: { photo, map: null } })).includes('no se puede mostrar');
    expect(await lost(padded(PICTURE_BYTES_MAX))).toBe(false);
    expect(await lost(padded(PICTURE_BYTES_MAX + 1))).toBe(true);
    expect(await lost(wide)).toBe(true);
  });

  it('carry nothing that a camera wrote beside the picture', async () => {
    const photo = await sharp(await pictureOf('jpeg'))
      .withExif({ IFD0: { Copyright: 'WHERE-IT-WAS-TAKEN' } })
      .jpeg()
      .toBuffer();
    expect(photo.includes('WHERE-IT-WAS-TAKEN')).toBe(true);
    const report = { ...reportOf(), pictures: { photo: REFERENCE, map: null } };
    const bytes = await printer.print(1, printed({ report, pictures: { photo, map: null } }));
    expect(bytes.includes('WHERE-IT-WAS-TAKEN')).toBe(false);
    expect(bytes.includes('/DCTDecode')).toBe(true);
  });

  it('hold a table of more long words than fit, with short ones below', async () => {
    const { sections, ...report } = reportOf();
    const columns = Array.from({ length: 8 }, (_, at) => ({
      key: `c${at}`,
      label: at === 0 ? 'A' : 'W'.repeat(200),
      kind: 'text' as const,
    }));
    const group = { key: 'wide', label: 'Ancho', columns, rows: [columns.map(() => null)] };
    const wide = sections.map((one) => (one.key === 'family' ? { ...one, groups: [group] } : one));
    const text = await textOf({ report: { ...report, sections: wide } });
    expect(text).toMatch(/Ancho A( W{1,7}){50}/);
  });
});

/** A picture of 90 by 120 points in one colour. */
async function pictureOf(type: 'jpeg' | 'png', background = '#336699'): Promise<Buffer> {
  const create = { width: 90, height: 120, channels: 3, background } as const;
  return await sharp({ create }).toFormat(type).toBuffer();
}

type Node = { role?: string; alt?: string; children?: unknown[] };

/** The roles of all that is read out, in order; of a picture with its words. */
async function tagsOf(document: Awaited<ReturnType<typeof openPdf>>): Promise<string[]> {
  const tags: string[] = [];
  const walk = (node: Node): void => {
    if (node.role !== undefined) tags.push([node.role, node.alt ?? ''].join(' ').trim());
    for (const child of node.children ?? [])
      if (typeof child === 'object' && child !== null) walk(child);
  };
  for (let number = 1; number <= document.numPages; number += 1)
    walk(await (await document.getPage(number)).getStructTree());
  return tags;
}
