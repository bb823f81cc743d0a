import { beforeEach, describe, expect, it } from 'vitest';
import {
  businessLine,
  createImportTarget,
  getRejection,
  type ImportTarget,
  importLines,
  participant,
  readRows,
  readVersions,
} from '../../support/data/imports.ts';
import { PERSONAL } from '../../support/data/personal.ts';
import { useDatabase } from '../../support/database/database.ts';

const database = useDatabase();
let target: ImportTarget;

beforeEach(async () => {
  target = await createImportTarget(database.db);
});

const line = (fields: object, id_persona = 1) =>
  businessLine({
    id_negocio: 1,
    cod_negocio: 'F/1',
    business_name: 'F',
    participantes: [participant({ id_persona, nombre: 'Ana', ...fields })],
  });

async function readParticipant() {
  const [row] = await readRows(database.db, target, { table: 'participants', order: 'id' });
  return row;
}

const COLUMNS = {
  rfc: PERSONAL.rfc,
  curp: PERSONAL.curp,
  nationality: 'MEX',
  country_of_birth: 'MEX',
  civil_status: 'SOLTERA',
  economic_activity: 'Comercio de flores',
};

describe('an import of personal information', () => {
  it('stores all of it, for a new participant and for a known one', async () => {
    for (const before of [[], [line({})]]) {
      target = await createImportTarget(database.db);
      await importLines(database, target, before);
      await importLines(database, target, [line(PERSONAL)]);
      const row = await readParticipant();
      expect(row).toMatchObject(COLUMNS);
      expect(row?.['address']).toMatchObject({ street: 'Calle Falsa', postalCode: '01000' });
      expect(new Date(String(row?.['birth_or_constitution_date'])).getFullYear()).toBe(1980);
    }
  });

  it('changes nothing when it is run again, nor by a line that says nothing of it', async () => {
    await importLines(database, target, [line(PERSONAL)]);
    const before = await readVersions(database.db, target);
    await importLines(database, target, [line(PERSONAL)]);
    await importLines(database, target, [line({})]);
    expect(await readVersions(database.db, target)).toEqual(before);
  });

  it('is all of it where a line says any of it, and counts the version up', async () => {
    await importLines(database, target, [line(PERSONAL)]);
    await importLines(database, target, [line({ rfc: null, nacionalidad: 'ESP' })]);
    expect(await readParticipant()).toMatchObject({
      rfc: null,
      curp: null,
      nationality: 'ESP',
      birth_or_constitution_date: null,
      address: null,
    });
    const order = { table: 'businesses', order: 'id' };
    expect(await readRows(database.db, target, order)).toMatchObject([{ version: 2 }]);
  });

  it('leaves no date of birth to whoever is a company now, by a line that says nothing of it', async () => {
    await importLines(database, target, [line(PERSONAL)]);
    await importLines(database, target, [line({ tipo_per: 'MOR' })]);
    const kept = { ...COLUMNS, person_type: 'legal', birth_or_constitution_date: null };
    expect(await readParticipant()).toMatchObject(kept);
    await importLines(database, target, [line({ ...PERSONAL, tipo_per: 'FIS' })]);
    const born = String((await readParticipant())?.['birth_or_constitution_date']);
    expect(new Date(born).getFullYear()).toBe(1980);
  });

  it('takes a company’s date of constitution, and text that COPY would have to escape', async () => {
    const company = {
      tipo_per: 'MOR',
      rfc: 'Ñ&O010203AB1',
      fecha_constitucion: '2001-02-03',
      domicilio: { calle: 'a\\tb "c"\\N {x}', pais: '' },
    };
    await importLines(database, target, [line(company)]);
    expect(await readParticipant()).toMatchObject({
      rfc: 'Ñ&O010203AB1',
      address: { street: 'a\\tb "c"\\N {x}', country: null },
    });
  });

  it.each([
    ['rfc', { rfc: 'CANARIO' }],
    ['curp', { curp: 'CANARIO' }],
    ['fecha_nacimiento', { fecha_nacimiento: '1981-02-29' }],
    ['tipo_per', { fecha_constitucion: '2001-01-01' }],
    ['domicilio', { domicilio: 'CANARIO' }],
    ['domicilio.calle', { domicilio: { calle: 7 } }],
    ['nacionalidad', { nacionalidad: 'CANARIO'.repeat(40) }],
  ])('refuses a line that is wrong at %s, without its value', async (field, fields) => {
    const message = await getRejection(database, target, [line(fields)]);
    expect(message).toContain(`participantes.0.${field}`);
    expect(message).not.toMatch(/CANARIO|1981-02-29/);
    expect(await readParticipant()).toBeUndefined();
  });
});
