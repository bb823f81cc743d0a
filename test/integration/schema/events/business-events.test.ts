import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { encodeGlobalId } from '../../../../src/domain/shared/global-id.ts';
import {
  type EventRequest,
  type EventStream,
  openEventStream,
} from '../../../support/clients/event-client.ts';
import { makeBusiness, makeReceipt, makeTemplate } from '../../../support/data/factories.ts';
import { recordEvent } from '../../../support/data/record-event.ts';
import {
  createTestService,
  createTestTokens,
  type TestService,
} from '../../../support/gateway/callers.ts';
import { NUMBERS, recordNumbers, takeNumbers } from '../../../support/gateway/event-nodes.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();
let ours: TestService;

beforeEach(async () => {
  ours = await createTestService(gateway.db, await createTestTokens(gateway.db));
});

const EVERYTHING = `
  subscription ($business: BusinessLookup, $types: [BusinessEventType!], $after: ID) {
    businessEvents(business: $business, types: $types, after: $after) {
      __typename id type occurredAt
      ... on BusinessUpsertedEvent { created deletionReceipt { businessDatabaseId } business { databaseId code } }
      ... on MatchesFoundEvent { business { code } participants { databaseId } participantsCount matchesCount }
      ... on MatchesResolvedEvent { participant { databaseId } }
      ... on DocumentAvailableEvent { document { typeCode downloadId } }
      ... on AnswersImportedEvent { userId templates }
      ... on BusinessCompletedEvent { receipt { businessDatabaseId businessDeleted } }
    }
  }`;

async function subscribe(asked: Partial<EventRequest> = {}): Promise<EventStream> {
  return await openEventStream(gateway.url, { headers: ours.headers, query: EVERYTHING, ...asked });
}

/** A subscription that has begun: what happens from here on is given to it. */
async function begin(asked: Partial<EventRequest> = {}): Promise<EventStream> {
  const stream = await subscribe(asked);
  expect((await stream.block())?.id).toMatch(EVENT_ID);
  return stream;
}

const EVENT_ID = /^[\w-]{32}$/;

/** What the next result says besides id and time, which are checked here. */
async function nextEvent(stream: EventStream): Promise<object> {
  const block = await stream.next();
  const { id, occurredAt, ...rest } = eventSchema.parse(block).data.data.businessEvents;
  expect(block).toMatchObject({ id, event: 'next' });
  expect(occurredAt).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/);
  return rest;
}

const eventSchema = z.object({
  id: z.string().regex(EVENT_ID),
  data: z.object({
    data: z.object({
      businessEvents: z.looseObject({ id: z.string(), occurredAt: z.string() }),
    }),
  }),
});

