import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { sweepScreenings } from '../../../../src/jobs/tasks/sweep.ts';
import { at, dataOf } from '../../../support/clients/graphql.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import { makeSystemContext } from '../../../support/data/living-screening.ts';
import { makeScreening } from '../../../support/data/make-screening.ts';
import { inventScreening, NOT_LOADED } from '../../../support/data/screenings.ts';
import { storeScreening } from '../../../support/data/store-screening.ts';
import { createTestService, createTestTokens } from '../../../support/gateway/callers.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();
let masked: Record<string, string> = {};
let stranger: Record<string, string> = {};

beforeAll(async () => {
  const tokens = await createTestTokens(gateway.db);
  const scopes = ['screening:read', 'screening:write', 'business:read', 'list:read'] as const;
  const { service, serviceId } = gateway.service;
  const { userId } = gateway.service;
  const grant = { serviceId, service, userId, scopes: new Set(scopes) };
  const { accessToken } = await tokens.issue(grant);
  masked = { ...gateway.service.headers, authorization: `Bearer ${accessToken}` };
  stranger = (await createTestService(gateway.db, tokens)).headers;
});

const SUBJECT = `subject { name rfc curp birthDate country isMasked passport { number } }
  matches { explanation { feature query isMasked } }`;

async function read(id: number, fields: string, headers?: Record<string, string>) {
  const query = `{ screening(by: { databaseId: ${id} }) { ${fields} } }`;
  return at(dataOf(await gateway.graphql(query, {}, headers)), 'screening');
}

/** Of each reading that was recorded: of which business, participants and screenings. */
async function listReadings(): Promise<unknown[]> {
  const events = gateway.db.selectFrom('audit_events').select(['user_id', 'details']).orderBy('id');
  const rows = await events.where('action', '=', 'personal_information_read').execute();
  return rows.map(({ details }) => details);
}

describe('the subject of a screening', () => {
  it('is masked without personal:read, and nothing is recorded', async () => {
    const before = await listReadings();
    const id = await storeScreening(gateway.db, gateway.service.serviceId, inventScreening());
    expect(await read(id, SUBJECT, masked)).toEqual({
      subject: {
        name: 'Inventado Peñaloza Ñánes',
        rfc: 'PENI********',
        curp: null,
        birthDate: null,
        country: null,
        isMasked: true,
        passport: null,
      },
      matches: [
        {
          explanation: [
            { feature: 'word', query: 'PENALOZA', isMasked: false },
            { feature: 'word', query: 'NANES', isMasked: false },
            { feature: 'word', query: null, isMasked: false },
            { feature: 'birth', query: null, isMasked: true },
          ],
        },
      ],
    });
    expect(await listReadings()).toEqual(before);
  });

  it('is told with personal:read, which is recorded once an answer, by ids alone', async () => {
    const before = (await listReadings()).length;
    const listNew = async () => (await listReadings()).slice(before);
    const id = await storeScreening(gateway.db, gateway.service.serviceId, inventScreening());
    const told = await read(id, SUBJECT);
    expect(told).toMatchObject({
      subject: { rfc: 'PENI710101AB1', birthDate: '1971-01-01', isMasked: false },
    });
    const birth = at(told, 'matches', 0, 'explanation', 3);
    expect(birth).toEqual({ feature: 'birth', query: '1971-01-01', isMasked: false });
    expect(await listNew()).toEqual([{ screeningIds: [id] }]);
    await read(id, 'outcome matches { score entry { name } }');
    expect(await listNew()).toHaveLength(1);
    await read(id, 'matches { explanation { query } }');
    expect(await listNew()).toEqual([{ screeningIds: [id] }, { screeningIds: [id] }]);
  });

  it('is recorded as read of the participant where it is one, also by a report', async () => {
    const { db, service } = gateway;
    const made = await makeBusiness(db, service.serviceId, { participants: [{}] });
    const [participantId = 0] = made.participantIds;
    const mine = inventScreening({ participantId });
    const id = await storeScreening(db, service.serviceId, mine);
    const before = (await listReadings()).length;
    await read(id, SUBJECT);
    const report = `{ screeningReport(screeningId: ${id}, format: JSON) { sha256 } }`;
    dataOf(await gateway.graphql(report));
    const typed = await storeScreening(db, service.serviceId, inventScreening());
    dataOf(
      await gateway.graphql(`{ screeningReport(screeningId: ${typed}, format: JSON) { sha256 } }`),
    );
    const read1 = { businessId: made.id, participantIds: [participantId] };
    expect((await listReadings()).slice(before)).toEqual([read1, read1, { screeningIds: [typed] }]);
  });
});

const day = (n: number) => new Date(Date.UTC(2030, 0, n));

