import { describe, expect, it } from 'vitest';
import {
  FORBIDDEN,
  INVALID_INPUT,
  METHOD_NOT_ALLOWED,
  NOT_AN_OBJECT,
  PAYLOAD_TOO_LARGE,
  sendV4,
  UNAUTHENTICATED,
} from '../../../../support/clients/v4.ts';
import { dumpTables } from '../../../../support/database/tables.ts';
import { createTestService, createTestTokens } from '../../../../support/gateway/callers.ts';
import { useGateway } from '../../../../support/gateway/gateway.ts';

const gateway = useGateway();
const PATH = '/api/v4/rfc/validate';
const MESSAGE = 'RFC validated in form only. The SAT registry was not consulted';

async function post(body: object) {
  return await sendV4(gateway, PATH, { body: JSON.stringify(body) });
}

/** The whole answer to an RFC that was validated, right or wrong. */
function validated(data: object): object {
  return { status: 200, text: JSON.stringify({ data, message: MESSAGE, success: true }) };
}

const NOTHING_KNOWN = {
  name_prefix: null,
  full_rfc_match: null,
  date_match: null,
  curp_date_match: null,
};

/** What is answered of a text that has not the form of an RFC. */
const NONE = {
  valid: false,
  tipo_per: null,
  date: null,
  century_ambiguous: false,
  possible_dates: [],
  check_digit: null,
  forbidden_word: false,
  errors: ['format'],
  warnings: [],
  coherence: NOTHING_KNOWN,
  listed: null,
};

