import { beforeAll, describe, expect, it } from 'vitest';
import { openEventStream } from '../../support/clients/event-client.ts';
import { at } from '../../support/clients/graphql.ts';
import { TO_RECEIVERS } from '../../support/clients/webhooks.ts';
import {
  addPerson,
  answerQuestionnaire,
  generateDraft,
  type Person,
  runMutation,
} from '../../support/data/socioeconomic-reports.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { useWebhookReceiver } from '../../support/processes/webhook-receiver.ts';

const gateway = useGateway({ ...TO_RECEIVERS, WEBHOOK_JOBS_MAX: '2' });
const receiver = useWebhookReceiver();
const PATIENTLY = { interval: 50 };
let person: Person;

beforeAll(async () => {
  await answerQuestionnaire(gateway);
  person = await addPerson(gateway);
});

const FINALIZED = `subscription { businessEvents(types: [REPORT_FINALIZED]) {
  type ... on ReportFinalizedEvent { report { databaseId status participant { databaseId } } } } }`;

describe('a report that became final', () => {
  it('is told to whoever subscribes, with the report as it is', async () => {
    const id = await generateDraft(gateway, person);
    const { headers } = gateway.service;
    const stream = await openEventStream(gateway.url, { headers, query: FINALIZED });
    await stream.block();
    await runMutation(gateway, ['finalizeSocioeconomicReport', { reportId: id }]);
    expect(at((await stream.next())?.data, 'data', 'businessEvents')).toEqual({
      type: 'REPORT_FINALIZED',
      report: {
        databaseId: id,
        status: 'FINAL',
        participant: { databaseId: person.participantId },
      },
    });
    stream.drop();
  });

  it('is sent to endpoints by ids alone, once', async () => {
    const id = await generateDraft(gateway, person);
    const { body } = await gateway.graphql(
      `mutation ($url: String!) { addWebhookEndpoint(input: { url: $url, eventTypes: [REPORT_FINALIZED] }) {
        __typename } }`,
      { url: receiver.url() },
    );
    expect(at(body, 'data', 'addWebhookEndpoint')).toEqual({
      __typename: 'AddWebhookEndpointPayload',
    });
    const idempotencyKey = `told-${id}`;
    for (let times = 0; times < 2; times += 1)
      await runMutation(gateway, ['finalizeSocioeconomicReport', { reportId: id, idempotencyKey }]);
    const { businessId, participantId } = person;
    await expect
      .poll(() => receiver.told(), PATIENTLY)
      .toEqual([{ businessId, participantId, reportId: id }]);
    const [message] = receiver.received;
    expect(JSON.parse(message?.body ?? '')).toMatchObject({ type: 'report.finalized' });
    expect(message?.body).not.toContain('Peñaloza');
  });
});
