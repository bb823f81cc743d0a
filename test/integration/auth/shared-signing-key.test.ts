import { generateKeyPairSync } from 'node:crypto';
import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { SCOPES } from '../../../src/auth/scopes.ts';
import { createTokenIssuer } from '../../../src/auth/tokens.ts';
import { OperatorError } from '../../../src/errors.ts';
import { useDatabase } from '../../support/database/database.ts';
import {
  createTestService,
  createTestTokens,
  TOKEN_OPTIONS,
} from '../../support/gateway/callers.ts';

const GRANT = { serviceId: 1, service: 'notary', userId: 7, scopes: new Set<never>() };

const database = useDatabase();

describe('the signing key that is kept in the database', () => {
  it('is one, though many processes start at once on an empty database', async () => {
    const starts = Array.from({ length: 6 }, async () => await createTestTokens(database.db));
    const issuers = await Promise.all(starts);
    const keys = issuers.map((one) => JSON.stringify(one.jwks()));
    expect(new Set(keys).size).toBe(1);
    const rows = await database.db.selectFrom('signing_keys').select('kid').execute();
    expect(rows).toEqual([{ kid: issuers[0]?.jwks().keys[0]?.kid }]);
  });

  it("lets each process take the others' tokens, and one that starts later too", async () => {
    const one = await createTestTokens(database.db);
    const other = await createTestTokens(database.db);
    const { accessToken } = await one.issue(GRANT);
    expect(await other.verify(accessToken)).toMatchObject({ service: 'notary', userId: 7 });
  });

  it('does not take the tokens of a process that has a key of its own', async () => {
    const pair = generateKeyPairSync('ed25519');
    const signingKey = JSON.stringify(pair.privateKey.export({ format: 'jwk' }));
    const options = { ...TOKEN_OPTIONS, signingKey };
    const own = await createTokenIssuer({ db: database.db, options });
    const shared = await createTestTokens(database.db);
    const { accessToken } = await own.issue(GRANT);
    expect(await own.verify(accessToken)).toBeDefined();
    expect(await shared.verify(accessToken)).toBeUndefined();
  });

  it('stops the start with one sentence where it is spoiled', async () => {
    const kept = await database.db.selectFrom('signing_keys').selectAll().executeTakeFirstOrThrow();
    for (const spoiled of ['null', '[]', '{}', '"text"']) {
      await database.db.updateTable('signing_keys').set({ private_jwk: spoiled }).execute();
      await expect(createTestTokens(database.db)).rejects.toEqual(
        new OperatorError('The signing key in the table signing_keys is not valid.'),
      );
    }
    const private_jwk = JSON.stringify(kept.private_jwk);
    await database.db.updateTable('signing_keys').set({ private_jwk }).execute();
  });
});

describe('a token', () => {
  it('holds no e-mail, and nothing but ids, the service and scopes', async () => {
    const tokens = await createTestTokens(database.db);
    const { headers, email, service, serviceId } = await createTestService(database.db, tokens);
    const [, payload = ''] = headers.authorization.split('.');
    const text = Buffer.from(payload, 'base64url').toString();
    expect(text).not.toContain(email);
    expect(text).not.toContain('@');
    const { iat, exp, ...claims } = decodeJwt(headers.authorization.slice(7));
    expect([typeof iat, typeof exp]).toEqual(['number', 'number']);
    expect(claims).toEqual({
      iss: TOKEN_OPTIONS.issuer,
      aud: TOKEN_OPTIONS.audience,
      sub: '1',
      service,
      service_id: serviceId,
      scope: SCOPES.join(' '),
    });
  });
});
