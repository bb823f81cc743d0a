import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useGateway } from '../../support/gateway/gateway.ts';
import { linesOf } from '../../support/probes/log-lines.ts';

const gateway = useGateway();

async function lineOf(path: string, body: object, key: string = randomUUID()) {
  const requestId = randomUUID();
  const ids = { 'x-request-id': requestId, 'idempotency-key': key };
  const headers = { ...gateway.service.headers, ...ids };
  const { status } = await gateway.request('POST', path, { body, headers });
  expect(status).toBe(200);
  const find = () => linesOf(gateway.logs).find((line) => line.requestId === requestId);
  await expect.poll(find, { interval: 2 }).toBeDefined();
  return find();
}

const UPSERT = `mutation ($input: UpsertBusinessesInput!) { upsertBusinesses(input: $input) {
  ... on UpsertBusinessesPayload { outcomes { __typename } } } }`;

async function graphLine(businesses: object[], key?: string) {
  return await lineOf('/graphql', { query: UPSERT, variables: { input: { businesses } } }, key);
}

describe('the line of a request for several businesses', () => {
  it('has the outcomes of those that are refused, each once, again when it is sent again', async () => {
    const businesses = [
      { externalId: 1, code: 'F/1' },
      { externalId: 2, code: ' ' },
      { externalId: 3, code: '' },
      { externalId: 4, code: 'F/4', expectedVersion: 7 },
    ];
    const key = randomUUID();
    for (const line of [await graphLine(businesses, key), await graphLine(businesses, key)])
      expect(line).toMatchObject({
        outcome: 'invalid_input',
        outcomes: ['invalid_input', 'version_conflict'],
      });
  });

  it('has them on v4, too', async () => {
    const requests = [
      { id_negocio: 5, cod_negocio: 'F/5', participantes: [] },
      { id_negocio: 6, cod_negocio: ' ', participantes: [] },
    ];
    expect(await lineOf('/api/v4/fiduciary/requests/batch', { requests })).toMatchObject({
      operation: 'processFiduciaryBatch',
      outcomes: ['invalid_input', 'declined'],
    });
  });

  it('is ok where none is refused', async () => {
    const line = await graphLine([{ externalId: 7, code: 'F/7' }]);
    expect(line).toMatchObject({ outcome: 'ok' });
    expect(line).not.toHaveProperty('outcomes');
  });
});
