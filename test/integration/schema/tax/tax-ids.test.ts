import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { at, dataOf, errorOf, invalid } from '../../../support/clients/graphql.ts';
import { sendV4 } from '../../../support/clients/v4.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();

const FIELDS = `rfc normalized valid kind date possibleDates centuryAmbiguous
  checkDigit { expected actual ok } forbiddenWord errors warnings
  coherence { namePrefix fullRfcMatch dateMatch curpDateMatch }`;
const ONE = `query ($input: ValidateRfcInput!) { validateRfc(input: $input) { ${FIELDS} } }`;
const MANY = `query ($inputs: [ValidateRfcInput!]!) { validateRfcs(inputs: $inputs) { ${FIELDS} } }`;
const CURP = `query ($input: ValidateCurpInput!) { validateCurp(input: $input) {
  curp normalized valid birthDate sex state checkDigit { expected actual ok } errors warnings } }`;

async function validateOne(input: object): Promise<unknown> {
  return at(dataOf(await gateway.graphql(ONE, { input })), 'validateRfc');
}

/** As a variable, and as a literal. */
const REFUSED: unknown = expect.stringMatching(/^(GRAPHQL_)?VALIDATION_FAILED$/);

const ELENA = {
  name: 'Elena',
  paternalSurname: 'Ríos',
  maternalSurname: 'Luna',
  birthOrConstitutionDate: '1985-03-07',
  curp: 'RILE850307MDFSNL04',
};

/** RFCs of every outcome, with what else is known. */
const INPUTS = [
  { rfc: 'rile-850307-b61', ...ELENA },
  { rfc: 'RILE850307B62', ...ELENA, strict: true },
  { rfc: 'XAXX010101000' },
  { rfc: 'XEXX010101000', personType: 'LEGAL_ENTITY' },
  { rfc: 'EKU9003173C9', personType: 'NATURAL_PERSON', birthOrConstitutionDate: '1990-03-17' },
  { rfc: 'AAA010101AA1', name: 'Sol & Luna, S.C.' },
  { rfc: 'BUEI800113AA0', curp: 'nonsense', birthOrConstitutionDate: '1980-01-14' },
  { rfc: 'AAAA010229AAA' },
  { rfc: 'ÁAAA010101AAA' },
  { rfc: '' },
];

async function refusal(input: object): Promise<unknown> {
  return errorOf(await gateway.graphql(ONE, { input }));
}

function issue(path: string, message: string): object {
  return invalid(['validateRfc'], { path: [path], message });
}

describe('Query.validateRfc', () => {
  it('tells all that an RFC says', async () => {
    expect(await validateOne(INPUTS[0] ?? {})).toEqual({
      rfc: 'rile-850307-b61',
      normalized: 'RILE850307B61',
      valid: true,
      kind: 'NATURAL_PERSON',
      date: '1985-03-07',
      possibleDates: ['1985-03-07'],
      centuryAmbiguous: false,
      checkDigit: { expected: '1', actual: '1', ok: true },
      forbiddenWord: false,
      errors: [],
      warnings: [],
      coherence: { namePrefix: true, fullRfcMatch: true, dateMatch: true, curpDateMatch: true },
    });
  });

  it('takes a wrong RFC for an answer and no error', async () => {
    expect(await validateOne({ rfc: 'AAAA010229AAA' })).toMatchObject({
      valid: false,
      kind: 'NATURAL_PERSON',
      date: null,
      errors: ['DATE'],
      warnings: ['CHECK_DIGIT'],
    });
    expect(await validateOne({ rfc: 'nonsense' })).toMatchObject({
      valid: false,
      kind: null,
      checkDigit: null,
      errors: ['FORMAT'],
    });
  });

  it('tells the same as v4, word for word', async () => {
    for (const input of INPUTS) {
      const graph = await validateOne(input);
      const { text } = await sendV4(gateway, '/api/v4/rfc/validate', { body: v4BodyOf(input) });
      expect(at(JSON.parse(text), 'data')).toEqual(v4DataOf(graph));
    }
  });

  it('refuses what cannot be asked, and tells where it is without what it is', async () => {
    expect(await refusal({ rfc: 'x'.repeat(65) })).toEqual(
      issue('rfc', 'Must have at most 64 characters'),
    );
    expect(await refusal({ rfc: '', curp: 'a\0' })).toEqual(
      issue('curp', 'Must not contain U+0000 or a lone surrogate'),
    );
    expect(await refusal({ rfc: '', name: 'x'.repeat(1001) })).toEqual(
      issue('name', 'Must have at most 1000 characters'),
    );
  });

  it.each([
    '2001-02-29',
    '1985-3-7',
    '07/03/1985',
    '',
    '0000-01-01',
    '1985-03-07T00:00:00Z',
    19850307,
    true,
  ])('refuses %j for a date', async (birthOrConstitutionDate) => {
    const reply = await gateway.graphql(ONE, { input: { rfc: '', birthOrConstitutionDate } });
    expect(errorOf(reply)).toMatchObject({ code: REFUSED });
    expect(JSON.stringify(reply.body)).not.toMatch(/1985|2001|07\/03/);
    const literal = `{ validateRfc(input: { rfc: "", birthOrConstitutionDate: ${JSON.stringify(birthOrConstitutionDate)} }) { valid } }`;
    expect(errorOf(await gateway.graphql(literal))).toMatchObject({ code: REFUSED });
  });
});

