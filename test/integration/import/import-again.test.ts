import { beforeEach, describe, expect, it } from 'vitest';
import { IMPORT_SHAPE, makeImportLines } from '../../../scripts/import-lines.ts';
import {
  businessLine,
  createImportTarget,
  type ImportTarget,
  importLines,
  participant,
  readRows,
  readVersions,
} from '../../support/data/imports.ts';
import { useDatabase } from '../../support/database/database.ts';

const database = useDatabase();
let target: ImportTarget;

beforeEach(async () => {
  target = await createImportTarget(database.db);
});

const read = async (table: string, order: string) =>
  await readRows(database.db, target, { table, order });
const imports = async (...lines: (object | string)[]) => await importLines(database, target, lines);
const versions = async () => await readVersions(database.db, target);

/** Lines without any id, so that the second run must find everything by its natural key. */
function withoutIds(line: string): string {
  return JSON.stringify(JSON.parse(line), (key, value: unknown) =>
    key === 'id' ? undefined : value,
  );
}

describe('an import that is run again', () => {
  const lines = [...makeImportLines({ ...IMPORT_SHAPE, businesses: 40 })];

  it('changes nothing at all, no version and no place of a row', async () => {
    const first = await imports(...lines);
    const before = await versions();
    const nothingNew = { new_businesses: 0, new_participants: 0, new_users: 0 };
    expect(await imports(...lines)).toEqual({ ...first, ...nothingNew });
    expect(await versions()).toEqual(before);
    expect(before.length).toBeGreaterThan(1_000);
  });

  it('changes nothing when its lines have no ids', async () => {
    const idless = lines.filter((line) => !line.includes('"answers"')).map(withoutIds);
    // A person twice in one business needs ids, which these lines lack.
    const plain = idless.filter((line) => !hasRepeatedPerson(line));
    await imports(...plain);
    const before = await versions();
    await imports(...plain);
    expect(await versions()).toEqual(before);
    expect(plain.length).toBeGreaterThan(30);
  });

  it('stores the same whatever the order of its lines', async () => {
    await imports(...lines);
    const stored = await readPlainRows();
    target = await createImportTarget(database.db);
    await imports(...lines.toReversed());
    expect(await readPlainRows()).toEqual(stored);
  });
});

/** The stored rows without what differs between two services and two moments. */
async function readPlainRows() {
  const tables = { users: 'id', businesses: 'id', persons: 'external_id', participants: 'id' };
  const pairs = Object.entries({
    ...tables,
    documents: 'participant_id, position',
    answers: '2, 3, 4',
  });
  const omitted = ['service_id', 'created_at', 'updated_at'];
  return await Promise.all(
    pairs.map(async ([table, order]) =>
      (await read(table, order)).map((row) =>
        Object.fromEntries(Object.entries(row).filter(([column]) => !omitted.includes(column))),
      ),
    ),
  );
}

function hasRepeatedPerson(line: string): boolean {
  const persons = [...line.matchAll(/"id_persona":(\d+)/g)].map((match) => match[1]);
  return new Set(persons).size < persons.length;
}

