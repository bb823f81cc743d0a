import { describe, expect, it } from 'vitest';
import {
  INVALID_INPUT,
  NOT_AN_OBJECT,
  PAYLOAD_TOO_LARGE,
  sendV4,
} from '../../../../support/clients/v4.ts';
import { makeBusiness } from '../../../../support/data/factories.ts';
import { dumpTables } from '../../../../support/database/tables.ts';
import { useGateway } from '../../../../support/gateway/gateway.ts';

const gateway = useGateway();
const PATH = '/api/v4/fiduciary/requests';

const BUSINESS = { id_negocio: 1, cod_negocio: 'F/1', participantes: [] };
const PERSON = { id_persona: 2, tipo_per: 'FIS', nombre: 'Ana' };
const having = (fields: object) => ({ ...BUSINESS, ...fields });
const person = (fields: object) => having({ participantes: [{ ...PERSON, ...fields }] });
const user = (fields: object) => having({ responsible_user: fields });

async function expectRefused(
  body: string | Uint8Array<ArrayBuffer>,
  expected: object = INVALID_INPUT,
): Promise<void> {
  const before = await dumpTables(gateway.db);
  expect(await sendV4(gateway, PATH, { body })).toMatchObject(expected);
  expect(await dumpTables(gateway.db)).toEqual(before);
}

describe('POST /api/v4/fiduciary/requests, refused', () => {
  it.each(NOT_AN_OBJECT)('400 refuses a body that is %s', async (_name, body) => {
    await expectRefused(body);
  });

  it('400 refuses no body', async () => {
    await expectRefused('');
  });

  it.each([
    ['no id_negocio', { ...BUSINESS, id_negocio: undefined }],
    ['an id_negocio of null', having({ id_negocio: null })],
    ['an id_negocio of 0', having({ id_negocio: 0 })],
    ['an id_negocio beyond 2^53-1', having({ id_negocio: 2 ** 53 })],
    ['an id_negocio that is text', having({ id_negocio: '1' })],
    ['no cod_negocio', { ...BUSINESS, cod_negocio: undefined }],
    ['an empty cod_negocio', having({ cod_negocio: '' })],
    ['a cod_negocio of 256 characters', having({ cod_negocio: 'x'.repeat(256) })],
    ['a business_name with U+0000', having({ business_name: 'a\0' })],
    ['a business_name with a lone surrogate', having({ business_name: '\ud800' })],
    ['a business_name of 1001 characters', having({ business_name: 'x'.repeat(1001) })],
    ['no participantes', { ...BUSINESS, participantes: undefined }],
    ['participantes of null', having({ participantes: null })],
    ['participantes that are an object', having({ participantes: {} })],
    ['a participant of null', having({ participantes: [null] })],
    ['a person twice', having({ participantes: [PERSON, { ...PERSON, nombre: 'Eva' }] })],
    ['no id_persona', person({ id_persona: undefined })],
    ['an id_persona of a half', person({ id_persona: 1.5 })],
    ['no tipo_per', person({ tipo_per: undefined })],
    ['another tipo_per', person({ tipo_per: 'fis' })],
    ['FIS without nombre', person({ nombre: undefined })],
    ['FIS with an empty nombre', person({ nombre: '' })],
    ['MOR with a surname', person({ tipo_per: 'MOR', apellido_paterno: 'Luna' })],
    ['MOR with a second surname', person({ tipo_per: 'MOR', apellido_materno: 'Luna' })],
    ['an e-mail that is none', person({ email: 'ana' })],
    ['a mod_carga of 31 characters', person({ mod_carga: 'x'.repeat(31) })],
    ['roles that are text', person({ roles: 'FIDUCIARIO' })],
    ['a role of null', person({ roles: [null] })],
    ['101 roles', person({ roles: Array.from({ length: 101 }, () => 'x') })],
    ['a document type of 256 characters', person({ tipo_doctos: ['x'.repeat(256)] })],
    ['an empty document type', person({ tipo_doctos: [''] })],
    ['a document as an object', person({ tipo_doctos: [{ cod_tipo_docto: 'INE' }] })],
    ['1001 documents', person({ tipo_doctos: Array.from({ length: 1001 }, () => 'x') })],
    ['a responsible user without e-mail', user({ name: 'Irene' })],
    ['a responsible user without name', user({ email: 'irene@example.test' })],
    ['a responsible user of text', user([] as object)],
  ])('400 refuses %s and stores nothing', async (_name, body) => {
    await expectRefused(JSON.stringify(body));
  });

  it('400 refuses one bad participant among good ones, and none is stored', async () => {
    const good = Array.from({ length: 99 }, (_, index) => ({ ...PERSON, id_persona: 10 + index }));
    await expectRefused(
      JSON.stringify(having({ participantes: [...good, { ...PERSON, nombre: 7 }] })),
    );
  });

  it('400 refuses more than 10,000 participants, which fit the bound on a body', async () => {
    const many = Array.from({ length: 10_001 }, (_, index) => ({
      id_persona: 1 + index,
      tipo_per: 'FIS',
      nombre: 'A',
    }));
    await expectRefused(JSON.stringify(having({ participantes: many })));
  });

  it('413 refuses a body over the bound', async () => {
    await expectRefused('x'.repeat(1024 * 1024 + 1), PAYLOAD_TOO_LARGE);
  });

  it('400 refuses a person whom the business has twice, since nothing tells which is meant', async () => {
    const twice = { personExternalId: 7 };
    const { externalId } = await makeBusiness(gateway.db, gateway.service.serviceId, {
      participants: [twice, twice],
    });
    const body = { ...person({ id_persona: 7 }), id_negocio: externalId };
    await expectRefused(JSON.stringify(body));
  });
});
