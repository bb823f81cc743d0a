import { afterAll, describe, expect, it } from 'vitest';
import { createReportPrinter } from '../../../../src/adapters/reports/report-printer.ts';
import { createScreeningReport } from '../../../../src/domain/reports/screening-report.ts';
import type { Screening } from '../../../../src/domain/screening/screening.ts';
import { hashOf, openPdf, readPages } from '../../../support/data/read-printed.ts';
import { inventMatch, inventScreening, NOT_LOADED } from '../../../support/data/screenings.ts';

const printer = createReportPrinter();
afterAll(async () => await printer.close());

const DIGEST = 'ab'.repeat(32);

async function print(differences: Partial<Screening> = {}): Promise<Buffer> {
  const of = { service: 'demo', businessCode: 'F/1234', personGroups: [], reviews: [] };
  const report = createScreeningReport(inventScreening(differences), of);
  return await printer.print(1, { report, digest: DIGEST });
}

describe('the report of a screening as a PDF', () => {
  it('says who was looked for, where, and what was found', async () => {
    const text = (await readPages(await print())).join(' ');
    for (const words of [
      'Reporte de búsqueda en listas',
      'Negocio: F/1234',
      'Resultado: Con coincidencias',
      'Inventado Peñaloza Ñánes',
      'Specially Designated Nationals (ofac-sdn)',
      '! Antigua: 44 días desde su fecha de corte',
      '1. PEÑALOZA ÑÁÑEZ, Inventado Ángel',
      'Nombre parecido; fecha de nacimiento o constitución coincidente · Puntuación 0.953 de 1',
      'suena igual',
      'sólo en la lista',
      'artículo 49 Bis',
      `SHA-256 del reporte en JSON: ${DIGEST}`,
    ])
      expect(text).toContain(words);
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
