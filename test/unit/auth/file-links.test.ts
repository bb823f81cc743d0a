import { createSecretKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { holderOf, type LinkGrant, openLink, sealLink } from '../../../src/auth/file-links.ts';

const SECRET = createSecretKey(Buffer.alloc(32, 1));
const NOW = Date.UTC(2026, 0, 1);
const GRANT: LinkGrant = {
  serviceId: 1,
  service: 'acme',
  userId: 2,
  apiKeyId: 3,
  fileId: 4,
  action: 'read',
  expiresAt: new Date(NOW + 1000),
};

describe('a link', () => {
  it('opens to what it was made of, until its time is over', () => {
    const text = sealLink(SECRET, GRANT);
    expect(openLink(SECRET, text, NOW)).toEqual(GRANT);
    expect(openLink(SECRET, text, NOW + 999)).toEqual(GRANT);
    expect(openLink(SECRET, text, NOW + 1000)).toBeUndefined();
  });

  it('opens with no other secret, and in no other spelling', () => {
    const text = sealLink(SECRET, GRANT);
    expect(openLink(createSecretKey(Buffer.alloc(32, 2)), text, NOW)).toBeUndefined();
    for (const other of [`${text}=`, ` ${text}`, text.slice(0, -1), `${text}A`, '', 'x', '%'])
      expect(openLink(SECRET, other, NOW)).toBeUndefined();
  });

  it('opens after no change of any of its signs', () => {
    const text = sealLink(SECRET, GRANT);
    for (let place = 0; place < text.length; place += 1) {
      const sign = text[place] === 'A' ? 'B' : 'A';
      const changed = `${text.slice(0, place)}${sign}${text.slice(place + 1)}`;
      expect(openLink(SECRET, changed, NOW)).toBeUndefined();
    }
  });

  it('makes its holder a caller who may do nothing else', () => {
    const holder = holderOf({ ...GRANT, action: 'write' });
    expect([...holder.scopes]).toEqual(['file:write']);
    expect(holder.link).toEqual({ fileId: 4, action: 'write' });
  });
});
