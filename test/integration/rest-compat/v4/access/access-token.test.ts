import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SCOPES } from '../../../../../src/auth/scopes.ts';
import { storeServiceKey } from '../../../../../src/resolvers/service/store-service-key.ts';
import {
  INVALID_INPUT,
  NOT_AN_OBJECT,
  sendV4,
  UNAUTHENTICATED,
} from '../../../../support/clients/v4.ts';
import { listTablesHolding } from '../../../../support/database/tables.ts';
import {
  addTestUser,
  createTestService,
  createTestTokens,
} from '../../../../support/gateway/callers.ts';
import { useGateway } from '../../../../support/gateway/gateway.ts';

const PATH = '/api/v4/auth/token';
const gateway = useGateway();

/** The two headers that this operation needs. */
function keyHeaders(): Record<string, string> {
  return gateway.service.keyHeaders;
}

async function ask(body: object, headers = keyHeaders()) {
  return await sendV4(gateway, PATH, { body: JSON.stringify(body), headers });
}

describe('POST /api/v4/auth/token', () => {
  it('200 answers a token that the other operations take, with its seconds to live', async () => {
    const { service, userId, email } = gateway.service;
    const reply = await ask({ email });
    const token = /"access_token":"([\w.-]+)"/.exec(reply.text)?.[1] ?? '';
    expect(reply).toMatchObject({
      status: 200,
      text: `{"data":{"access_token":"${token}","token_type":"Bearer","expires_in":3600},"message":"Access token issued","success":true}`,
    });
    const claims = decodeJwt(token);
    expect(claims).toMatchObject({ sub: String(userId), service });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(3600);
    expect(JSON.stringify(claims)).not.toContain('@');

    const headers = { ...keyHeaders(), authorization: `Bearer ${token}` };
    const path = '/api/v4/business/detail?id=1';
    expect((await sendV4(gateway, path, { method: 'GET', headers })).status).toBe(200);
  });

  it('200 finds the user by e-mail in any case, and ignores an Authorization that is no live token', async () => {
    const { email } = gateway.service;
    expect((await ask({ email: email.toUpperCase() })).status).toBe(200);
    const headers = { ...keyHeaders(), authorization: 'Bearer nonsense' };
    expect((await ask({ email }, headers)).status).toBe(200);
  });

  it('403 refuses a user, of the own e-mail and of another', async () => {
    const { db, service } = gateway;
    const colleague = await addTestUser(db, service.serviceId);
    for (const { email } of [service, colleague])
      expect(await ask({ email }, service.headers)).toMatchObject({
        status: 403,
        text: '{"data":{},"message":"Unauthorized","success":false,"code_message":"unauthorized"}',
      });
  });

  it('403 refuses a key without the scope', async () => {
    const { db, service } = gateway;
    const scopes = [...DEFAULT_SCOPES];
    const apiKey = await storeServiceKey(db, { serviceId: service.serviceId, scopes });
    const headers = { ...keyHeaders(), 'x-api-key': apiKey };
    expect((await ask({ email: service.email }, headers)).status).toBe(403);
  });

  it('200 leaves an audit row that names the user by id only', async () => {
    const { db, service } = gateway;
    const user = await addTestUser(db, service.serviceId, 'audited@example.test');
    await ask({ email: user.email });
    const row = await db
      .selectFrom('audit_events')
      .selectAll()
      .where('service_id', '=', service.serviceId)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      action: 'access_token_issued',
      user_id: null,
      api_key_id: service.apiKeyId,
      details: { issuedToUserId: user.userId },
    });
    expect(await listTablesHolding(db, user.email)).toEqual(['users']);
  });

  it('401 refuses an unknown, a disabled and another service’s user like a wrong key', async () => {
    const { db, service } = gateway;
    const disabled = await addTestUser(db, service.serviceId, 'disabled@example.test');
    await db
      .updateTable('users')
      .set({ disabled_at: new Date() })
      .where('id', '=', disabled.userId)
      .execute();
    const other = await createTestService(db, await createTestTokens(db));
    for (const email of ['nobody@example.test', disabled.email, other.email, '%', '_']) {
      const reply = await ask({ email });
      expect(reply).toMatchObject(UNAUTHENTICATED);
      expect(reply.headers.get('www-authenticate')).toBe('Bearer');
    }
    const wrong = { ...keyHeaders(), 'x-api-key': other.apiKey };
    expect(await ask({ email: service.email }, wrong)).toMatchObject(UNAUTHENTICATED);
  });

  it('401 decides who calls before it reads the body', async () => {
    const headers = { service: gateway.service.service };
    const reply = await sendV4(gateway, PATH, { body: '{', headers });
    expect(reply).toMatchObject(UNAUTHENTICATED);
  });

  it.each([
    ['no e-mail', {}],
    ['null', { email: null }],
    ['a number', { email: 7 }],
    ['an array', { email: ['a@example.test'] }],
    ['empty text', { email: '' }],
    ['321 characters', { email: 'a'.repeat(321) }],
    ['U+0000', { email: 'a\0@example.test' }],
    ['a lone surrogate', { email: '\ud800@example.test' }],
  ])('400 refuses %s', async (_name, body) => {
    expect(await ask(body)).toMatchObject(INVALID_INPUT);
  });

  it.each(NOT_AN_OBJECT)('400 refuses a body that is %s', async (_name, body) => {
    const reply = await sendV4(gateway, PATH, { body, headers: keyHeaders() });
    expect(reply).toMatchObject(INVALID_INPUT);
  });

  it('400 refuses a body that is not UTF-8', async () => {
    const text = `{"email":"?"}`;
    const body = Uint8Array.from(Buffer.from(text));
    const send = async () => await sendV4(gateway, PATH, { body, headers: keyHeaders() });
    expect((await send()).status).toBe(401);
    body[text.indexOf('?')] = 0xff;
    expect(await send()).toMatchObject(INVALID_INPUT);
  });

  it('400 refuses a request without a body', async () => {
    expect(await sendV4(gateway, PATH, { headers: keyHeaders() })).toMatchObject(INVALID_INPUT);
  });
});
