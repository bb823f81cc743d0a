import { beforeAll, describe, expect, it } from 'vitest';
import { createAuthenticator } from '../../../src/auth/authenticate.ts';
import type { TokenIssuer } from '../../../src/auth/tokens.ts';
import { addServiceUser } from '../../../src/resolvers/user/add-service-user.ts';
import { listServiceUsers } from '../../../src/resolvers/user/list-service-users.ts';
import { setServiceUserState } from '../../../src/resolvers/user/set-service-user-state.ts';
import { useDatabase } from '../../support/database/database.ts';
import { createTestService, createTestTokens } from '../../support/gateway/callers.ts';
import { nameFileFolder } from '../../support/gateway/file-env.ts';
import { type CommandResult, runCommand } from '../../support/processes/run-command.ts';

const database = useDatabase();
const { FILE_MASTER_KEYS } = nameFileFolder().env;
let tokens: TokenIssuer;

beforeAll(async () => {
  tokens = await createTestTokens(database.db);
});

async function run(...args: string[]): Promise<CommandResult> {
  return await runCommand(args, {
    DATABASE_URL: database.url,
    TOKEN_ISSUER: 'test-issuer',
    TOKEN_AUDIENCE: 'test-audience',
    FILE_MASTER_KEYS,
  });
}

async function listActions(serviceId: number): Promise<string[]> {
  const rows = await database.db
    .selectFrom('audit_events')
    .select(['action', 'details'])
    .where('service_id', '=', serviceId)
    .where('action', 'like', 'user_%')
    .orderBy('id')
    .execute();
  expect(JSON.stringify(rows)).not.toMatch(/canary/i);
  return rows.map((row) => row.action);
}

describe('gateway user', () => {
  it('adds a user, whose token works until the user is disabled, and again once enabled', async () => {
    const { service, serviceId, credentials } = await createTestService(database.db, tokens);
    const user = ['--service', service, '--email', 'canary.ana@example.test'];
    const added = await run('user', 'add', ...user, '--given-name', 'Canary', '--json');
    expect(added).toMatchObject({ code: 0, stderr: '' });
    expect(added.stdout).toMatch(/^\{"id":\d+\}\n$/);
    const { stdout } = await run('token', ...user);
    const headers = { ...credentials, authorization: `Bearer ${stdout.trimEnd()}` };
    const authenticator = createAuthenticator({ db: database.db, tokens, cacheTtlMs: 0 });
    expect(await authenticator.authenticate(headers)).toMatchObject({ service });

    const disabled = await run('user', 'disable', ...user);
    expect(disabled).toEqual({ code: 0, stdout: 'The user is disabled.\n', stderr: '' });
    await expect(authenticator.authenticate(headers)).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    const refused = await run('token', ...user);
    expect(refused).toMatchObject({ code: 1, stdout: '' });

    expect((await run('user', 'enable', ...user)).stdout).toBe('The user is enabled.\n');
    expect(await authenticator.authenticate(headers)).toMatchObject({ service });
    expect(await listActions(serviceId)).toEqual(['user_added', 'user_disabled', 'user_enabled']);
  });

  it('lists users with what an operator asks about, as lines or as JSON', async () => {
    const { service, email } = await createTestService(database.db, tokens);
    await addServiceUser(database.db, service, {
      email: 'Eva@Example.test',
      givenName: 'Eva',
      paternalSurname: 'Peña',
      maternalSurname: '',
    });
    await setServiceUserState(database.db, { service, email, state: 'disabled' });
    const { stdout } = await run('user', 'list', '--service', service, '--json');
    const users: unknown = JSON.parse(`[${stdout.trimEnd().replaceAll('\n', ',')}]`);
    expect(stdout.split('\n')[0]).toMatch(/"disabled_at":"[^"]+Z"\}$/);
    expect(users).toMatchObject([
      { email },
      {
        email: 'Eva@Example.test',
        given_name: 'Eva',
        paternal_surname: 'Peña',
        maternal_surname: null,
        disabled_at: null,
      },
    ]);
  });
});

