import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type NewBusinessMatches,
  recordMatchesFound,
} from '../../../../src/db/queries/records/business-events.ts';
import { FOUND_PARTICIPANTS_MAX } from '../../../../src/domain/events/business-event.ts';
import { type EventStream, openEventStream } from '../../../support/clients/event-client.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../../support/gateway/callers.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();
let ours: TestService;
let theirs: TestService;

beforeEach(async () => {
  const tokens = await createTestTokens(gateway.db);
  ours = await createTestService(gateway.db, tokens);
  theirs = await createTestService(gateway.db, tokens);
});

const QUERY = `subscription ($business: BusinessLookup) { businessEvents(business: $business) {
  __typename ... on MatchesFoundEvent {
    business { databaseId } participants { databaseId } participantsCount matchesCount } } }`;

async function begin(variables: object = {}): Promise<EventStream> {
  const asked = { headers: ours.headers, query: QUERY, ...variables };
  const stream = await openEventStream(gateway.url, asked);
  await stream.block();
  return stream;
}

const told = z.object({
  data: z.object({ data: z.object({ businessEvents: z.looseObject({}) }) }),
});
const next = async (stream: EventStream): Promise<object> =>
  told.parse(await stream.next()).data.data.businessEvents;

const record = async (found: readonly NewBusinessMatches[], of = ours): Promise<void> =>
  await recordMatchesFound(gateway.db, of.serviceId, found);

const named = (ids: readonly number[]) => ids.map((databaseId) => ({ databaseId }));

describe('an event of matches that were found', () => {
  it('tells of all participants of a business at once, and of those that are there', async () => {
    const { db } = gateway;
    const business = await makeBusiness(db, ours.serviceId, { participants: [{}, {}] });
    const foreign = await makeBusiness(db, theirs.serviceId, { participants: [{}, {}, {}] });
    const { id: businessId, participantIds: ids } = business;
    const stream = await begin();
    // Whoever is only of another service is nobody here, whatever an event says.
    const asked = [...ids, 987_654, ...foreign.participantIds.slice(2)];
    await record([{ businessId, participantIds: asked, matchesCount: 7 }]);
    await record([{ businessId: foreign.id, participantIds: ids, matchesCount: 1 }], theirs);
    expect(await next(stream)).toEqual({
      __typename: 'MatchesFoundEvent',
      business: { databaseId: businessId },
      participants: named(ids),
      participantsCount: asked.length,
      matchesCount: 7,
    });
    await gateway.graphql(
      `mutation { completeBusiness(input: {business: {databaseId: ${businessId}}, deleteMode: ALL, acknowledge: [PENDING_MATCHES]}) { __typename } }`,
      {},
      ours.headers,
    );
    await record([{ businessId, participantIds: ids, matchesCount: 2 }]);
    expect(await next(stream)).toMatchObject({ __typename: 'BusinessCompletedEvent' });
    expect(await next(stream)).toMatchObject({ business: null, participants: [] });
  });

  it('names a hundred participants at most, and counts all', async () => {
    const count = FOUND_PARTICIPANTS_MAX + 20;
    const participants = Array.from({ length: count }, () => ({}));
    const made = await makeBusiness(gateway.db, ours.serviceId, { participants });
    const stream = await begin({ variables: { business: { databaseId: made.id } } });
    const { id: businessId, participantIds } = made;
    const found = { businessId, participantIds, matchesCount: count };
    await record([{ ...found, businessId: businessId + 1 }, found]);
    expect(await next(stream)).toMatchObject({
      participants: named(participantIds.slice(0, FOUND_PARTICIPANTS_MAX)),
      participantsCount: count,
      matchesCount: count,
    });
  });

  it('of before, which is about one participant, is told like any other', async () => {
    const made = await makeBusiness(gateway.db, ours.serviceId, { participants: [{}] });
    const [participantId] = made.participantIds;
    const stream = await begin();
    await sql`insert into business_events (service_id, type, business_id, participant_id)
      values (${ours.serviceId}, 'matches_found', ${made.id}, ${participantId})`.execute(
      gateway.db,
    );
    expect(await next(stream)).toMatchObject({
      participants: named(made.participantIds),
      participantsCount: 1,
      matchesCount: null,
    });
  });
});
