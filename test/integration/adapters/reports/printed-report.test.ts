import { afterAll, describe, expect, it } from 'vitest';
import { createReportPrinter } from '../../../../src/adapters/reports/report-printer.ts';
import { createScreeningReport } from '../../../../src/domain/reports/screening-report.ts';
import type { Screening } from '../../../../src/domain/screening/screening.ts';
import { preparePictures } from '../../../../src/extraction/reader/prepare-pictures.ts';
import { hashOf, openPdf, readCodes, readPages } from '../../../support/data/read-printed.ts';
import { inventMatch, inventScreening, NOT_LOADED } from '../../../support/data/screenings.ts';

const printer = createReportPrinter({
  publicUrl: 'https://gateway.example',
  preparePictures,
});
afterAll(async () => await printer.close());

const DIGEST = 'ab'.repeat(32);
const SIGNATURE = 'header.payload.signature';
const NAMES = { businessName: 'Fideicomiso Ñandú', requestedBy: 'Irene Solís Ávila' };

async function print(differences: Partial<Screening> = {}): Promise<Buffer> {
  const of = { service: 'demo', businessCode: 'F/1234', personGroups: [], reviews: [] };
  const report = createScreeningReport(inventScreening(differences), of);
  return await printer.print(1, {
    report,
    digest: DIGEST,
    signature: SIGNATURE,
    ...NAMES,
  });
}

describe('the report of a screening as a PDF', () => {
  it('says who was looked for, where, and what was found', async () => {
    const text = (await readPages(await print())).join(' ');
    for (const words of [
      'Reporte de búsqueda en listas',
      'Institución: demo',
      'Negocio: F/1234, Fideicomiso Ñandú',
      'Búsqueda: a petición, el 03/06/2026 a las 04:11:12 (GMT-6)',
      'Solicitada por: Irene Solís Ávila',
      'Listas consultadas: según su estado al 03/06/2026',
      'Persona consultada',
      'Fecha de nacimiento 01/01/1971',
      'País México',
      'Participante datos capturados para esta búsqueda',
      'Fecha de corte',
      'Resultado: Con coincidencias',
      'Inventado Peñaloza Ñánes',
      'OFAC (EE. UU.): personas especialmente designadas (SDN) (ofac-sdn)',
      '! Antigua: 44 días desde su fecha de corte',
      '1. PEÑALOZA ÑÁÑEZ, Inventado Ángel',
      'Nombre parecido; fecha de nacimiento o constitución coincidente · Puntuación 0.953 de 1',
      'Pasaporte X0000001 (México)',
      'Nacimiento o constitución: 01/01/1971',
      'En la lista: desde el 01/07/2021',
      'Similitud Peso Efecto',
      'suena igual',
      'Alcance y limitaciones',
      'https://gateway.example/verify',
      'sólo en la lista',
      'artículo 49 Bis',
      `SHA-256 del reporte en JSON: ${DIGEST}`,
    ])
      expect(text).toContain(words);
  });

  it('states of a list without a day that it has none, and of one without another in its source until when', async () => {
    const [list] = inventScreening().lists;
    if (list === undefined) throw new Error('No list was consulted.');
    const unknown = { ...list, asOf: null, asOfOrigin: null, ageDays: null, isStale: true };
    const seen = { ...list, isStale: false, ageDays: 664, sourceSeenAt: '2026-06-03T02:00:00Z' };
    const text = (await readPages(await print({ lists: [unknown, seen] }))).join(' ');
    expect(text).toContain('no consta en el archivo 8,976 ! Antigua: su fecha de corte no consta');
    // By the clocks of Mexico City.
    expect(text).toContain('✓ Sin versión más reciente en su fuente al 02/06/2026; 664 días');
  });

  it('has a code that leads to the page for verifying, with the signature', async () => {
    expect(await readCodes(await print())).toEqual([`https://gateway.example/verify#${SIGNATURE}`]);
  });

  it('never ends a page with a heading', async () => {
    for (let count = 1; count <= 12; count += 1) {
      const [list] = inventScreening().lists;
      const lists = Array.from({ length: count }, () => list ?? NOT_LOADED);
      for (const text of await readPages(await print({ lists })))
        expect(text).not.toMatch(/(?:Coincidencias|limitaciones|Autenticidad) (?:Folio|página)/);
    }
  });

  it('numbers its pages', async () => {
    const pages = await readPages(
      await print({ matches: Array.from({ length: 9 }, () => inventMatch()) }),
    );
    expect(pages.length).toBeGreaterThan(2);
    for (const [at, text] of pages.entries())
      expect(text).toContain(`página ${at + 1} de ${pages.length}`);
  });

  it('shows names in their own scripts, and in Latin letters what its font has no signs for', async () => {
    const text = (await readPages(await print())).join(' ');
    expect(text).toContain('Иван Петрович Сидоренко-Вымышленный');
    expect(text).toContain('Ιωάννης Φανταστικός');
    expect(text).toContain('عبد الرحمن بن وهمي');
    expect(text).toContain('[Xu Gou Xi Jin] Ltd');
  });

  it('says that a list was not loaded, and never that nobody was found then', async () => {
    const lists = [...inventScreening().lists, NOT_LOADED];
    const pages = await readPages(await print({ matches: [], outcome: 'incomplete', lists }));
    const text = pages.join(' ');
    expect(text).toContain('Resultado: Incompleto: faltan listas');
    expect(text).toContain('NO CARGADA: no se consultó');
    expect(text).not.toContain('Resultado: Sin coincidencias');
  });

  it.each([
    ['nothing', 'NO COMPARADA: no tiene los identificadores dados', 'no se comparó nada'],
    ['part', 'nombre comparado sólo en parte', 'sólo se comparó su comienzo'],
  ] as const)('says that %s was compared with a list', async (comparison, state, note) => {
    const lists = inventScreening().lists.map((list) => ({ ...list, comparison }));
    const pages = await readPages(await print({ matches: [], outcome: 'incomplete', lists }));
    const text = pages.join(' ').replaceAll(/\s+/g, ' ');
    expect(text).toContain(state);
    expect(text).toContain(note);
    expect(text).not.toContain('Resultado: Sin coincidencias');
  });

  it('says how many matches it leaves out', async () => {
    const matches = Array.from({ length: 73 }, () => inventMatch());
    const text = (await readPages(await print({ matches }))).join(' ');
    expect(text).toContain('Coincidencias: 73 (se muestran las 50 más fuertes)');
    expect(text).toContain('50. PEÑALOZA');
    expect(text).not.toContain('51. PEÑALOZA');
  });

  it('is the same bytes for the same screening, and others for another', async () => {
    const [one, again, other] = [await print(), await print(), await print({ threshold: 0.86 })];
    expect(hashOf(again)).toBe(hashOf(one));
    expect(hashOf(other)).not.toBe(hashOf(one));
  });

  it('is tagged and says its title and language', async () => {
    const document = await openPdf(await print());
    const { info } = await document.getMetadata();
    expect(info).toMatchObject({ Title: 'Reporte de búsqueda en listas 4711', Language: 'es-MX' });
    expect(await document.getMarkInfo()).toContainEqual(['Marked', true]);
  });
});
