import { describe, expect, it } from 'vitest';
import {
  createApiKey,
  findKeyPrefix,
  isSameHash,
  parseApiKey,
} from '../../../src/auth/api-keys.ts';

describe('an API key', () => {
  it('is read back with the prefix and the hash that are stored', () => {
    const { apiKey, prefix, secretHash } = createApiKey();
    expect(parseApiKey(apiKey)).toEqual({ prefix, secretHash });
  });

  it('does not hold its secret in what is stored', () => {
    const { apiKey, prefix, secretHash } = createApiKey();
    const secret = apiKey.slice(`pgw_${prefix}_`.length);
    expect(secret).toHaveLength(43);
    expect(secretHash.toString('base64url')).not.toBe(secret);
    expect(secretHash.toString('latin1')).not.toContain(secret);
  });

  it('is another one each time, in both parts', () => {
    const one = createApiKey();
    const other = createApiKey();
    expect(one.prefix).not.toBe(other.prefix);
    expect(isSameHash(one.secretHash, other.secretHash)).toBe(false);
  });

  it('has one spelling: any changed character, the last too, is another secret', () => {
    const { apiKey, secretHash } = createApiKey();
    const last = apiKey.at(-1) === 'A' ? 'B' : 'A';
    const changed = parseApiKey(apiKey.slice(0, -1) + last);
    expect(changed).toBeDefined();
    expect(changed?.secretHash.equals(secretHash)).toBe(false);
  });

  it.each([
    ['nothing', () => ''],
    ['a leading space', (key: string) => ` ${key}`],
    ['a trailing line break', (key: string) => `${key}\n`],
    ['two keys joined', (key: string) => `${key}, ${key}`],
    ['upper case', (key: string) => key.toUpperCase()],
    ['no scheme', (key: string) => key.slice(4)],
    ['a secret one too short', (key: string) => key.slice(0, -1)],
    ['a secret one too long', (key: string) => `${key}A`],
    ['a megabyte', (key: string) => key + 'A'.repeat(1024 * 1024)],
    ['U+0000', (key: string) => `${key.slice(0, -1)}\0`],
    ['a letter of another alphabet', (key: string) => `${key.slice(0, -1)}Ａ`],
  ])('is not read from %s', (_what, spoil) => {
    expect(parseApiKey(spoil(createApiKey().apiKey))).toBeUndefined();
  });
});

describe('findKeyPrefix', () => {
  it('takes a prefix or a whole key and nothing else', () => {
    const { apiKey, prefix } = createApiKey();
    expect(findKeyPrefix(prefix)).toBe(prefix);
    expect(findKeyPrefix(apiKey)).toBe(prefix);
    expect(findKeyPrefix(`pgw_${prefix}`)).toBeUndefined();
    expect(findKeyPrefix('')).toBeUndefined();
  });
});

describe('isSameHash', () => {
  it('is false, not a fault, for hashes of different lengths', () => {
    expect(isSameHash(Buffer.alloc(32), Buffer.alloc(31))).toBe(false);
  });
});