describe('businessEvents', () => {
  it('tells of what the mutations do, in order, with each id in its `id:` line', async () => {
    const { id } = await makeBusiness(gateway.db, ours.serviceId, { participants: [{}] });
    await makeTemplate(gateway.db, ours.serviceId, { key: 'kyc', questions: ['q1'] });
    const stream = await begin();
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    await gateway.graphql(
      `mutation ($userId: SafeInt!) { importAnswers(input: {
        userId: $userId, templates: ["kyc", "unknown"], answers: [{question: "q1", answer: "a"}]
      }) { __typename } }`,
      { userId: ours.userId },
      ours.headers,
    );
    await gateway.graphql(
      `mutation { completeBusiness(input: {business: {databaseId: ${id}}, deleteMode: ALL}) { __typename } }`,
      {},
      ours.headers,
    );
    expect(await nextEvent(stream)).toEqual({
      __typename: 'AnswersImportedEvent',
      type: 'ANSWERS_IMPORTED',
      userId: ours.userId,
      templates: ['kyc'],
    });
    expect(await nextEvent(stream)).toEqual({
      __typename: 'BusinessCompletedEvent',
      type: 'BUSINESS_COMPLETED',
      receipt: { businessDatabaseId: id, businessDeleted: true },
    });
  });

  it('says nothing of an import that changed no answer, nor of a dry run, nor of a repeated completion', async () => {
    const { id } = await makeBusiness(gateway.db, ours.serviceId);
    await makeTemplate(gateway.db, ours.serviceId, { key: 'kyc', questions: ['q1'] });
    const importing = async (answer: string, dryRun = false): Promise<void> => {
      await gateway.graphql(
        `mutation ($userId: SafeInt!, $answer: String!, $dryRun: Boolean!) { importAnswers(input: {
          userId: $userId, templates: ["kyc"], dryRun: $dryRun, answers: [{question: "q1", answer: $answer}]
        }) { __typename } }`,
        { userId: ours.userId, answer, dryRun },
        ours.headers,
      );
    };
    const complete = `mutation { completeBusiness(input: {business: {databaseId: ${id}}, deleteMode: ALL}) { __typename } }`;
    await importing('a');
    await gateway.graphql(complete, {}, ours.headers);
    const stream = await begin();
    await importing('a');
    await importing('b', true);
    await gateway.graphql(complete, {}, ours.headers);
    await importing('b');
    await recordNumbers(gateway.db, ours.serviceId, [7]);
    expect(await nextEvent(stream)).toMatchObject({ userId: ours.userId, templates: ['kyc'] });
    expect(await nextEvent(stream)).toMatchObject({ userId: 7 });
  });

  it('shows what an event is about as it is now, and null where it is gone', async () => {
    const { serviceId } = ours;
    const participants = [{ documents: [['INE', 31] satisfies [string, number]] }];
    const made = await makeBusiness(gateway.db, serviceId, { code: 'N-1', participants });
    const businessId = made.id;
    const participantId = made.participantIds[0] ?? 0;
    const stream = await begin();
    const about = { serviceId, businessId, participantId };
    const document = { ...about, type: 'document_available', typeCode: 'INE' } as const;
    const upserted = { ...about, type: 'business_upserted', receiptId: null } as const;
    const record = async (occurrence: number): Promise<void> => {
      await recordEvent(gateway.db, { ...upserted, created: true });
      await recordEvent(gateway.db, { ...about, type: 'matches_resolved' });
      await recordEvent(gateway.db, { ...document, occurrence });
    };
    await record(1);
    const named = [
      [
        'BusinessUpsertedEvent',
        { created: true, deletionReceipt: null, business: { databaseId: businessId, code: 'N-1' } },
      ],
      ['MatchesResolvedEvent', { participant: { databaseId: participantId } }],
      ['DocumentAvailableEvent', { document: { typeCode: 'INE', downloadId: 31 } }],
    ] as const;
    for (const [__typename, fields] of named)
      expect(await nextEvent(stream)).toMatchObject({ __typename, ...fields });
    await gateway.graphql(
      `mutation { completeBusiness(input: {business: {databaseId: ${businessId}}, deleteMode: ALL}) { __typename } }`,
      {},
      ours.headers,
    );
    await record(1);
    expect(await nextEvent(stream)).toHaveProperty('receipt');
    for (const field of ['business', 'participant', 'document'])
      expect(await nextEvent(stream)).toHaveProperty(field, null);
  });

  it('shows the receipt of an upsert that deleted participants', async () => {
    const { serviceId } = ours;
    const receiptId = await makeReceipt(gateway.db, serviceId);
    const stream = await begin();
    await recordEvent(gateway.db, {
      serviceId,
      type: 'business_upserted',
      businessId: 1,
      created: false,
      receiptId,
    });
    expect(await nextEvent(stream)).toMatchObject({
      deletionReceipt: { businessDatabaseId: 900_000 },
    });
  });

  it('gives a subscriber of one business what happens to it, by whichever of its names', async () => {
    const { serviceId } = ours;
    const business = await makeBusiness(gateway.db, serviceId, { code: 'N-7' });
    const other = await makeBusiness(gateway.db, serviceId);
    const { id, externalId } = business;
    const names = [
      { databaseId: id },
      { externalId },
      { code: 'N-7' },
      { id: encodeGlobalId('Business', id) },
    ];
    const streams = await Promise.all(
      names.map(async (name) => await begin({ variables: { business: name } })),
    );
    const about = {
      serviceId,
      type: 'business_upserted',
      created: false,
      receiptId: null,
    } as const;
    await recordEvent(gateway.db, { ...about, businessId: other.id });
    await recordNumbers(gateway.db, serviceId, [id]);
    await recordEvent(gateway.db, { ...about, businessId: id });
    for (const stream of streams)
      expect(await nextEvent(stream)).toMatchObject({ business: { databaseId: id } });
  });

  it('begins with what happens from then on, however much happened while nobody listened', async () => {
    await sql`insert into business_events (service_id, type, user_id, template_keys)
      select ${ours.serviceId}::integer, 'answers_imported', n, '{kyc}' from generate_series(1, 3500) n
    `.execute(gateway.db);
    const stream = await begin({ query: NUMBERS });
    await recordNumbers(gateway.db, ours.serviceId, [9000]);
    expect(await takeNumbers(stream, 1)).toEqual([9000]);
  });

  it('gives a subscriber of some types those only, and a heartbeat its place past the others', async () => {
    const stream = await begin({ variables: { types: ['BUSINESS_UPSERTED'] } });
    const { serviceId } = ours;
    await recordNumbers(gateway.db, serviceId, [1, 2, 3]);
    await recordEvent(gateway.db, {
      serviceId,
      type: 'business_upserted',
      businessId: 1,
      created: true,
      receiptId: null,
    });
    expect(await nextEvent(stream)).toMatchObject({ created: true });
    const later = await subscribe({ query: NUMBERS, lastEventId: stream.lastId() });
    await recordNumbers(gateway.db, serviceId, [4]);
    expect(await takeNumbers(later, 1)).toEqual([4]);
  });

  it('gives each service its own events, whose ids mean nothing to another', async () => {
    const theirs = await createTestService(gateway.db, await createTestTokens(gateway.db));
    const ourStream = await begin({ query: NUMBERS });
    const theirStream = await begin({ query: NUMBERS, headers: theirs.headers });
    await recordNumbers(gateway.db, theirs.serviceId, [1]);
    await recordNumbers(gateway.db, ours.serviceId, [2]);
    expect(await takeNumbers(ourStream, 1)).toEqual([2]);
    expect(await takeNumbers(theirStream, 1)).toEqual([1]);
    const refused = await subscribe({ variables: { after: theirStream.lastId() } });
    expect(await refused.next()).toHaveProperty(
      'data.errors.0.extensions.issues.0.message',
      'Must be the id of an event of this service',
    );
  });

  it('reads what an event is about once for all who hear of it', async () => {
    const { serviceId } = ours;
    const { id } = await makeBusiness(gateway.db, serviceId, { participants: [{}, {}] });
    const query = `subscription { businessEvents {
      ... on BusinessUpsertedEvent { business { code participantCount } }
    } }`;
    const streams = await Promise.all(
      Array.from({ length: 30 }, async () => await begin({ query })),
    );
    gateway.statements.length = 0;
    await recordEvent(gateway.db, {
      serviceId,
      type: 'business_upserted',
      businessId: id,
      created: false,
      receiptId: null,
    });
    const business = { code: `NEG-${id}`, participantCount: 2 };
    for (const stream of streams)
      expect((await stream.next())?.data).toEqual({ data: { businessEvents: { business } } });
    const reads = gateway.statements.filter((one) => /"(businesses|participants)" as/.test(one));
    expect(reads).toHaveLength(2);
  });
});
