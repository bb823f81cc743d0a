import { describe, expect, it } from 'vitest';
import { dataOf } from '../../../support/clients/graphql.ts';
import { makePdf, upload } from '../../../support/data/files.ts';
import { createTestService, createTestTokens } from '../../../support/gateway/callers.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';
import { openGateway } from '../../../support/gateway/open-gateway.ts';

const gateway = useGateway(
  {
    QUOTA_FILE_BYTES: '5000000000',
    QUOTA_RECORDS: '0',
    QUOTA_WEBHOOK_MESSAGES: '2',
    TOKEN_BUDGET: '50',
  },
  { isServicePerTest: true },
);

const QUOTAS = '{ viewer { quotas { kind used limit } } }';

async function readQuotas(headers = gateway.service.headers): Promise<unknown> {
  return dataOf(await gateway.graphql(QUOTAS, {}, headers));
}

type Uses = [fileBytes: number, records: number, messages: number, tokens: number];

function quotasOf(...[fileBytes, records, messages, tokens]: Uses): object {
  return {
    viewer: {
      quotas: [
        { kind: 'FILE_BYTES', used: fileBytes, limit: 5_000_000_000 },
        { kind: 'RECORDS', used: records, limit: null },
        { kind: 'WEBHOOK_MESSAGES', used: messages, limit: 2 },
        { kind: 'TOKENS', used: tokens, limit: 50 },
      ],
    },
  };
}

async function useAll(): Promise<void> {
  const { service } = gateway;
  await upload(gateway, { bytes: makePdf(1234) });
  await gateway.graphql(`mutation { upsertBusiness(input: { externalId: 1, code: "C",
    participants: [{ externalPersonId: 1, personType: NATURAL_PERSON, name: "Ana",
      requestedDocumentTypes: ["INE"] }] }) { __typename } }`);
  const { body } = await gateway.graphql(`mutation { addWebhookEndpoint(input: {
    url: "https://hooks.example/a", eventTypes: [BUSINESS_COMPLETED] }) {
    ... on AddWebhookEndpointPayload { endpoint { databaseId } } } }`);
  const id = /"databaseId":(\d+)/.exec(JSON.stringify(body))?.[1] ?? '';
  await gateway.graphql(
    `mutation { testWebhookEndpoint(input: { endpointId: ${id} }) { __typename } }`,
  );
  const token = { body: { email: service.email }, headers: service.keyHeaders };
  await gateway.request('POST', '/api/v4/auth/token', token);
}

async function countStatements(): Promise<number> {
  gateway.statements.length = 0;
  await readQuotas();
  return gateway.statements.length;
}

describe('viewer.quotas', () => {
  it('shows use and limit of each quota of the service, and of no other', async () => {
    expect(await readQuotas()).toEqual(quotasOf(0, 0, 0, 0));
    await useAll();
    expect(await readQuotas()).toEqual(quotasOf(1234, 3, 1, 1));
    const other = await createTestService(gateway.db, await createTestTokens(gateway.db));
    expect(await readQuotas(other.headers)).toEqual(quotasOf(0, 0, 0, 0));
  });

  it('takes as many statements whatever the service stores', async () => {
    const before = await countStatements();
    await useAll();
    expect(await countStatements()).toBe(before);
    expect(before).toBe(2);
  });

  it('is read under row-level security by metrics, by the names of services', async () => {
    const metered = await openGateway(gateway.databaseUrl, {
      METRICS_PORT: '0',
      QUOTA_RECORDS: '100',
    });
    try {
      await useAll();
      const text = await (await fetch(metered.metricsUrl ?? '')).text();
      const { service } = gateway.service;
      expect(text).toContain(`gateway_quota_used{quota="records",service="${service}"} 3`);
      expect(text).toContain(`gateway_quota_used{quota="file_bytes",service="${service}"} 1234`);
      expect(text).toContain(`gateway_quota_used{quota="webhook_messages",service="${service}"} 1`);
      expect(text).toContain('gateway_quota_limit{quota="records"} 100');
    } finally {
      await metered.close();
    }
  });
});
