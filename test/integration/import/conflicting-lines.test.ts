import { beforeEach, describe, expect, it } from 'vitest';
import {
  businessLine,
  createImportTarget,
  getRejection,
  type ImportTarget,
  importLines,
  participant,
  readVersions,
  type SampleLine,
} from '../../support/data/imports.ts';
import { useDatabase } from '../../support/database/database.ts';

const database = useDatabase();
let target: ImportTarget;

const user = (fields: object) => ({ type: 'user', ...fields });
const template = (key: string) => ({ type: 'template', key, title: '', questions: [] });
const answers = (user_id: number, key: string) => ({
  type: 'answers',
  user_id,
  template: key,
  answers: [],
});

const STORED = [
  user({ id: 1, email: 'canary.one@example.test' }),
  user({ id: 2, email: 'canary.two@example.test' }),
  template('stored'),
  businessLine({ id: 1, id_negocio: 91, participantes: [participant({ id: 1 })] }),
  businessLine({ id: 2, id_negocio: 92, participantes: [participant({ id: 2 })] }),
];

beforeEach(async () => {
  target = await createImportTarget(database.db);
  await importLines(database, target, STORED);
});

describe('lines that contradict each other or the service', () => {
  it.each<[string, SampleLine[], string[]]>([
    [
      'one user id or e-mail twice',
      [
        user({ id: 7, email: 'a@example.test' }),
        user({ id: 7, email: 'b@example.test' }),
        user({ email: 'A@example.test' }),
      ],
      [
        'line 2, id: An earlier line has the same user id',
        'line 3, email: An earlier user line has the same e-mail',
      ],
    ],
    [
      'an e-mail of another user',
      [
        user({ id: 1, email: 'Canary.Two@example.test' }),
        user({ id: 9, email: 'canary.two@example.test' }),
      ],
      [
        'line 1, email: Another user of the service has this e-mail',
        'line 2, email: An earlier user line has the same e-mail',
        'line 2, email: Another user of the service has this e-mail',
      ],
    ],
    [
      'one user by id and by its e-mail',
      [user({ id: 1, email: 'new@example.test' }), user({ email: 'canary.one@example.test' })],
      ['line 2, email: An earlier line names the same user by its id'],
    ],
    [
      'one template or filled questionnaire twice',
      [template('t'), template('t'), answers(1, 't'), answers(1, 't')],
      [
        'line 2, key: An earlier template line has the same key',
        'line 4, template: An earlier answers line has the same user and template',
      ],
    ],
    [
      'answers of an unknown user or to an unknown template',
      [answers(3, 'stored'), answers(1, 'STORED'), answers(2, 'stored')],
      [
        'line 1, user_id: Neither the service nor the import has a user with this id',
        'line 2, template: Neither the service nor the import has a template with this key',
      ],
    ],
    [
      'one business id or id_negocio twice',
      [
        businessLine({ id: 7, id_negocio: 97 }),
        businessLine({ id: 7, id_negocio: 98 }),
        businessLine({ id_negocio: 97 }),
      ],
      [
        'line 2, id: An earlier line has the same business id',
        'line 3, id_negocio: An earlier line has the same id_negocio',
      ],
    ],
    [
      'an id_negocio of another business',
      [businessLine({ id: 1, id_negocio: 92 }), businessLine({ id: 7, id_negocio: 91 })],
      [
        'line 1, id_negocio: Is the id_negocio of another business id in the service',
        'line 2, id_negocio: Is the id_negocio of another business id in the service',
      ],
    ],
    [
      'one business by id and by its id_negocio',
      [businessLine({ id: 1, id_negocio: 93 }), businessLine({ id_negocio: 91 })],
      ['line 2, id_negocio: An earlier line names the same business by its id'],
    ],
    [
      'a participant of another business, also a new one',
      [
        businessLine({
          id: 1,
          id_negocio: 91,
          participantes: [participant(), participant({ id: 2 })],
        }),
        businessLine({ participantes: [participant({ id: 1 })] }),
      ],
      [
        'line 1, participantes.1.id: A participant of another business has this id',
        'line 2, participantes.0.id: A participant of another business has this id',
      ],
    ],
    [
      'one participant id twice, in one business or two',
      [
        businessLine({ participantes: [participant({ id: 7 }), participant({ id: 7 })] }),
        businessLine({ participantes: [participant({ id: 7 })] }),
      ],
      [
        'line 1, participantes.1.id: An earlier participant of the import has the same id',
        'line 2, participantes.0.id: An earlier participant of the import has the same id',
      ],
    ],
  ])('are refused and nothing changes: %s', async (_what, lines, expected) => {
    const before = await readVersions(database.db, target);
    const message = await getRejection(database, target, lines);
    expect(message.split('\n').slice(1)).toEqual(expected.map((one) => `lines.ndjson, ${one}`));
    expect(message.toLowerCase()).not.toContain('canary');
    expect(await readVersions(database.db, target)).toEqual(before);
  });

  it('are refused where a document would show a file that was uploaded for another business', async () => {
    const sealed = { sealed_key: Buffer.alloc(60), sealed_name: Buffer.alloc(60) };
    const seen = { byte_count: 1, media_type: 'text/csv', sha256: Buffer.alloc(32) };
    const place = { service_id: target.serviceId, id: 77, business_id: 1, storage_key: 'x/1' };
    await database.db
      .insertInto('files')
      .values({ ...place, ...seen, ...sealed, state: 'available' })
      .execute();
    const document = { cod_tipo_docto: 'INE', id_descarga: 77 };
    const of = (id: number, id_negocio: number) =>
      businessLine({ id, id_negocio, participantes: [participant({ tipo_doctos: [document] })] });
    expect(await getRejection(database, target, [of(2, 92)])).toContain(
      'participantes.0.tipo_doctos: An id_descarga is that of a file which was uploaded',
    );
    await importLines(database, target, [of(1, 91)]);
  });

  it('are listed up to the 20th', async () => {
    const lines = Array.from({ length: 50 }, () => answers(3, 'stored'));
    const message = await getRejection(database, target, lines);
    const told = new Set(message.split('\n').map((line) => /line (\d+)/.exec(line)?.[1]));
    expect(told.size).toBe(21);
    expect(message).toContain('line 20, ');
  });

  it('are fine in another service', async () => {
    const other = await createImportTarget(database.db);
    const counts = await importLines(database, other, STORED);
    expect(counts).toMatchObject({ businesses: 2, participants: 2, users: 2, templates: 1 });
  });

  it('are told when ids run out, and the counters stay as they are', async () => {
    await database.db
      .updateTable('id_counters')
      .set({ last_id: Number.MAX_SAFE_INTEGER })
      .where('service_id', '=', target.serviceId)
      .where('kind', '=', 'business')
      .execute();
    const before = await readVersions(database.db, target);
    const message = await getRejection(database, target, [businessLine()]);
    expect(message).toBe(
      'Nothing was imported: the given ids leave no higher ids for records without an id.',
    );
    expect(await readVersions(database.db, target)).toEqual(before);
  });
});