describe('an import of what the service has', () => {
  it('leaves a business with exactly the participants listed, and cleans up after the others', async () => {
    const kept = participant({ tipo_doctos: [{ cod_tipo_docto: 'A', id_descarga: 1 }] });
    const shared = participant({ tipo_doctos: [{ cod_tipo_docto: 'A', id_descarga: 2 }] });
    const gone = participant({
      tipo_doctos: [1, 3].map((id) => ({ cod_tipo_docto: 'A', id_descarga: id })),
    });
    const business = businessLine({ participantes: [kept, shared, gone] });
    await imports(business, businessLine({ participantes: [shared] }));
    const [before] = await read('participants', 'id');
    const counts = await imports({ ...business, participantes: [kept] });
    expect(counts).toMatchObject({ participants: 1, removed_participants: 2 });
    const left = await read('participants', 'id');
    expect(left.map((row) => row['name'])).toEqual([kept.nombre, shared.nombre]);
    expect(left[0]).toEqual(before);
    const persons = (await read('persons', 'external_id')).map((row) => row['external_id']);
    expect(persons).toEqual([kept.id_persona, shared.id_persona]);
    expect((await read('files', 'id')).map((row) => row['id'])).toEqual([1, 2]);
    expect((await read('businesses', 'id')).map((row) => row['version'])).toEqual([2, 1]);
  });

  it('updates what differs and counts the version of that business up, once', async () => {
    const one = participant({
      id: 1,
      tipo_doctos: [{ cod_tipo_docto: 'A', id_descarga: null }, { cod_tipo_docto: 'B' }],
    });
    const business = businessLine({ id: 1, participantes: [one, participant({ id: 2 })] });
    await imports(business, businessLine({ id: 2, participantes: [participant({ id: 3 })] }));
    const before = await read('participants', 'id');
    await imports({
      ...business,
      participantes: [
        {
          ...one,
          nombre: 'Otra',
          roles: [],
          tipo_doctos: [{ cod_tipo_docto: 'C' }, { cod_tipo_docto: 'A', id_descarga: 8 }],
        },
        business.participantes[1],
      ],
    });
    const after = await read('participants', 'id');
    expect(after[0]).toMatchObject({ id: 1, name: 'Otra', roles: [] });
    expect(after.slice(1)).toEqual(before.slice(1));
    expect(await read('documents', 'position')).toMatchObject([
      { type_code: 'C', occurrence: 1, position: 0, file_id: null },
      { type_code: 'A', occurrence: 1, position: 1, file_id: 8 },
    ]);
    expect((await read('businesses', 'id')).map((row) => row['version'])).toEqual([2, 1]);
  });

  it.each([
    ['the business', { cod_negocio: 'NEW' }],
    [
      'only a document file',
      { participantes: [documented([{ cod_tipo_docto: 'A', id_descarga: 2 }])] },
    ],
    ['only one document less', { participantes: [documented([])] }],
    ['only the responsible user', { responsible_user: { email: 'r@example.test' } }],
  ])('counts the version up where it changes %s', async (_what, change) => {
    const business = businessLine({
      participantes: [documented([{ cod_tipo_docto: 'A', id_descarga: 1 }])],
    });
    await imports(business);
    await imports({ ...business, ...change });
    expect(await read('businesses', 'id')).toMatchObject([{ version: 2 }]);
    expect(await read('participants', 'id')).toHaveLength(1);
    const files = (await read('files', 'id')).map((row) => row['id']);
    const referred = (await read('documents', 'position')).map((row) => row['file_id']);
    expect(files).toEqual(referred);
  });

  it('moves a participant that keeps its id to another person, and drops the person left behind', async () => {
    const business = businessLine({ participantes: [participant({ id: 5, id_persona: 10 })] });
    await imports(business);
    await imports({ ...business, participantes: [participant({ id: 5, id_persona: 11 })] });
    expect((await read('persons', 'id')).map((row) => row['external_id'])).toEqual([11]);
    expect(await read('participants', 'id')).toMatchObject([{ id: 5 }]);
  });

  it('finds a participant without id by its person, and never the one that another names by id', async () => {
    const line = businessLine({ participantes: [participant({ id: 5, id_persona: 10 })] });
    await imports(line);
    await imports({ ...line, participantes: [participant({ id_persona: 10, nombre: 'Same' })] });
    expect(await read('participants', 'id')).toMatchObject([{ id: 5, name: 'Same' }]);
    const both = [participant({ id: 5, id_persona: 11 }), participant({ id_persona: 10 })];
    await imports({ ...line, participantes: both });
    expect((await read('participants', 'id')).map((row) => row['id'])).toEqual([5, 6]);
  });

  it('takes one person twice in a business where each participant has its own id', async () => {
    const twice = [participant({ id: 5, id_persona: 10 }), participant({ id: 6, id_persona: 10 })];
    const line = businessLine({ participantes: twice });
    await imports(line);
    const before = await versions();
    await imports(line);
    expect(await versions()).toEqual(before);
    expect((await read('participants', 'id')).map((row) => row['id'])).toEqual([5, 6]);
  });

  it('finds a business and a user by id and gives them another natural key', async () => {
    await imports(businessLine({ id: 5 }), { type: 'user', id: 6, email: 'old@example.test' });
    const lines = [
      businessLine({ id: 5, id_negocio: 77 }),
      { type: 'user', id: 6, email: 'new@example.test' },
    ];
    await imports(...lines);
    expect(await read('businesses', 'id')).toMatchObject([{ id: 5, external_id: 77, version: 2 }]);
    expect(await read('users', 'id')).toMatchObject([{ id: 6, email: 'new@example.test' }]);
  });

  it('gives a known responsible user its names where they are given, and keeps them where not', async () => {
    await imports({ type: 'user', id: 3, email: 'r@example.test', name: 'First' });
    await imports(ledBy(''));
    expect(await read('users', 'id')).toMatchObject([{ id: 3, given_name: 'First' }]);
    await imports(ledBy('Second'));
    expect(await read('users', 'id')).toMatchObject([
      { id: 3, email: 'r@example.test', given_name: 'Second' },
    ]);
  });
});

function ledBy(name: string) {
  return businessLine({ responsible_user: { name, email: 'R@example.test' } });
}

function documented(tipo_doctos: object[]) {
  return { ...participant(), id: undefined, id_persona: 99, nombre: 'One', tipo_doctos };
}

const template = (...keys: string[]) => ({
  type: 'template',
  key: 't',
  title: 'T',
  questions: keys.map((key) => ({ key, text: `${key}?` })),
});
const answers = (values: Record<string, string>) => ({
  type: 'answers',
  user_id: 1,
  template: 't',
  answers: Object.entries(values).map(([question, answer]) => ({ question, answer })),
});

describe('questionnaires that the service has', () => {
  const user = { type: 'user', id: 1, email: 'u@example.test' };

  it('keep answers that are not named, also to questions that their template no longer asks', async () => {
    await imports(user, template('a', 'b'), answers({ a: '1', b: '2' }));
    const [before] = await read('filled_questionnaires', 'user_id');
    await imports(template('c', 'b'), answers({ b: '3' }));
    const questions = (await read('questions', 'position')).map((row) => row['key']);
    expect(questions).toEqual(['c', 'b']);
    const stored = (await read('answers', 'question_key')).map((row) => row['answer']);
    expect(stored).toEqual(['1', '3']);
    const [after] = await read('filled_questionnaires', 'user_id');
    expect(after?.['updated_at']).not.toEqual(before?.['updated_at']);
  });

  it('keep their time when every answer stood there already', async () => {
    await imports(user, template('a'), answers({ a: '1' }));
    const before = await versions();
    await imports(answers({ a: '1' }));
    await imports(answers({}));
    expect(await versions()).toEqual(before);
  });

  it('become sent ones where they had been combined', async () => {
    await imports(user, template('a'), answers({ a: '1' }));
    await database.db
      .updateTable('answers')
      .set({ source: 'combined', combined_from: 'x' })
      .where('service_id', '=', target.serviceId)
      .execute();
    await imports(answers({ a: '1' }));
    expect(await read('answers', 'question_key')).toMatchObject([
      { source: 'sent', combined_from: null },
    ]);
  });
});
