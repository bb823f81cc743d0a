import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { at } from '../../../../support/clients/graphql.ts';
import { mutate } from '../../../../support/clients/mutate.ts';
import { sendV4 } from '../../../../support/clients/v4.ts';
import { dumpTables } from '../../../../support/database/tables.ts';
import { createTestService, createTestTokens } from '../../../../support/gateway/callers.ts';
import { useGateway } from '../../../../support/gateway/gateway.ts';

const gateway = useGateway({}, { isServicePerTest: true });
const PATH = '/api/v4/fiduciary/requests/batch';
const PROCESSED = { success: true, message: 'Fiduciary request processed' };

async function post(requests: unknown, headers: Record<string, string> = {}) {
  const all = { ...gateway.service.headers, ...headers };
  return await sendV4(gateway, PATH, { body: JSON.stringify({ requests }), headers: all });
}

let lastId = 100;
function request(fields: object = {}) {
  lastId += 10;
  const participantes = [{ id_persona: lastId + 1, tipo_per: 'FIS', nombre: 'Ana' }];
  return { id_negocio: lastId, cod_negocio: `F/${lastId}`, participantes, ...fields };
}

function refused(path: string[], code: string) {
  return {
    success: false,
    message: 'Invalid request',
    code_message: 'invalid_request',
    issues: [expect.objectContaining({ path, code })],
  };
}

describe('POST /api/v4/fiduciary/requests/batch', () => {
  it('200 with the result of each request, in their order', async () => {
    const [one, other] = [request(), request()];
    await post([other]);
    const { status, text } = await post([one, other]);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual({
      data: {
        results: [
          {
            ...PROCESSED,
            id: 2,
            created: true,
            changes: { created: [one.id_negocio + 1], updated: [], unchanged: [] },
          },
          {
            ...PROCESSED,
            id: 1,
            created: false,
            changes: { created: [], updated: [], unchanged: [other.id_negocio + 1] },
          },
        ],
      },
      message: 'Fiduciary requests processed',
      success: true,
    });
  });

  it('200 with success false where one is refused, in the words of v4, and the others are done', async () => {
    const [good, twin, other] = [request(), request(), request()];
    const bad = [
      request({ unknown: 1 }),
      request({ participantes: [{ id_persona: 1, tipo_per: 'FIS', nombre: ' ' }] }),
      twin,
      twin,
      { ...other, cod_negocio: '' },
      other,
      null,
    ];
    const { status, text } = await post([...bad, good]);
    const body: unknown = JSON.parse(text);
    expect({ status, results: at(body, 'data', 'results') }).toEqual({
      status: 200,
      results: [
        refused(['unknown'], 'unknown_field'),
        refused(['participantes', '0', 'nombre'], 'too_short'),
        refused(['id_negocio'], 'duplicate'),
        refused(['id_negocio'], 'duplicate'),
        refused(['cod_negocio'], 'too_short'),
        refused(['id_negocio'], 'duplicate'),
        refused([], 'wrong_type'),
        expect.objectContaining(PROCESSED),
      ],
    });
    expect(at(body, 'success')).toBe(false);
    expect(at(body, 'message')).toBe('Not all fiduciary requests were processed');
  });

  it('200 is answered again for the same key and done once', async () => {
    const key = randomUUID();
    const one = request();
    const first = await post([one], { 'idempotency-key': key });
    const before = await dumpTables(gateway.db);
    const again = await post([one], { 'idempotency-key': key });
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotent-replay')).toBe('true');
    expect(await dumpTables(gateway.db)).toEqual(before);
    const other = await post([request()], { 'idempotency-key': key });
    expect(other.status).toBe(422);
  });

  it('400 for none, more than 100, or no list, and nothing is done', async () => {
    const before = await dumpTables(gateway.db);
    for (const [requests, code] of [
      [[], 'too_few'],
      [Array.from({ length: 101 }, () => request()), 'too_many'],
      [{}, 'wrong_type'],
      [undefined, 'required'],
    ] as const) {
      const { status, text } = await post(requests);
      const issue: unknown = at(JSON.parse(text), 'data', 'issues', 0);
      expect({ status, path: at(issue, 'path'), code: at(issue, 'code') }).toEqual({
        status: 400,
        path: ['requests'],
        code,
      });
    }
    expect(await dumpTables(gateway.db)).toEqual(before);
  });

  it('200 without a stored business: the request of a caller that may not read is answered', async () => {
    const one = request();
    await post([one]);
    const { text } = await post([one]);
    expect(text).not.toContain('Ana');
    const stored = await mutate(gateway, [
      'upsertBusiness',
      { externalId: one.id_negocio, code: one.cod_negocio },
    ]);
    expect(stored).toMatchObject({ created: false, business: { version: 1 } });
  });
});

function left(headers: Headers): number {
  return Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
}

describe('what a batch costs', () => {
  it('is one request of the service’s for each in it', async () => {
    const one = await post([request()]);
    const many = await post(Array.from({ length: 40 }, () => request()));
    const after = await post([request()]);
    expect(left(one.headers) - left(many.headers)).toBe(40);
    expect(left(many.headers) - left(after.headers)).toBe(1);
  });

  it('is one request where the caller may not write, as of any that is refused', async () => {
    const tokens = await createTestTokens(gateway.db);
    const caller = await createTestService(gateway.db, tokens, { scopes: ['business:read'] });
    const before = await dumpTables(gateway.db);
    const one = await post([request()], caller.headers);
    const many = await post(
      Array.from({ length: 40 }, () => request()),
      caller.headers,
    );
    expect([one.status, many.status]).toEqual([403, 403]);
    expect(left(one.headers) - left(many.headers)).toBe(1);
    expect(await dumpTables(gateway.db)).toEqual(before);
  });
});