describe('POST /api/v4/rfc/validate', () => {
  it('200 tells all that an RFC says, in the order that is described', async () => {
    expect(await post({ rfc: ' cosc 800113-7na ' })).toMatchObject(
      validated({
        rfc: ' cosc 800113-7na ',
        normalized: 'COSC8001137NA',
        valid: true,
        tipo_per: 'FIS',
        date: '1980-01-13',
        century_ambiguous: false,
        possible_dates: ['1980-01-13'],
        check_digit: { expected: 'A', actual: 'A', ok: true },
        forbidden_word: false,
        errors: [],
        warnings: [],
        coherence: NOTHING_KNOWN,
        listed: null,
      }),
    );
  });

  it.each([
    ['XAXX010101000', 'GENERIC'],
    ['XEXX010101000', 'FOREIGN'],
  ])('200 tells that %s is %s', async (rfc, tipo_per) => {
    const data = { rfc, normalized: rfc, ...NONE, valid: true, tipo_per, errors: [] };
    expect(await post({ rfc, strict: true, nombre: 'Ana' })).toMatchObject(validated(data));
  });

  it.each(['', 'ÁAAA010101AAA', 'XXXXXXXXXXXX', 'x'.repeat(64)])(
    '200 tells that %j is none: that is no error of the request',
    async (rfc) => {
      const normalized = rfc.toUpperCase();
      expect(await post({ rfc })).toMatchObject(validated({ rfc, normalized, ...NONE }));
    },
  );

  it.each(['AAAA010229AAA', 'AAAA010231AAA'])('200 tells that %s has no date', async (rfc) => {
    const { text } = await post({ rfc });
    expect(JSON.parse(text)).toMatchObject({
      data: { valid: false, tipo_per: 'FIS', date: null, errors: ['date'] },
      success: true,
    });
  });

  it('200 compares it with all that is sent', async () => {
    const reply = await post({
      rfc: 'RILE850307B61',
      tipo_per: 'FIS',
      nombre: 'Elena',
      apellido_paterno: 'Ríos',
      apellido_materno: 'Luna',
      fecha_nacimiento: '1985-03-07',
      fecha_constitucion: '',
      curp: 'RILE850307MDFSNL04',
    });
    expect(JSON.parse(reply.text)).toMatchObject({
      data: {
        valid: true,
        warnings: [],
        coherence: {
          name_prefix: true,
          full_rfc_match: true,
          date_match: true,
          curp_date_match: true,
        },
      },
    });
    const company = await post({
      rfc: 'SIA821129AA1',
      tipo_per: 'FIS',
      nombre: 'Sol, S.A. de C.V.',
      fecha_constitucion: '1982-11-30',
      curp: 'nonsense',
    });
    expect(JSON.parse(company.text)).toMatchObject({
      data: {
        tipo_per: 'MOR',
        warnings: ['check_digit', 'person_type', 'name', 'date'],
        coherence: { name_prefix: false, full_rfc_match: false, date_match: false },
      },
    });
  });

  it('200 takes null and empty text for what is not known', async () => {
    const rfc = 'RILE850307B61';
    const plain = await post({ rfc });
    const blanks = { nombre: '', apellido_paterno: '', fecha_nacimiento: '', curp: '' };
    expect((await post({ rfc, ...blanks })).text).toBe(plain.text);
    const nulls = { nombre: null, tipo_per: null, fecha_constitucion: null, strict: null };
    expect((await post({ rfc, ...nulls })).text).toBe(plain.text);
  });

  it('200 makes a wrong check digit an error where the check is strict, and only there', async () => {
    const { text } = await post({ rfc: 'COSC8001137N9' });
    const strict = await post({ rfc: 'COSC8001137N9', strict: true });
    expect(JSON.parse(text)).toMatchObject({
      data: { valid: true, errors: [], warnings: ['check_digit'] },
    });
    expect(JSON.parse(strict.text)).toMatchObject({
      data: { valid: false, errors: ['check_digit'], warnings: [] },
    });
  });

  it('200 stores nothing, asks the database nothing and logs nothing of what was sent', async () => {
    await post({ rfc: 'AAA010101AA1' });
    const before = await dumpTables(gateway.db);
    gateway.statements.length = 0;
    await post({ rfc: 'BUEI800113AA0', nombre: 'Berenice', curp: 'BUEI800113MDFSNL04' });
    expect(gateway.statements).toEqual([]);
    expect(await dumpTables(gateway.db)).toEqual(before);
    expect(gateway.logs).not.toMatch(/BUEI|Berenice|AAA0101/i);
    expect(gateway.logs).toContain(`"route":"${PATH}"`);
  });

  it.each([
    ['no rfc', {}],
    ['null', { rfc: null }],
    ['a number', { rfc: 800113 }],
    ['an array', { rfc: ['COSC8001137NA'] }],
    ['65 characters', { rfc: ' '.repeat(65) }],
    ['U+0000', { rfc: 'COSC8001137NA\0' }],
    ['a lone surrogate', { rfc: '\ud800' }],
    ['a tipo_per that is none', { rfc: '', tipo_per: 'fis' }],
    ['an empty tipo_per', { rfc: '', tipo_per: '' }],
    ['a nombre of 1001 characters', { rfc: '', nombre: 'x'.repeat(1001) }],
    ['an apellido_materno that is a number', { rfc: '', apellido_materno: 7 }],
    ['a date that is none', { rfc: '', fecha_nacimiento: '2001-02-29' }],
    ['a date of another form', { rfc: '', fecha_constitucion: '29/11/1982' }],
    ['a date of the year 0', { rfc: '', fecha_nacimiento: '0000-01-01' }],
    ['both dates', { rfc: '', fecha_nacimiento: '1985-03-07', fecha_constitucion: '1985-03-07' }],
    ['a time', { rfc: '', fecha_nacimiento: '1985-03-07T00:00:00Z' }],
    ['a curp of 65 characters', { rfc: '', curp: 'x'.repeat(65) }],
    ['strict as text', { rfc: '', strict: 'false' }],
  ])('400 refuses %s', async (_name, body) => {
    expect(await post(body)).toMatchObject(INVALID_INPUT);
  });

  it.each(NOT_AN_OBJECT)('400 refuses a body that is %s', async (_name, body) => {
    expect(await sendV4(gateway, PATH, { body })).toMatchObject(INVALID_INPUT);
  });

  it('401 refuses no caller, 403 one without the scope, before the RFC is looked at', async () => {
    expect(await sendV4(gateway, PATH, { body: '{}', headers: {} })).toMatchObject(UNAUTHENTICATED);
    const tokens = await createTestTokens(gateway.db);
    const { headers } = await createTestService(gateway.db, tokens, { scopes: ['business:read'] });
    const body = JSON.stringify({ rfc: 'COSC8001137NA' });
    expect(await sendV4(gateway, PATH, { body, headers })).toMatchObject(FORBIDDEN);
  });

  it('405 refuses another method, 413 a body over the bound', async () => {
    expect(await sendV4(gateway, PATH, { method: 'GET' })).toMatchObject(METHOD_NOT_ALLOWED);
    const body = JSON.stringify({ rfc: 'x'.repeat(1024 * 1024) });
    expect(await sendV4(gateway, PATH, { body })).toMatchObject(PAYLOAD_TOO_LARGE);
  });
});
