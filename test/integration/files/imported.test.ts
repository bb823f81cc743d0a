import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at } from '../../support/clients/graphql.ts';
import { makePdf } from '../../support/data/files.ts';
import { getRejection, importLines } from '../../support/data/imports.ts';
import { useDatabase } from '../../support/database/database.ts';
import { type OpenGateway, openGateway } from '../../support/gateway/open-gateway.ts';

const database = useDatabase();
let gateway: OpenGateway;
beforeAll(async () => {
  gateway = await openGateway(database.url);
});
afterAll(async () => await gateway.close());

const target = () => ({ name: gateway.service.service, serviceId: gateway.service.serviceId });

/** A business with two people, of whom only the second has a folio; that one has the file. */
function line(id: number, fileId: number | null) {
  const person = { tipo_per: 'FIS', nombre: 'Ana' };
  return {
    type: 'business',
    id,
    id_negocio: id,
    cod_negocio: `B-${id}`,
    participantes: [
      { ...person, id: id * 10 + 1, id_persona: id * 10 + 1, tipo_doctos: [] },
      {
        ...person,
        id: id * 10 + 2,
        id_persona: id * 10 + 2,
        folio_acto_juridico: 'F-1',
        tipo_doctos: [{ cod_tipo_docto: 'INE', id_descarga: fileId }],
      },
    ],
  };
}

async function send(fields: object): Promise<number> {
  const content_base64 = makePdf(1000, `mark-${JSON.stringify(fields).length}`).toString('base64');
  const sent = { filename: 'a.pdf', content_base64, ...fields };
  const { body } = await gateway.request('POST', '/api/v4/file/upload', sent);
  return Number(at(body, 'data', 'file_id'));
}

async function complete(id: number, delete_mode: string) {
  const path = `/api/v4/fiduciary/${id}/complete`;
  return (await gateway.request('POST', path, { delete_mode })).status;
}

async function statusOf(fileId: number): Promise<number> {
  const url = `${gateway.url}/api/v4/file/${fileId}`;
  return (await fetch(url, { headers: gateway.service.headers })).status;
}

describe('a file that an import makes a document of', () => {
  it('stays with that document, and no longer goes with whom it was sent for', async () => {
    await importLines(database, target(), [line(1, null)]);
    const fileId = await send({ participant_id: 11 });
    await importLines(database, target(), [line(1, fileId)]);
    expect(await complete(1, '')).toBe(200);
    expect(await statusOf(fileId)).toBe(200);
    expect(await complete(1, 'all')).toBe(200);
    expect(await statusOf(fileId)).toBe(404);
  });

  it('stays with it too where the gateway of before left it with whom it was sent for', async () => {
    await importLines(database, target(), [line(2, null)]);
    const fileId = await send({ participant_id: 21 });
    await importLines(database, target(), [line(2, fileId)]);
    const files = database.db.updateTable('files').set({ participant_id: 21 });
    await files.where('id', '=', fileId).execute();
    expect(await complete(2, '')).toBe(200);
    expect(await statusOf(fileId)).toBe(200);
    expect(await complete(2, 'juridical_only')).toBe(200);
    expect(await statusOf(fileId)).toBe(404);
  });

  it('is of no second business, whether an import or somebody else would make it so', async () => {
    const fileId = await send({});
    const lines = [line(3, fileId), line(4, fileId)];
    expect(await getRejection(database, target(), lines)).toContain('line 2, participantes.1');
    await importLines(database, target(), [line(3, fileId), line(4, null)]);
    expect(await getRejection(database, target(), [line(4, fileId)])).toContain('line 1, partici');
    const input = { participant: { databaseId: 42 }, typeCode: 'INE', downloadId: fileId };
    const { body } = await gateway.graphql(
      'mutation ($input: AttachDocumentInput!) { attachDocument(input: $input) { __typename } }',
      { input },
    );
    expect(at(body, 'data', 'attachDocument', '__typename')).toBe('InputValidationError');
    expect(await complete(3, 'all')).toBe(200);
    expect(await statusOf(fileId)).toBe(404);
  });
});
