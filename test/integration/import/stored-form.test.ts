import { beforeEach, describe, expect, it } from 'vitest';
import {
  businessLine,
  createImportTarget,
  type ImportTarget,
  importLines,
  participant,
  readRows,
} from '../../support/data/imports.ts';
import { useDatabase } from '../../support/database/database.ts';

const database = useDatabase();
let target: ImportTarget;

beforeEach(async () => {
  target = await createImportTarget(database.db);
});

const read = async (table: string, order: string) =>
  await readRows(database.db, target, { table, order });

describe('what an import stores', () => {
  it('a business, its participant and documents, with their ids', async () => {
    const counts = await importLines(database, target, [
      businessLine({
        id: 70,
        id_negocio: 7000,
        cod_negocio: 'NEG-7',
        business_name: 'Casa',
        responsible_user: {
          name: 'Ana',
          first_last_name: 'Sol',
          second_last_name: '',
          email: 'Ana@example.test',
        },
        participantes: [
          participant({
            id: 71,
            id_persona: 9,
            tipo_per: 'MOR',
            nombre: 'Back\\slash "quote" \\N',
            apellido_paterno: '',
            apellido_materno: '',
            email: 'p@example.test',
            mod_carga: 'whatever',
            match_resolution_pending: true,
            roles: ['b', 'a,"{}\\', 'B'],
            tipo_doctos: [
              { cod_tipo_docto: 'INE', id_descarga: 5 },
              { cod_tipo_docto: 'CSF', id_descarga: null },
              { cod_tipo_docto: 'INE', id_descarga: 6 },
            ],
            juridical_folio: 'F-1',
          }),
        ],
      }),
    ]);
    expect(counts).toEqual({
      businesses: 1,
      participants: 1,
      documents: 3,
      matches: 0,
      persons: 1,
      files: 2,
      users: 1,
      templates: 0,
      questions: 0,
      questionnaires: 0,
      answers: 0,
      removed_participants: 0,
      new_businesses: 1,
      changed_businesses: 0,
      new_participants: 1,
      new_users: 1,
      unasked_answers: 0,
    });
    const [user] = await read('users', 'id');
    expect(user).toMatchObject({
      email: 'Ana@example.test',
      given_name: 'Ana',
      paternal_surname: 'Sol',
      maternal_surname: null,
      disabled_at: null,
    });
    expect(await read('businesses', 'id')).toMatchObject([
      {
        id: 70,
        external_id: 7000,
        code: 'NEG-7',
        name: 'Casa',
        version: 1,
        responsible_user_id: user?.['id'],
      },
    ]);
    const [person] = await read('persons', 'id');
    expect(person).toMatchObject({ external_id: 9 });
    expect(await read('participants', 'id')).toMatchObject([
      {
        id: 71,
        business_id: 70,
        person_id: person?.['id'],
        person_type: 'legal',
        name: 'Back\\slash "quote" \\N',
        paternal_surname: null,
        maternal_surname: null,
        email: 'p@example.test',
        phone_country_code: '+52',
        phone_number: '5500000000',
        registration_mode: 'whatever',
        has_pending_matches: true,
        roles: ['b', 'a,"{}\\', 'B'],
        legal_act_folio: 'F-1',
      },
    ]);
    expect(await read('documents', 'position')).toMatchObject([
      { participant_id: 71, type_code: 'INE', occurrence: 1, position: 0, file_id: 5 },
      { participant_id: 71, type_code: 'CSF', occurrence: 1, position: 1, file_id: null },
      { participant_id: 71, type_code: 'INE', occurrence: 2, position: 2, file_id: 6 },
    ]);
    expect((await read('files', 'id')).map((file) => file['id'])).toEqual([5, 6]);
  });

  it('null for text that is blank, null or left out, no folio for a blank one, and API for no mode', async () => {
    await importLines(database, target, [
      businessLine({
        business_name: ' ',
        responsible_user: null,
        participantes: [
          participant({ id: 1, apellido_paterno: null, telefono: '\t', juridical_folio: ' \t' }),
          { id: 2, id_persona: 2, tipo_per: 'FIS', nombre: 'Ana', roles: null, tipo_doctos: null },
          { id: 3, id_persona: 3, tipo_per: 'FIS', nombre: 'Eva', mod_carga: ' ' },
        ],
      }),
    ]);
    expect(await read('businesses', 'id')).toMatchObject([
      { name: null, responsible_user_id: null },
    ]);
    const none = { paternal_surname: null, email: null, phone_number: null, legal_act_folio: null };
    expect(await read('participants', 'id')).toMatchObject([
      { ...none, person_type: 'natural' },
      { ...none, name: 'Ana', registration_mode: 'API', has_pending_matches: false, roles: [] },
      { ...none, name: 'Eva', registration_mode: 'API' },
    ]);
    expect(await read('users', 'id')).toEqual([]);
  });

  it('one person however many participants refer to it, each with what was captured for it', async () => {
    const counts = await importLines(database, target, [
      businessLine({ participantes: [participant({ id_persona: 4, nombre: 'Ana' })] }),
      businessLine({ participantes: [participant({ id_persona: 4, nombre: 'Anita' })] }),
    ]);
    expect(counts).toMatchObject({ participants: 2, persons: 1 });
    const rows = await read('participants', 'id');
    expect(rows.map((row) => row['name'])).toEqual(['Ana', 'Anita']);
    expect(new Set(rows.map((row) => row['person_id'])).size).toBe(1);
  });

  it('ids that never collide: new ones lie above all that the import brings', async () => {
    await importLines(database, target, [
      businessLine({ participantes: [participant()] }),
      businessLine({ id: 500, participantes: [participant({ id: 900 }), participant()] }),
      { type: 'user', email: 'new@example.test' },
      { type: 'user', id: 40, email: 'old@example.test' },
    ]);
    const ids = async (table: string) => (await read(table, 'id')).map((row) => row['id']);
    expect(await ids('businesses')).toEqual([500, 501]);
    expect(await ids('participants')).toEqual([900, 901, 902]);
    expect(await ids('users')).toEqual([40, 41]);
    expect(await read('id_counters', 'kind')).toMatchObject([
      { kind: 'business', last_id: 501 },
      { kind: 'participant', last_id: 902 },
      { kind: 'person', last_id: 3 },
      { kind: 'user', last_id: 41 },
    ]);
  });

  it('templates with their questions in order, and questionnaires as sent, the last of equal keys', async () => {
    const counts = await importLines(database, target, [
      {
        type: 'answers',
        user_id: 3,
        template: 'kyc',
        answers: [
          { question: 'b', answer: 'first' },
          { question: 'gone', answer: '' },
          { question: 'b', answer: 'last' },
        ],
      },
      {
        type: 'template',
        key: 'kyc',
        title: 'KYC',
        questions: [
          { key: 'b', text: 'B?' },
          { key: 'a', text: 'A?' },
        ],
      },
      { type: 'user', id: 3, email: 'u@example.test', name: 'U' },
    ]);
    expect(counts).toMatchObject({
      users: 1,
      templates: 1,
      questions: 2,
      questionnaires: 1,
      answers: 2,
    });
    expect(await read('questions', 'position')).toMatchObject([
      { template_key: 'kyc', key: 'b', position: 0, text: 'B?' },
      { template_key: 'kyc', key: 'a', position: 1, text: 'A?' },
    ]);
    const sent = { user_id: 3, template_key: 'kyc', source: 'sent', combined_from: null };
    expect(await read('filled_questionnaires', 'user_id')).toMatchObject([
      { user_id: 3, template_key: 'kyc' },
    ]);
    expect(await read('answers', 'question_key')).toMatchObject([
      { ...sent, question_key: 'b', answer: 'last' },
      { ...sent, question_key: 'gone', answer: '' },
    ]);
  });

  it('a responsible user by e-mail whatever its case; the user line gives its names', async () => {
    const ana = { first_last_name: '', second_last_name: '', email: 'ANA@example.test' };
    await importLines(database, target, [
      businessLine({ responsible_user: { ...ana, name: 'Anna' } }),
      businessLine({ responsible_user: { ...ana, name: 'Anne', email: 'ana@Example.test' } }),
      { type: 'user', email: 'ana@example.test', name: 'Ana' },
      businessLine({ responsible_user: { ...ana, name: 'Bea', email: 'bea@example.test' } }),
      businessLine({ responsible_user: { ...ana, name: 'Bee', email: 'BEA@example.test' } }),
      businessLine({ responsible_user: { ...ana, name: '', email: 'bea@example.test' } }),
    ]);
    expect(await read('users', 'given_name')).toMatchObject([
      { email: 'ana@example.test', given_name: 'Ana' },
      { email: 'BEA@example.test', given_name: 'Bee' },
    ]);
    const owners = (await read('businesses', 'id')).map((row) => row['responsible_user_id']);
    expect(new Set(owners.slice(0, 2)).size).toBe(1);
    expect(new Set(owners.slice(2)).size).toBe(1);
  });

  it('an audit event with the counts and nothing else, after one of each business', async () => {
    const counts = await importLines(database, target, [businessLine()]);
    const [{ id = 0 } = {}] = await read('businesses', 'id');
    const by = { user_id: null, api_key_id: null, request_id: null };
    expect(await read('audit_events', 'id')).toMatchObject([
      {
        action: 'business_imported',
        business_id: id,
        ...by,
        details: { businessId: id, created: true },
      },
      {
        action: 'data_imported',
        ...by,
        details: counts,
      },
    ]);
  });

  it('nothing for another service, which may hold the same ids', async () => {
    const other = await createImportTarget(database.db);
    const lines = [businessLine({ id: 1, participantes: [participant({ id: 1, id_persona: 1 })] })];
    await importLines(database, target, lines);
    await importLines(database, other, [businessLine({ id: 1 })]);
    expect(await read('participants', 'id')).toMatchObject([{ id: 1, business_id: 1 }]);
    expect(await readRows(database.db, other, { table: 'participants', order: 'id' })).toEqual([]);
  });
});
