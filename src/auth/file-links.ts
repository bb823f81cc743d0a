import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { LINK_SECONDS_MAX } from '../domain/files/file.ts';
import type { FileLink, User } from './caller.ts';
import { isScope, type Scope } from './scopes.ts';

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

const MAC_BYTES = 24;

/** Difference between the clocks of two processes that a link may be early by. */
const CLOCK_SKEW_MS = 60_000;

/** Scope that the creator of a link needs, and the only one of its holder. */
export const LINK_SCOPES = { read: 'file:read', write: 'file:write' } as const satisfies Record<
  FileLink['action'],
  Scope
>;

/** Signs a grant: it can be created or changed only with the secret. */
export function sealLink(secret: KeyObject, grant: LinkGrant): string {
  const { serviceId, service, userId, apiKeyId, fileId, action, issuedAt, expiresAt } = grant;
  const times = [issuedAt.getTime(), expiresAt.getTime()];
  const parts = [serviceId, service, userId, apiKeyId, fileId, action, ...times];
  const bytes = Buffer.from(JSON.stringify(parts));
  return Buffer.concat([macOf(secret, bytes), bytes]).toString('base64url');
}

/**
 * Returns undefined for any text that `sealLink` has not made with this secret, for a link that has expired, and for one whose
 * times no process of ours writes: issued in the future, or good for more than LINK_SECONDS_MAX.
 */
export function openLink(secret: KeyObject, text: string, nowMs: number): LinkGrant | undefined {
  const sealed = Buffer.from(text, 'base64url');
  const mac = sealed.subarray(0, MAC_BYTES);
  const bytes = sealed.subarray(MAC_BYTES);
  const isOurs = mac.length === MAC_BYTES && timingSafeEqual(mac, macOf(secret, bytes));
  // Decoding ignores characters outside of base64url, so that many texts decode to the same bytes. Only the issued text
  // is valid.
  if (!isOurs || sealed.toString('base64url') !== text) return undefined;
  const grant = readGrant(JSON.parse(bytes.toString()));
  return isTimely(grant, nowMs) ? grant : undefined;
}

function isTimely(grant: LinkGrant, nowMs: number): boolean {
  const [issuedMs, expiresMs] = [grant.issuedAt.getTime(), grant.expiresAt.getTime()];
  const isBounded = expiresMs - issuedMs <= LINK_SECONDS_MAX * 1000;
  return isBounded && issuedMs <= nowMs + CLOCK_SKEW_MS && expiresMs > nowMs;
}

/** Returns the caller of a link: its creator, with no rights but those of the link. */
export function holderOf(grant: LinkGrant): User {
  const { issuedAt: _issuedAt, expiresAt, fileId, action, ...maker } = grant;
  const scope = LINK_SCOPES[action];
  return {
    ...maker,
    kind: 'user',
    // Of no use to it: no link leads to the graph.
    documents: { trustedOnly: true, version: 0 },
    scopes: new Set([scope].filter(isScope)),
    tokenExpiresAt: expiresAt,
    link: { fileId, action },
  };
}

function macOf(secret: KeyObject, bytes: Buffer): Buffer {
  return createHmac('sha256', secret).update(bytes).digest().subarray(0, MAC_BYTES);
}

/** The code is good here, so this is what sealLink wrote. */
function readGrant(parts: unknown): LinkGrant {
  const [serviceId, service, userId, apiKeyId, fileId, action, issuedAt, expiresAt] = Array.isArray(
    parts,
  )
    ? parts.map((part: unknown) => part)
    : [];
  return {
    serviceId: numberOf(serviceId),
    service: String(service),
    userId: numberOf(userId),
    apiKeyId: numberOf(apiKeyId),
    fileId: numberOf(fileId),
    action: action === 'write' ? 'write' : 'read',
    issuedAt: new Date(numberOf(issuedAt)),
    expiresAt: new Date(numberOf(expiresAt)),
  };
}

function numberOf(part: unknown): number {
  return typeof part === 'number' ? part : Number.NaN;
}