describe('screenings', () => {
  const PAGE = `query ($first: Int, $after: String, $filter: ScreeningFilter) {
    screenings(first: $first, after: $after, filter: $filter) {
      totalCount pageInfo { hasNextPage endCursor } nodes { databaseId } } }`;
  let ids: number[] = [];
  let participantId = 0;

  beforeAll(async () => {
    const { db, service } = gateway;
    const made = await makeBusiness(db, service.serviceId, { participants: [{}] });
    participantId = made.participantIds[0] ?? 0;
    const lists = inventScreening().lists;
    const said = [
      { outcome: 'clear', createdAt: day(1), matches: [] },
      { outcome: 'alert', createdAt: day(2), participantId, trigger: 'upserted' },
      { outcome: 'incomplete', createdAt: day(3), matches: [], lists: [...lists, NOT_LOADED] },
      { outcome: 'possible', createdAt: day(3), participantId, trigger: 'lists' },
    ] as const;
    ids = [];
    for (const one of said) {
      const screening = inventScreening({
        ...one,
        matches: [],
        lists: [...('lists' in one ? one.lists : lists)],
      });
      ids.push(await storeScreening(db, service.serviceId, screening));
    }
  });

  async function list(filter: object, first = 100): Promise<unknown> {
    const within = { createdSince: '2030-01-01T00:00:00Z', ...filter };
    const data = dataOf(await gateway.graphql(PAGE, { first, filter: within }));
    const nodes = at(data, 'screenings', 'nodes');
    expect(at(data, 'screenings', 'totalCount')).toBe(Array.isArray(nodes) ? nodes.length : -1);
    return Array.isArray(nodes)
      ? nodes.map((one) => ids.indexOf(Number(at(one, 'databaseId'))))
      : [];
  }

  it('are listed the newest first, by whatever filter', async () => {
    expect(await list({})).toEqual([3, 2, 1, 0]);
    expect(await list({ outcome: 'ALERT' })).toEqual([1]);
    expect(await list({ outcome: 'INCOMPLETE' })).toEqual([2]);
    expect(await list({ trigger: 'LISTS' })).toEqual([3]);
    expect(await list({ list: 'un-sc' })).toEqual([2]);
    expect(await list({ participantDatabaseId: participantId })).toEqual([3, 1]);
    expect(await list({ createdSince: '2030-01-02T00:00:00Z' })).toEqual([3, 2, 1]);
    expect(await list({ createdBefore: '2030-01-03T00:00:00Z' })).toEqual([1, 0]);
    expect(await list({ outcome: 'CLEAR', trigger: 'LISTS' })).toEqual([]);
  });

  it('come in pages, each one once', async () => {
    const filter = { createdSince: '2030-01-01T00:00:00Z' };
    const seen: number[] = [];
    let after: unknown = null;
    for (let page = 0; page < 4; page += 1) {
      const data = dataOf(await gateway.graphql(PAGE, { first: 1, after, filter }));
      seen.push(ids.indexOf(Number(at(data, 'screenings', 'nodes', 0, 'databaseId'))));
      after = at(data, 'screenings', 'pageInfo', 'endCursor');
      expect(at(data, 'screenings', 'pageInfo', 'hasNextPage')).toBe(page < 3);
    }
    expect(seen).toEqual([3, 2, 1, 0]);
  });

  it('are of nobody but the service', async () => {
    const [id = 0] = ids;
    expect(await read(id, 'outcome', stranger)).toBe(null);
    const page = dataOf(await gateway.graphql(PAGE, {}, stranger));
    expect(at(page, 'screenings')).toMatchObject({ totalCount: 0, nodes: [] });
    const report = await gateway.graphql(
      `{ screeningReport(screeningId: ${id}, format: JSON) { sha256 } }`,
      {},
      stranger,
    );
    expect(at(report.body, 'errors', 0, 'extensions', 'code')).toBe('SCREENING_NOT_FOUND');
    expect(await remove(id, stranger)).toMatchObject({ __typename: 'ScreeningNotFoundError' });
  });

  it('of a participant go with it only, others by deleteScreening, with what they found', async () => {
    const { db, service } = gateway;
    expect(await remove(ids[1])).toMatchObject({ code: 'CONFLICT' });
    const { id } = await makeScreening(db, service.serviceId);
    expect(await remove(id)).toEqual({ __typename: 'DeleteScreeningPayload', screeningId: id });
    expect(await remove(id)).toMatchObject({ __typename: 'ScreeningNotFoundError' });
    const found = db.selectFrom('screening_matches').select('entry_key');
    expect(await found.where('screening_id', '=', id).execute()).toEqual([]);
    const events = db.selectFrom('audit_events').select('details');
    const deleted = events.where('action', '=', 'screening_deleted');
    expect(await deleted.execute()).toEqual([{ details: { screeningId: id } }]);
  });

  it('of people who were typed in are swept after so many days as the operator says', async () => {
    const { db, service } = gateway;
    const age = async (id: number, days: number) =>
      await sql`update screenings set created_at = now() - make_interval(days => ${days}::integer, mins => 1)
        where id = ${id} and service_id = ${service.serviceId}`.execute(db);
    const [old, young] = [
      await makeScreening(db, service.serviceId),
      await makeScreening(db, service.serviceId),
    ];
    await age(old.id, 30);
    await age(young.id, 29);
    const ofParticipant = await makeScreening(db, service.serviceId, { participantId });
    await age(ofParticipant.id, 4000);
    await sweepScreenings(31).run(makeSystemContext(db, 0), {});
    expect(await read(old.id, 'outcome')).not.toBe(null);
    await sweepScreenings(30).run(makeSystemContext(db, 0), {});
    expect(await read(old.id, 'outcome')).toBe(null);
    expect(await read(young.id, 'outcome')).not.toBe(null);
    expect(await read(ofParticipant.id, 'outcome')).not.toBe(null);
  });
});

async function remove(id: number | undefined, headers?: Record<string, string>): Promise<unknown> {
  const query = `mutation { deleteScreening(input: { screeningId: ${id} }) { __typename
    ... on DeleteScreeningPayload { screeningId } ... on UserError { code } } }`;
  return at(dataOf(await gateway.graphql(query, {}, headers)), 'deleteScreening');
}
