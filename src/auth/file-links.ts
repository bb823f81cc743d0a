import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { LINK_SECONDS_MAX } from '../domain/files/file.ts';
import type { FileLink, User } from './caller.ts';
import type { Scope } from './scopes.ts';

/** Grant of a link: the rights of its creator, limited to one file of one service and one action. */
export type LinkGrant = FileLink & {
  serviceId: number;
  service: string;
  userId: number;
  apiKeyId: number;
  issuedAt: Date;
  /** At most LINK_SECONDS_MAX after `issuedAt`. */
  expiresAt: Date;
};

/** 24 of the 32 bytes of SHA-256: enough against guessing, and the link stays short. */
const MAC_BYTES = 24;

/** Tolerated difference between the clocks of two processes: a link may be issued that far in the future. */
const CLOCK_SKEW_MS = 60_000;

/** Scope that the creator of a link needs, and the only scope that the link gives. */
export const LINK_SCOPES = { read: 'file:read', write: 'file:write' } as const satisfies Record<
  FileLink['action'],
  Scope
>;

/** Returns the text of a link: the MAC and the grant in base64url. */
export function sealLink(secret: KeyObject, grant: LinkGrant): string {
  const { serviceId, service, userId, apiKeyId, fileId, action, issuedAt, expiresAt } = grant;
  const times = [issuedAt.getTime(), expiresAt.getTime()];
  const parts = [serviceId, service, userId, apiKeyId, fileId, action, ...times];
  const bytes = Buffer.from(JSON.stringify(parts));
  return Buffer.concat([computeMac(secret, bytes), bytes]).toString('base64url');
}

/**
 * Returns the grant of a link. Undefined for a text that `sealLink` has not created with this secret, for an expired
 * link, and for times that the gateway never writes: issued in the future, or valid for more than LINK_SECONDS_MAX.
 */
export function openLink(secret: KeyObject, text: string, nowMs: number): LinkGrant | undefined {
  const sealed = Buffer.from(text, 'base64url');
  const mac = sealed.subarray(0, MAC_BYTES);
  const bytes = sealed.subarray(MAC_BYTES);
  const isOurs = mac.length === MAC_BYTES && timingSafeEqual(mac, computeMac(secret, bytes));
  // Decoding ignores characters outside of base64url, so that many texts decode to the same bytes. Only the issued text
  // is valid.
  if (!isOurs || sealed.toString('base64url') !== text) return undefined;
  const grant = readGrant(JSON.parse(bytes.toString()));
  return isWithinLifetime(grant, nowMs) ? grant : undefined;
}

function isWithinLifetime(grant: LinkGrant, nowMs: number): boolean {
  const [issuedMs, expiresMs] = [grant.issuedAt.getTime(), grant.expiresAt.getTime()];
  const isBounded = expiresMs - issuedMs <= LINK_SECONDS_MAX * 1000;
  return isBounded && issuedMs <= nowMs + CLOCK_SKEW_MS && expiresMs > nowMs;
}

/** Returns the caller of a link: its creator, restricted to the scope and the file of the link. */
export function toUser(grant: LinkGrant): User {
  const { issuedAt: _issuedAt, expiresAt, fileId, action, ...creator } = grant;
  const scope = LINK_SCOPES[action];
  return {
    ...creator,
    kind: 'user',
    // Unused, because links give no access to GraphQL.
    documents: { trustedOnly: true, version: 0 },
    scopes: new Set<Scope>([scope]),
    tokenExpiresAt: expiresAt,
    link: { fileId, action },
  };
}

function computeMac(secret: KeyObject, bytes: Buffer): Buffer {
  return createHmac('sha256', secret).update(bytes).digest().subarray(0, MAC_BYTES);
}

/** Reads a grant whose MAC is valid, so that sealLink has written it. */
function readGrant(parts: unknown): LinkGrant {
  const values: unknown[] = Array.isArray(parts) ? parts : [];
  const [serviceId, service, userId, apiKeyId, fileId, action, issuedAt, expiresAt] = values;
  return {
    serviceId: toNumber(serviceId),
    service: String(service),
    userId: toNumber(userId),
    apiKeyId: toNumber(apiKeyId),
    fileId: toNumber(fileId),
    action: action === 'write' ? 'write' : 'read',
    issuedAt: new Date(toNumber(issuedAt)),
    expiresAt: new Date(toNumber(expiresAt)),
  };
}

function toNumber(part: unknown): number {
  return typeof part === 'number' ? part : Number.NaN;
}
