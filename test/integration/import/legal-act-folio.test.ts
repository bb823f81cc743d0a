import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  businessLine,
  createImportTarget,
  getRejection,
  type ImportTarget,
  importLines,
  readRows,
} from '../../support/data/imports.ts';
import { useDatabase } from '../../support/database/database.ts';
import { type OpenGateway, openGateway } from '../../support/gateway/open-gateway.ts';

const database = useDatabase();
let gateway: OpenGateway;

beforeAll(async () => {
  gateway = await openGateway(database.url);
});
afterAll(async () => {
  await gateway.close();
});

const person = (id_persona: number, fields: object) => ({
  id_persona,
  tipo_per: 'FIS',
  nombre: `Persona ${id_persona}`,
  ...fields,
});

async function folios(target: ImportTarget, businessId: number): Promise<unknown[]> {
  const rows = await readRows(database.db, target, { table: 'participants', order: 'id' });
  const ofBusiness = rows.filter((row) => row['business_id'] === businessId);
  return ofBusiness.map((row) => row['legal_act_folio']);
}

describe('a folio that was imported', () => {
  it('keeps its participant from the completion that deletes those without one, in either spelling', async () => {
    const { service, serviceId } = gateway.service;
    const target = { name: service, serviceId };
    const participantes = [
      person(1, { folio_acto_juridico: 'F-1' }),
      person(2, { juridical_folio: 'F-2' }),
      person(3, { folio_acto_juridico: 'F-3', juridical_folio: 'F-3' }),
      person(4, { folio_acto_juridico: ' ', juridical_folio: null }),
      person(5, {}),
    ];
    await importLines(database, target, [businessLine({ id: 10, participantes })]);
    const reply = await gateway.request('POST', '/api/v4/fiduciary/10/complete');
    expect(reply).toMatchObject({ status: 200, body: { success: true } });
    expect(await folios(target, 10)).toEqual(['F-1', 'F-2', 'F-3']);
  });

  it('keeps the participant of a fiduciary request too, in either spelling', async () => {
    const { service, serviceId } = gateway.service;
    const participantes = [
      person(1, { folio_acto_juridico: 'R-1' }),
      person(2, { juridical_folio: 'R-2' }),
      person(3, {}),
    ];
    const body = { id_negocio: 77, cod_negocio: 'F/77', participantes };
    const sent = await gateway.request('POST', '/api/v4/fiduciary/requests', body);
    expect(sent.status).toBe(200);
    const found = await gateway.graphql('{ business(by: { externalId: 77 }) { databaseId } }');
    const id = /"databaseId":(\d+)/.exec(JSON.stringify(found.body))?.[1];
    await gateway.request('POST', `/api/v4/fiduciary/${id}/complete`, { delete_mode: '' });
    expect(await folios({ name: service, serviceId }, Number(id))).toEqual(['R-1', 'R-2']);
  });

  describe('in two spellings that disagree', () => {
    let target: ImportTarget;
    beforeEach(async () => {
      target = await createImportTarget(database.db);
    });

    it.each([
      ['F-1', 'F-2'],
      ['F-1', null],
      ['', 'F-2'],
      ['F-1', 'F-1 '],
    ])('is refused by an import and by a request: %j, %j', async (one, other) => {
      const two = person(1, { folio_acto_juridico: one, juridical_folio: other });
      const message = await getRejection(database, target, [
        businessLine({ participantes: [two] }),
      ]);
      expect(message).toContain('line 1, participantes.0.juridical_folio: ');
      expect(message).not.toContain('F-');
      const body = { id_negocio: 78, cod_negocio: 'F/78', participantes: [two] };
      const reply = await gateway.request('POST', '/api/v4/fiduciary/requests', body);
      expect(reply.status).toBe(400);
    });
  });
});

describe('a member that is not known', () => {
  it.each<[string, object]>([
    ['folio', businessLine({ folio: 1 })],
    ['participantes.0.folio', businessLine({ participantes: [person(1, { folio: 'F-1' })] })],
    [
      'participantes.0.tipo_doctos.0.id',
      businessLine({
        participantes: [person(1, { tipo_doctos: [{ cod_tipo_docto: 'INE', id: 1 }] })],
      }),
    ],
    [
      'participantes.0.domicilio.cp',
      businessLine({ participantes: [person(1, { domicilio: { cp: '01000' } })] }),
    ],
    [
      'participantes.0.matches.0.score',
      businessLine({
        participantes: [person(1, { matches: [{ list: 'OFAC', match_id: '1', score: 1 }] })],
      }),
    ],
    ['responsible_user.id', businessLine({ responsible_user: { id: 1 } })],
    ['phone', { type: 'user', email: 'u@example.test', phone: '55' }],
    ['version', { type: 'template', key: 't', title: 'T', questions: [], version: 1 }],
    [
      'questions.0.type',
      { type: 'template', key: 't', title: 'T', questions: [{ key: 'q', text: 'Q', type: 'x' }] },
    ],
    ['source', { type: 'answers', user_id: 1, template: 't', answers: [], source: 'x' }],
    [
      'answers.0.at',
      {
        type: 'answers',
        user_id: 1,
        template: 't',
        answers: [{ question: 'q', answer: 'a', at: 'x' }],
      },
    ],
  ])('is refused by its line and name: %s', async (name, line) => {
    const target = await createImportTarget(database.db);
    const message = await getRejection(database, target, [businessLine(), line]);
    expect(message).toContain(`line 2, ${name}: `);
  });
});
