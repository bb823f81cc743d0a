import { beforeAll, describe, expect, it } from 'vitest';
import { createAuthenticator } from '../../../src/auth/authenticate.ts';
import type { TokenIssuer } from '../../../src/auth/tokens.ts';
import { useDatabase } from '../../support/database/database.ts';
import { addTestUser, createTestService, createTestTokens } from '../../support/gateway/callers.ts';
import { type CommandResult, runCommand } from '../../support/processes/run-command.ts';

const LIFETIME = ['--ttl', '90', '--json'];

const database = useDatabase();
let tokens: TokenIssuer;

beforeAll(async () => {
  tokens = await createTestTokens(database.db);
});

async function run(...args: string[]): Promise<CommandResult> {
  return await runCommand(args, {
    DATABASE_URL: database.url,
    TOKEN_ISSUER: 'test-issuer',
    TOKEN_AUDIENCE: 'test-audience',
  });
}

function refused(sentence: string): CommandResult {
  return { code: 1, stdout: '', stderr: `error: ${sentence}\n` };
}

describe('gateway service', () => {
  it('adds a service and prints its key as JSON, which then works', async () => {
    const { code, stdout, stderr } = await run('service', 'add', 'notary', '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^\{"service":"notary","api_key":"pgw_[0-9a-f]{12}_[\w-]{43}"\}\n$/);
    const apiKey = stdout.slice(stdout.indexOf('pgw_'), -3);
    const authenticator = createAuthenticator({ db: database.db, tokens });
    const holder = await authenticator.authenticateKey({ service: 'notary', apiKey });
    expect(holder.service).toBe('notary');
  });

  it('says that a new service screens nobody, and how to switch it on', async () => {
    const { stdout, stderr } = await run('service', 'add', 'bank');
    expect(stdout).toMatch(/\npgw_[0-9a-f]{12}_[\w-]{43}\n$/);
    expect(stderr).toBe(
      'bank does not screen its participants yet. Switch screening on: gateway service screening bank --on\n',
    );
    const on = await run('service', 'screening', 'bank', '--on');
    expect(on.stdout).toBe(
      'bank screens participants automatically against all lists, from a score of 0.85.\n',
    );
  });

  it('refuses a taken name with one line and code 1', async () => {
    const { service } = await createTestService(database.db, tokens);
    expect(await run('service', 'add', service)).toEqual(
      refused(`The service "${service}" already exists.`),
    );
  });

  it('adds, lists and revokes keys', async () => {
    const { service, apiKey } = await createTestService(database.db, tokens);
    const first = apiKey.split('_')[1] ?? '';
    const added = await run('service', 'key', 'add', '--scope', 'business:read', service);
    expect(added.stdout).toMatch(/^New API key of .*\npgw_[0-9a-f]{12}_[\w-]{43}\n$/);
    const second = added.stdout.split('pgw_')[1]?.split('_')[0] ?? '';
    const [revoked, services] = await Promise.all([
      run('service', 'key', 'revoke', service, second),
      run('service', 'list'),
    ]);
    expect(revoked.stdout).toBe(`Key ${second} of ${service} is revoked.\n`);
    expect(services.stdout).toContain(`${service}  since `);
    const { stdout } = await run('service', 'key', 'list', service, '--json');
    expect(JSON.parse(stdout)).toMatchObject([
      { prefix: first, revoked_at: null },
      { prefix: second, scopes: ['business:read'] },
    ]);
    expect(stdout).toMatch(/"revoked_at":"\d{4}-[^"]+Z"\}\]\n$/);
  });
});

describe('gateway token', () => {
  it('prints a token alone, which then works with the key and the scopes asked for', async () => {
    const ours = await createTestService(database.db, tokens);
    const { userId } = await addTestUser(database.db, ours.serviceId, 'Ana@Example.test');
    const user = ['--service', ours.service, '--email', 'ana@example.TEST'];
    const scopes = ['--scope', 'business:read', '--scope', 'answers:import'];
    const { code, stdout, stderr } = await run('token', ...user, ...scopes);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const authorization = `Bearer ${stdout.trimEnd()}`;
    const authenticator = createAuthenticator({ db: database.db, tokens });
    const caller = await authenticator.authenticate({ ...ours.credentials, authorization });
    expect(caller.userId).toBe(userId);
    expect(caller.scopes).toEqual(new Set(['business:read', 'answers:import']));
  });

  it('prints JSON with the lifetime that was asked for', async () => {
    const { service, email } = await createTestService(database.db, tokens);
    const { stdout } = await run('token', '--service', service, '--email', email, ...LIFETIME);
    expect(stdout).toMatch(
      /^\{"access_token":"[\w-]+\.[\w-]+\.[\w-]+","token_type":"Bearer","expires_in":90\}\n$/,
    );
  });

  it('refuses an unknown e-mail with one line that does not repeat it, and code 1', async () => {
    const { service } = await createTestService(database.db, tokens);
    expect(await run('token', '--service', service, '--email', 'canary@example.test')).toEqual(
      refused(`The service "${service}" has no enabled user with that e-mail address.`),
    );
  });

  it('refuses an unknown scope and a lifetime out of bounds with one line and code 1', async () => {
    const { service, email } = await createTestService(database.db, tokens);
    const user = ['--service', service, '--email', email];
    const [scope, lifetime] = await Promise.all([
      run('token', ...user, '--scope', 'all'),
      run('token', ...user, '--ttl', '99999999'),
    ]);
    expect(scope.code).toBe(1);
    expect(scope.stderr).toMatch(/^error: Scope "all" does not exist\. [^\n]+\n$/);
    expect(lifetime).toEqual(
      refused('The lifetime of a token must be a whole number of seconds from 1 to 2678400.'),
    );
  });
});
