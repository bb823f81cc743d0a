import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listUnencryptedHosts } from '../../../src/cli/database/database-hosts.ts';
import { loadConfig } from '../../../src/config/config.ts';

const URL = 'postgres://gateway:canary@db.example/gateway';

let folder = '';
let file = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'participant-gateway-secrets-'));
  file = join(folder, 'secret');
  await writeFile(file, `${URL}\n`);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

function faultOf(env: Record<string, string>): string {
  try {
    loadConfig(env);
    return '';
  } catch (error) {
    return String(error);
  }
}

describe('secrets of files', () => {
  it('are read as if they stood in the environment, each of them', () => {
    expect(loadConfig({ DATABASE_URL_FILE: file }).databaseUrl).toBe(URL);
    expect(loadConfig({ TOKEN_SIGNING_KEY_FILE: file }).token.signingKey).toBe(URL);
    expect(loadConfig({ FILE_MASTER_KEYS_FILE: file }).files.masterKeys).toBe(URL);
    const s3 = { S3_BUCKET: 'b', S3_ACCESS_KEY_ID_FILE: file, S3_SECRET_ACCESS_KEY_FILE: file };
    expect(loadConfig(s3).files.s3?.credentials).toEqual({
      accessKeyId: URL,
      secretAccessKey: URL,
    });
  });

  it('are read of a list, too', async () => {
    const list = join(folder, 'list');
    await writeFile(list, 'authorization=Bearer%20canary\n');
    const env = { OTEL_EXPORTER_OTLP_HEADERS_FILE: list, OTEL_TRACES_EXPORTER: 'otlp' };
    const { tracing } = loadConfig(env).telemetry;
    expect(tracing?.headers).toEqual({ authorization: 'Bearer canary' });
  });

  it('are refused beside the variable itself, and where there is nothing to read', async () => {
    const twice = faultOf({ DATABASE_URL_FILE: file, DATABASE_URL: URL });
    expect(twice).toContain('DATABASE_URL: must not be given with DATABASE_URL_FILE');
    expect(twice).not.toContain('canary');
    const missing = faultOf({ TOKEN_SIGNING_KEY_FILE: join(folder, 'none'), PORT: 'high' });
    expect(missing).toMatch(/TOKEN_SIGNING_KEY_FILE: the file cannot be read \(ENOENT\); PORT: /);
    const empty = join(folder, 'empty');
    await writeFile(empty, '\n');
    expect(faultOf({ DATABASE_URL_FILE: empty })).toContain('the file is empty');
  });
});

describe('the URL of the database', () => {
  it('is refused with an attribute that a gateway cannot do with', () => {
    const url = `${URL}?target_session_attrs=`;
    for (const word of ['any', 'primary', 'read-write'])
      expect(faultOf({ DATABASE_URL: `${url}${word}` })).toBe('');
    for (const word of ['standby', 'read-only', 'prefer-standby', 'read-write-', ''])
      expect(faultOf({ DATABASE_URL: `${url}${word}` })).toContain(
        'must be any, primary or read-write',
      );
  });

  it('is refused where no server could be read of it, without a word of the password', () => {
    const hosts = [
      'db.example',
      'db.example:5432',
      '[::1]:5432',
      'one,two:5433',
      '%2Ftmp:5432',
      '',
    ];
    const sound = hosts.map((host) => `postgresql://u:p%23@w@${host}/db?a=b@c`);
    for (const url of [...sound, 'postgres:///db?host=/tmp&user=a@b', '/tmp db'])
      expect(faultOf({ DATABASE_URL: url })).toBe('');
    const broken = ['ca/nary', 'ca#nary', 'ca?nary', '1234#canary', '1/canary'].map(
      (password) => `postgres://u:${password}@db.example/db`,
    );
    const others = ['canary@db:5432', 'mysql://canary@db', 'host=db', 'db.example:5432'];
    for (const url of [...broken, ...others, 'postgres://u@canary:66000/db']) {
      const fault = faultOf({ DATABASE_URL: url });
      expect([url, fault]).toEqual([url, expect.stringContaining('postgres://user:password@host')]);
      expect(fault).not.toContain('canary');
    }
  });

  it('is told of where another machine is reached without TLS', () => {
    const plain = 'postgres://u:p@one.example,127.0.0.1,two.example:5433/db';
    expect(listUnencryptedHosts(plain)).toEqual(['one.example', 'two.example']);
    expect(listUnencryptedHosts(`${plain}?sslmode=disable`)).toHaveLength(2);
    for (const url of [`${plain}?sslmode=verify-full`, `${URL}?sslmode=no-verify`])
      expect(listUnencryptedHosts(url)).toEqual([]);
    for (const url of ['postgres://u@localhost/db', 'postgres://u@[::1]/db', '/tmp db'])
      expect(listUnencryptedHosts(url)).toEqual([]);
    expect(listUnencryptedHosts('postgres://u@/db?host=%2Ftmp')).toEqual([]);
  });
});
