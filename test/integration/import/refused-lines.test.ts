import { beforeEach, describe, expect, it } from 'vitest';
import { importFiles } from '../../../src/import/import-files.ts';
import { LINE_BYTES_MAX } from '../../../src/import/parse-line.ts';
import {
  businessLine,
  createImportTarget,
  getRejection,
  type ImportTarget,
  importLines,
  participant,
  readRows,
  readVersions,
  type SampleLine,
  writeBytes,
  writeLines,
} from '../../support/data/imports.ts';
import { useDatabase } from '../../support/database/database.ts';

const database = useDatabase();
let target: ImportTarget;

beforeEach(async () => {
  target = await createImportTarget(database.db);
});

const refusal = async (...lines: SampleLine[]) => await getRejection(database, target, lines);
const ONE_LINE = 'Nothing was imported: 1 line is not valid.';

/** A value that must not come back in any message. */
const CANARY = 'canary.person@example.test';
const times = (count: number, value: unknown) => Array.from({ length: count }, () => value);
const user = (fields: object) => ({ type: 'user', email: 'u@example.test', ...fields });
const withParticipant = (fields: Record<string, unknown>) =>
  businessLine({ participantes: [participant(fields)] });

describe('a line that is not valid', () => {
  it.each<[string, SampleLine, string]>([
    ['no JSON', `{"type":"user","email":"${CANARY}"`, 'the whole line: Not valid JSON'],
    ['no object', `"${CANARY}"`, 'the whole line: Must be an object'],
    ['an unknown type', { type: CANARY }, 'type: Must be'],
    ['no type', { email: CANARY }, 'type: Must be'],
    ['an id as text', user({ id: '7' }), 'id: Must be a number'],
    ['an id of 0', user({ id: 0 }), 'id: Must be at least 1'],
    ['a broken id', user({ id: 1.5 }), 'id: Must be a whole number'],
    [
      'an id over 2^53-1',
      '{"type":"user","email":"u@example.test","id":9007199254740992}',
      'id: Must be at most',
    ],
    [
      'an id that leaves too few for what comes later',
      user({ id: Number.MAX_SAFE_INTEGER - 2 ** 40 + 1 }),
      'id: Must be at most',
    ],
    ['no e-mail', { type: 'user', name: CANARY }, 'email: Is required'],
    [
      'an e-mail that is none',
      user({ email: 'canary.person' }),
      'email: Must be an e-mail address',
    ],
    ['U+0000', user({ name: `${CANARY}\0` }), 'name: Must not contain U+0000 or a lone surrogate'],
    [
      'a lone surrogate',
      user({ name: `${CANARY}\ud800` }),
      'name: Must not contain U+0000 or a lone',
    ],
    [
      'a name over the bound',
      user({ name: CANARY.repeat(50) }),
      'name: Must have at most 1000 characters',
    ],
    ['a missing id_negocio', businessLine({ id_negocio: undefined }), 'id_negocio: Is required'],
    ['no participantes', businessLine({ participantes: undefined }), 'participantes: Is required'],
    ['a number for text', businessLine({ cod_negocio: 5 }), 'cod_negocio: Must be text'],
    [
      'a responsible user with a name only',
      businessLine({ responsible_user: { name: CANARY, email: '' } }),
      'responsible_user.email: Required when the responsible user has a name',
    ],
    [
      'an unknown tipo_per',
      withParticipant({ tipo_per: CANARY }),
      'participantes.0.tipo_per: Must be FIS or MOR',
    ],
    [
      'no id_persona',
      withParticipant({ id_persona: null }),
      'participantes.0.id_persona: Must be a number',
    ],
    [
      'no boolean',
      withParticipant({ match_resolution_pending: 'yes' }),
      'participantes.0.match_resolution_pending',
    ],
    ['roles of numbers', withParticipant({ roles: [1] }), 'participantes.0.roles.0: Must be text'],
    [
      '101 roles',
      withParticipant({ roles: times(101, CANARY) }),
      'participantes.0.roles: Must have at most',
    ],
    [
      'an id_descarga as text',
      withParticipant({ tipo_doctos: [{ cod_tipo_docto: 'A', id_descarga: CANARY }] }),
      'participantes.0.tipo_doctos.0.id_descarga: Must be a number',
    ],
    [
      '1001 documents',
      withParticipant({ tipo_doctos: times(1001, { cod_tipo_docto: 'A' }) }),
      'participantes.0.tipo_doctos: Must have at most',
    ],
    [
      'a person twice where one has no id',
      businessLine({
        participantes: [participant({ id: 1, id_persona: 3 }), participant({ id_persona: 3 })],
      }),
      'participantes.1.id_persona: Is also another participant of the business',
    ],
    [
      'a question key twice',
      {
        type: 'template',
        key: 't',
        title: 'T',
        questions: times(2, { key: 'q', text: CANARY }),
      },
      'questions: Must not contain a key twice',
    ],
    [
      'an empty template key',
      { type: 'template', key: '', title: CANARY, questions: [] },
      'key: Must not be empty',
    ],
    [
      'an answer that is no text',
      { type: 'answers', user_id: 1, template: 't', answers: [{ question: 'q', answer: null }] },
      'answers.0.answer: Must be text',
    ],
  ])('is refused with file, line, field and reason: %s', async (_what, line, expected) => {
    const message = await refusal(businessLine(), line);
    expect(message).toMatch(
      /^Nothing was imported: 1 line is not valid\.\nlines\.ndjson, line 2, /,
    );
    expect(message).toContain(`line 2, ${expected}`);
    expect(message).not.toContain('canary.person');
    expect(await readVersions(database.db, target)).toEqual([]);
  });

  it('is told of every fault, of whole and member alike, without any value', async () => {
    const faulty = participant({
      id_persona: 0,
      tipo_per: 'MOR',
      apellido_paterno: CANARY,
      roles: ['a', ' ', 'a'],
      fecha_nacimiento: '1980-01-01',
      folio: CANARY,
      'a\u001b[31m.b': CANARY,
    });
    const twice = participant({ id_persona: 3, email: 'canary.person' });
    const message = await refusal(
      businessLine({ cod_negocio: ' ', participantes: [faulty, twice, twice] }),
    );
    const told = message
      .split('\n')
      .slice(1)
      .map((line) => line.replace(/: .*/, ''));
    expect(told.toSorted()).toEqual(
      [
        'cod_negocio',
        'participantes.0."a\\u001b[31m.b"',
        'participantes.0.apellido_paterno',
        'participantes.0.folio',
        'participantes.0.id_persona',
        'participantes.0.roles.1',
        'participantes.0.roles.2',
        'participantes.0.tipo_per',
        'participantes.1.email',
        'participantes.2.email',
        'participantes.2.id_persona',
      ].map((field) => `lines.ndjson, line 1, ${field}`),
    );
    expect(message).not.toContain('canary.person');
  });

  it('is told of 50 faults and how many more there are', async () => {
    const many = Array.from({ length: 60 }, () => participant({ nombre: ' ' }));
    const message = await refusal(businessLine({ participantes: many }), '{');
    const lines = message.split('\n');
    expect(lines).toHaveLength(1 + 50 + 1 + 1);
    expect(lines[51]).toBe('lines.ndjson, line 1: 10 more faults');
  });

  it('of bytes that are not UTF-8 is refused without them', async () => {
    const text = Buffer.from(JSON.stringify(user({ name: 'caña' })), 'latin1');
    const file = await writeBytes(Buffer.concat([Buffer.from('\n\n'), text]));
    const run = importFiles({ pool: database.pool, serviceName: target.name, files: [file] });
    await expect(run).rejects.toThrow(
      `${ONE_LINE}\n${file}, line 3, the whole line: Not valid UTF-8`,
    );
  });

  it('over the bound of a line is refused and the others are still checked', async () => {
    const long = JSON.stringify(user({ name: 'x'.repeat(LINE_BYTES_MAX) }));
    const message = await refusal(long, '{', businessLine());
    expect(message).toBe(
      'Nothing was imported: 2 lines are not valid.\n' +
        'lines.ndjson, line 1, the whole line: Longer than 64 MiB\n' +
        'lines.ndjson, line 2, the whole line: Not valid JSON',
    );
  });

  it('is listed with at most 19 others, in the order of files and lines', async () => {
    const lines = Array.from({ length: 30 }, () => '{');
    const message = await refusal(businessLine(), ...lines);
    const listed = message.split('\n').slice(1);
    expect(message).toMatch(
      /^Nothing was imported: the first 20 lines that are not valid are these\.\n/,
    );
    expect(listed.map((one) => /line (\d+)/.exec(one)?.[1])).toEqual(
      Array.from({ length: 20 }, (_, index) => String(index + 2)),
    );
  });

  it('stops the files beside it', async () => {
    const good = await writeLines([businessLine()], 'good.ndjson');
    const bad = await writeLines(['', '{'], 'bad.ndjson');
    const run = importFiles({ pool: database.pool, serviceName: target.name, files: [good, bad] });
    await expect(run).rejects.toThrow(
      `${ONE_LINE}\n${bad}, line 2, the whole line: Not valid JSON`,
    );
    expect(await readVersions(database.db, target)).toEqual([]);
  });
});

describe('a line that is valid', () => {
  it('may be blank, end in CR LF and begin with a byte order mark', async () => {
    const line = JSON.stringify(user({ name: 'Íñ 😀' }));
    await importLines(database, target, [`\uFEFF${line}\r`, '', '  \t\r', '\uFEFF']);
    const rows = await readRows(database.db, target, { table: 'users', order: 'id' });
    expect(rows).toMatchObject([{ given_name: 'Íñ 😀' }]);
  });

  it('may be all there is not: an empty file imports nothing and is no fault', async () => {
    expect(await importLines(database, target, [])).toMatchObject({ businesses: 0, users: 0 });
  });
});
