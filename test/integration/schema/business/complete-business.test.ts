import { describe, expect, it } from 'vitest';
import { encodeGlobalId } from '../../../../src/domain/shared/global-id.ts';
import { at, dataOf, errorOf } from '../../../support/clients/graphql.ts';
import { type MadeBusiness, makeBusiness } from '../../../support/data/factories.ts';
import { dumpTables } from '../../../support/database/tables.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();

const COMPLETE = `mutation ($input: CompleteBusinessInput!) { completeBusiness(input: $input) {
  __typename
  ... on CompleteBusinessPayload {
    receipt { deleteMode businessDatabaseId deletedParticipantCount deletedDocumentCount
      businessDeleted }
    business { version participants { nodes { name } } }
  }
  ... on UserError { message code }
  ... on InputValidationError { issues { path message } }
} }`;

async function complete(input: object) {
  return at(dataOf(await gateway.graphql(COMPLETE, { input })), 'completeBusiness');
}

async function makeMixed(): Promise<MadeBusiness> {
  return await makeBusiness(gateway.db, gateway.service.serviceId, {
    participants: [
      { name: 'Sin', documents: [['INE', null]] },
      { name: 'Con', legalActFolio: 'F-1', documents: [['INE', null]] },
    ],
  });
}

/** Expects a refusal, and that it changed no row. */
async function expectRefused(input: object, refusal: object) {
  const before = await dumpTables(gateway.db);
  expect(await complete(input)).toEqual(refusal);
  expect(await dumpTables(gateway.db)).toEqual(before);
}

describe('Mutation.completeBusiness', () => {
  it('deletes those without folio when no mode is given, and shows who stays', async () => {
    const { id } = await makeMixed();
    expect(await complete({ business: { databaseId: id } })).toEqual({
      __typename: 'CompleteBusinessPayload',
      receipt: receipt(id, { deleteMode: 'WITHOUT_LEGAL_ACT_FOLIO', count: 1 }),
      business: { version: 2, participants: { nodes: [{ name: 'Con' }] } },
    });
  });

  it('deletes those with a folio in that mode', async () => {
    const { id } = await makeMixed();
    const deleteMode = 'WITH_LEGAL_ACT_FOLIO';
    expect(await complete({ business: { databaseId: id }, deleteMode })).toEqual({
      __typename: 'CompleteBusinessPayload',
      receipt: receipt(id, { deleteMode, count: 1 }),
      business: { version: 2, participants: { nodes: [{ name: 'Sin' }] } },
    });
  });

  it('deletes everything in mode ALL, and answers the first receipt to every later notice', async () => {
    const made = await makeMixed();
    const gone = {
      __typename: 'CompleteBusinessPayload',
      receipt: receipt(made.id, { deleteMode: 'ALL', count: 2 }),
      business: null,
    };
    const business = { externalId: made.externalId };
    expect(await complete({ business, deleteMode: 'ALL' })).toEqual(gone);
    const before = await dumpTables(gateway.db);
    expect(await complete({ business: { databaseId: made.id }, deleteMode: 'ALL' })).toEqual(gone);
    expect(await complete({ business: { databaseId: made.id } })).toEqual(gone);
    const id = encodeGlobalId('Business', made.id);
    expect(await complete({ business: { id } })).toEqual(gone);
    expect(await dumpTables(gateway.db)).toEqual(before);
  });

  it('finds the business by each of its names', async () => {
    const { id, externalId } = await makeMixed();
    for (const business of [
      { databaseId: id },
      { externalId },
      { code: `NEG-${id}` },
      { id: encodeGlobalId('Business', id) },
    ])
      expect(at(await complete({ business }), 'receipt', 'businessDatabaseId')).toBe(id);
  });

  it.each([
    { databaseId: Number.MAX_SAFE_INTEGER },
    { externalId: Number.MAX_SAFE_INTEGER },
    { code: 'nope' },
    { id: 'nope' },
    { id: encodeGlobalId('Participant', 1) },
  ])('answers BUSINESS_NOT_FOUND for %j and changes nothing', async (business) => {
    await expectRefused(
      { business, deleteMode: 'ALL' },
      {
        __typename: 'BusinessNotFoundError',
        message: 'The service has no such business.',
        code: 'BUSINESS_NOT_FOUND',
      },
    );
  });

  it('refuses a code that several businesses have, and changes nothing', async () => {
    const { db, service } = gateway;
    await makeBusiness(db, service.serviceId, { code: 'twice', participants: [{}] });
    await makeBusiness(db, service.serviceId, { code: 'twice', participants: [{}] });
    const message = 'Several businesses have this code';
    await expectRefused(
      { business: { code: 'twice' }, deleteMode: 'ALL' },
      {
        __typename: 'InputValidationError',
        message: `${message}.`,
        code: 'VALIDATION_FAILED',
        issues: [{ path: ['business', 'code'], message }],
      },
    );
  });

  it('refuses an id that cannot be one by its place in the input, and changes nothing', async () => {
    await expectRefused(
      { business: { databaseId: 0 } },
      {
        __typename: 'InputValidationError',
        message: 'The input is invalid.',
        code: 'VALIDATION_FAILED',
        issues: [{ path: ['business', 'databaseId'], message: 'Must be at least 1' }],
      },
    );
  });

  it.each([
    { deleteMode: '' },
    { deleteMode: 'all' },
    { deleteMode: null },
    { deleteMode: 'WITHOUT' },
    { business: null },
    { business: {} },
    { business: { databaseId: 1, externalId: 1 } },
    { more: 1 },
  ])('refuses %j before it runs, and changes nothing', async (wrong) => {
    const { id } = await makeMixed();
    const before = await dumpTables(gateway.db);
    const input = { business: { databaseId: id }, ...wrong };
    const reply = await gateway.graphql(COMPLETE, { input });
    expect(errorOf(reply)).toMatchObject({ code: 'VALIDATION_FAILED', path: undefined });
    expect(reply.body).not.toHaveProperty('data');
    expect(await dumpTables(gateway.db)).toEqual(before);
  });

  it('answers a masked error and deletes nothing when its audit row cannot be written', async () => {
    const { id } = await makeMixed();
    const before = await dumpTables(gateway.db);
    const input = { business: { databaseId: id }, deleteMode: 'ALL' };
    await gateway.db.schema.alterTable('audit_events').renameTo('out_of_reach').execute();
    const reply = await gateway.graphql(COMPLETE, { input });
    await gateway.db.schema.alterTable('out_of_reach').renameTo('audit_events').execute();
    expect(errorOf(reply)).toEqual({
      message: 'An internal error occurred.',
      path: ['completeBusiness'],
      code: 'INTERNAL_SERVER_ERROR',
      codeMessage: 'server_error',
      issues: undefined,
    });
    expect(JSON.stringify(reply.body)).not.toMatch(/audit|relation|42P01|select|insert/i);
    expect(await dumpTables(gateway.db)).toEqual(before);
  });
});

/** One document goes with each participant of makeMixed. */
function receipt(businessDatabaseId: number, of: { deleteMode: string; count: number }) {
  return {
    deleteMode: of.deleteMode,
    businessDatabaseId,
    deletedParticipantCount: of.count,
    deletedDocumentCount: of.count,
    businessDeleted: of.deleteMode === 'ALL',
  };
}
