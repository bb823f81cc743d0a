import { createHmac, createSecretKey } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type LinkGrant, openLink, sealLink, toUser } from '../../../src/auth/file-links.ts';

const SECRET = createSecretKey(Buffer.alloc(32, 1));
const NOW = Date.UTC(2026, 0, 1);
const GRANT: LinkGrant = {
  serviceId: 1,
  service: 'acme',
  userId: 2,
  apiKeyId: 3,
  fileId: 4,
  action: 'read',
  issuedAt: new Date(NOW),
  expiresAt: new Date(NOW + 1000),
};

describe('a link', () => {
  it('opens to what it was made of, until its time is over', () => {
    const text = sealLink(SECRET, GRANT);
    expect(openLink(SECRET, text, NOW)).toEqual(GRANT);
    expect(openLink(SECRET, text, NOW + 999)).toEqual(GRANT);
    expect(openLink(SECRET, text, NOW + 1000)).toBeUndefined();
  });

  it('opens for five minutes at most, whatever expiry it states', () => {
    const at = (issuedMs: number, expiresMs: number, nowMs = NOW) =>
      openLink(
        SECRET,
        sealLink(SECRET, {
          ...GRANT,
          issuedAt: new Date(issuedMs),
          expiresAt: new Date(expiresMs),
        }),
        nowMs,
      );
    expect(at(NOW, NOW + 300_000)).toBeDefined();
    expect(at(NOW, NOW + 300_001)).toBeUndefined();
    expect(at(NOW, NOW + 28 * 365 * 86_400_000)).toBeUndefined();
    expect(at(NOW - 200_000, NOW + 100_001)).toBeUndefined();
  });

  it("opens when its maker's clock is a minute ahead, and no earlier", () => {
    const link = (issuedMs: number) =>
      sealLink(SECRET, {
        ...GRANT,
        issuedAt: new Date(issuedMs),
        expiresAt: new Date(issuedMs + 300_000),
      });
    expect(openLink(SECRET, link(NOW + 60_000), NOW)).toBeDefined();
    expect(openLink(SECRET, link(NOW + 60_001), NOW)).toBeUndefined();
  });

  it('of an earlier version, which states no issue time, does not open', () => {
    const { serviceId, service, userId, apiKeyId, fileId, action } = GRANT;
    const parts = [serviceId, service, userId, apiKeyId, fileId, action, NOW + 1000];
    const bytes = Buffer.from(JSON.stringify(parts));
    const mac = createHmac('sha256', SECRET).update(bytes).digest().subarray(0, 24);
    const text = Buffer.concat([mac, bytes]).toString('base64url');
    expect(openLink(SECRET, text, NOW)).toBeUndefined();
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
    const holder = toUser({ ...GRANT, action: 'write' });
    expect([...holder.scopes]).toEqual(['file:write']);
    expect(holder.link).toEqual({ fileId: 4, action: 'write' });
  });
});