/** The points of all inputs, without those of the request and the viewer. */
async function costOf(selection: string): Promise<number> {
  const query = `query ($inputs: [ValidateRfcInput!]!) { viewer { rateLimit { cost } }
    validateRfcs(inputs: $inputs) { ${selection} } }`;
  const reply = await gateway.graphql(query, { inputs: INPUTS });
  return Number(at(dataOf(reply), 'viewer', 'rateLimit', 'cost')) - 3;
}

describe('Query.validateRfcs', () => {
  it('tells of each what validateRfc tells, in their order and repeated', async () => {
    const inputs = [...INPUTS, ...INPUTS.slice(0, 2)];
    const found = at(dataOf(await gateway.graphql(MANY, { inputs })), 'validateRfcs');
    expect(found).toEqual(await Promise.all(inputs.map(validateOne)));
    expect(at(dataOf(await gateway.graphql(MANY, { inputs: [] })), 'validateRfcs')).toEqual([]);
  });

  it('takes 5000 and not one more, and asks the database nothing', async () => {
    const inputs = Array.from({ length: 5001 }, () => ({ rfc: 'RILE850307B61' }));
    expect(errorOf(await gateway.graphql(MANY, { inputs }))).toEqual(
      invalid(['validateRfcs'], {
        path: ['inputs'],
        message: 'Must have at most 5000 items',
      }),
    );
    gateway.statements.length = 0;
    const reply = await gateway.graphql(MANY, { inputs: inputs.slice(1) });
    expect(at(dataOf(reply), 'validateRfcs')).toHaveLength(5000);
    expect(gateway.statements).toEqual([]);
  });

  it('refuses all where one cannot be asked, and names its place', async () => {
    const inputs = [{ rfc: 'RILE850307B61' }, { rfc: 'x'.repeat(65) }];
    const message = 'Must have at most 64 characters';
    expect(errorOf(await gateway.graphql(MANY, { inputs }))).toEqual(
      invalid(['validateRfcs'], { path: ['inputs', '1', 'rfc'], message }),
    );
  });

  it('costs one point for each RFC and one for each object selected of it', async () => {
    expect(await costOf('valid possibleDates errors')).toBe(10);
    expect(await costOf('valid checkDigit { ok } coherence { dateMatch }')).toBe(30);
  });
});

async function validateCurp(input: object): Promise<unknown> {
  return at(dataOf(await gateway.graphql(CURP, { input })), 'validateCurp');
}

describe('Query.validateCurp', () => {
  it('tells all that a CURP says', async () => {
    const input = { curp: ' rile-850307-mdfsnl04' };
    expect(dataOf(await gateway.graphql(CURP, { input }))).toEqual({
      validateCurp: {
        curp: ' rile-850307-mdfsnl04',
        normalized: 'RILE850307MDFSNL04',
        valid: true,
        birthDate: '1985-03-07',
        sex: 'FEMALE',
        state: 'DF',
        checkDigit: { expected: '4', actual: '4', ok: true },
        errors: [],
        warnings: [],
      },
    });
  });

  it('takes a wrong CURP for an answer, and a wrong digit for an error where the check is strict', async () => {
    expect(await validateCurp({ curp: 'nonsense' })).toMatchObject({
      valid: false,
      errors: ['FORMAT'],
    });
    const curp = 'RILE850307MDFSNL05';
    expect(await validateCurp({ curp })).toMatchObject({ valid: true, warnings: ['CHECK_DIGIT'] });
    expect(await validateCurp({ curp, strict: true })).toMatchObject({
      valid: false,
      errors: ['CHECK_DIGIT'],
    });
  });

  it('refuses more than 64 characters', async () => {
    const message = 'Must have at most 64 characters';
    const reply = await gateway.graphql(CURP, { input: { curp: 'x'.repeat(65) } });
    expect(errorOf(reply)).toEqual(invalid(['validateCurp'], { path: ['curp'], message }));
  });
});

const V4_NAMES: Record<string, string> = {
  rfc: 'rfc',
  personType: 'tipo_per',
  name: 'nombre',
  paternalSurname: 'apellido_paterno',
  maternalSurname: 'apellido_materno',
  birthOrConstitutionDate: 'fecha_nacimiento',
  curp: 'curp',
  strict: 'strict',
};

const V4_KINDS: Record<string, string> = { NATURAL_PERSON: 'FIS', LEGAL_ENTITY: 'MOR' };

function v4BodyOf(input: object): string {
  const members = Object.entries(input).map(([name, value]: [string, unknown]) => [
    V4_NAMES[name] ?? '',
    V4_KINDS[String(value)] ?? value,
  ]);
  return JSON.stringify(Object.fromEntries(members));
}

const validationSchema = z.looseObject({ kind: z.string().nullable() });

/** Names in snake_case and words in small letters: all that differs between the two wires. */
function v4DataOf(graph: unknown): unknown {
  const { kind, ...rest } = validationSchema.parse(snake(graph));
  return {
    ...rest,
    tipo_per: kind === null ? null : (V4_KINDS[kind] ?? kind),
    errors: small(at(graph, 'errors')),
    warnings: small(at(graph, 'warnings')),
    listed: null,
  };
}

function small(words: unknown): string[] {
  return z
    .array(z.string())
    .parse(words)
    .map((word) => word.toLowerCase());
}

function snake(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      snake(inner),
    ]),
  );
}
