import { describe, expect, it } from 'vitest';
import { encodeGlobalId } from '../../../../src/domain/shared/global-id.ts';
import { mutate } from '../../../support/clients/mutate.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import { dumpTables } from '../../../support/database/tables.ts';
import { createTestService, createTestTokens } from '../../../support/gateway/callers.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();

async function makeOne(hasPendingMatches: boolean): Promise<{ businessId: number; id: number }> {
  const { db, service } = gateway;
  const participants = [{ hasPendingMatches }];
  const made = await makeBusiness(db, service.serviceId, { participants });
  return { businessId: made.id, id: made.participantIds[0] ?? 0 };
}

async function resolve(participant: object, headers: Record<string, string> = {}) {
  return await mutate(gateway, ['resolveParticipantMatches', { participant }], headers);
}

describe('resolveParticipantMatches', () => {
  it('marks the matches as resolved, once, on both wires', async () => {
    const { businessId, id } = await makeOne(true);
    expect(await resolve({ databaseId: id })).toMatchObject({
      __typename: 'ResolveParticipantMatchesPayload',
      replayed: false,
      participant: { databaseId: id, hasPendingMatches: false },
    });
    const detail = await gateway.request('GET', `/api/v4/business/detail?id=${businessId}`);
    expect(detail.body).toMatchObject({
      data: { business: { participantes: [{ match_resolution_pending: false }] } },
    });
    const business = await gateway.db
      .selectFrom('businesses')
      .select('version')
      .where('id', '=', businessId)
      .executeTakeFirstOrThrow();
    expect(business.version).toBe(2);
  });

  it('takes a global id as well', async () => {
    const { id } = await makeOne(true);
    const result = await resolve({ id: encodeGlobalId('Participant', id) });
    expect(result.participant?.hasPendingMatches).toBe(false);
  });

  it('changes nothing where no match is pending', async () => {
    const { id } = await makeOne(false);
    const before = await dumpTables(gateway.db);
    expect(await resolve({ databaseId: id })).toMatchObject({ participant: { databaseId: id } });
    expect(await dumpTables(gateway.db)).toEqual(before);
  });

  it('finds no participant by an id that names none, or one of another service', async () => {
    const { db } = gateway;
    const other = await createTestService(db, await createTestTokens(db));
    const { businessId, id } = await makeOne(true);
    const before = await dumpTables(db);
    const notFound = { __typename: 'ParticipantNotFoundError', code: 'PARTICIPANT_NOT_FOUND' };
    expect(await resolve({ databaseId: 9_007_199_254_740_991 })).toMatchObject(notFound);
    expect(await resolve({ id: encodeGlobalId('Business', businessId) })).toMatchObject(notFound);
    expect(await resolve({ databaseId: id }, other.headers)).toMatchObject(notFound);
    expect(await dumpTables(db)).toEqual(before);
  });

  it('refuses a caller without the scope business:write', async () => {
    const { db } = gateway;
    const scopes = ['business:read'] as const;
    const reader = await createTestService(db, await createTestTokens(db), { scopes });
    expect(await resolve({ databaseId: 1 }, reader.headers)).toMatchObject({
      __typename: 'NotAuthorizedError',
      requiredScope: 'BUSINESS_WRITE',
    });
  });
});