describe('users of a service', () => {
  it('are refused where the e-mail is taken in any case, or a field breaks a rule, without repeating it', async () => {
    const { service, email } = await createTestService(database.db, tokens);
    const refusal = async (fields: { email: string; givenName: string }): Promise<unknown> =>
      await addServiceUser(database.db, service, fields).catch((error: unknown) => error);
    const taken = await refusal({ email: email.toUpperCase(), givenName: 'Ana' });
    expect(taken).toMatchObject({
      message: `The service "${service}" already has a user with that e-mail address.`,
    });
    const faulty = await refusal({ email: 'canary', givenName: ' ' });
    expect(faulty).toMatchObject({
      message: 'email: Must be an e-mail address. givenName: Must not be blank.',
    });
  });

  it('are changed in their own service only, and once', async () => {
    const [one, other] = [
      await createTestService(database.db, tokens),
      await createTestService(database.db, tokens),
    ];
    const disable = async (service: string) =>
      await setServiceUserState(database.db, { service, email: one.email, state: 'disabled' });
    await expect(disable(other.service)).rejects.toThrow(/has no user with that e-mail/);
    expect([await disable(one.service), await disable(one.service)]).toEqual([true, false]);
    expect(await listActions(one.serviceId)).toEqual(['user_disabled']);
  });

  it('come in pages of 1,000, each once and none of another service', async () => {
    const { service, serviceId } = await createTestService(database.db, tokens);
    const rows = Array.from({ length: 2_000 }, (_, index) => ({
      service_id: serviceId,
      id: 10_000 + index,
      email: `u${index}@example.test`,
    }));
    await database.db.insertInto('users').values(rows).execute();
    const ids: number[] = [];
    for await (const page of listServiceUsers(database.db, service))
      ids.push(...page.map((user) => user.id));
    expect(ids).toHaveLength(2_001);
    expect(new Set(ids).size).toBe(2_001);
  });
});

describe('gateway --version', () => {
  it('prints the version of package.json', async () => {
    const { stdout } = await run('--version');
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('what is stored from before a rule', () => {
  const controls = 'a\u001b]0;owned\u0007\n\u007f\u009b31m\u200e\u202eb\u2066\u2028c';

  it('is listed without a character that a terminal obeys, and JSON says the same', async () => {
    const { db } = database;
    const { service, serviceId, userId } = await createTestService(db, tokens);
    await db
      .updateTable('users')
      .set({ given_name: controls, email: `${controls}@example.test` })
      .where('service_id', '=', serviceId)
      .execute();
    await db
      .insertInto('webhook_endpoints')
      .values({
        service_id: serviceId,
        id: 1,
        url: `https://example.test/${controls}`,
        event_types: ['business_upserted'],
        sealed_secret: Buffer.from('x'),
        position: 0,
      })
      .execute();
    for (const [list, stored] of [
      [['user', 'list'], { id: userId, given_name: controls }],
      [['webhooks', 'list'], { url: `https://example.test/${controls}` }],
    ] as const) {
      const [text, json] = await Promise.all([
        run(...list, '--service', service),
        run(...list, '--service', service, '--json'),
      ]);
      for (const { code, stdout, stderr } of [text, json]) {
        expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
        expect(stdout).toMatch(/^[^\p{Cc}\p{Bidi_Control}\u2028\u2029]+\n$/u);
        expect(stdout).toContain('\\u009b31m');
      }
      expect(JSON.parse(json.stdout)).toMatchObject(stored);
    }
  });

  it('is refused where it is new', async () => {
    const { service } = await createTestService(database.db, tokens);
    const user = ['--service', service, '--email', 'new@example.test'];
    const added = await run('user', 'add', ...user, '--given-name', controls);
    expect(added).toMatchObject({ code: 1, stdout: '' });
    expect(added.stderr).toBe('error: givenName: Must not contain control characters.\n');
  });
});
