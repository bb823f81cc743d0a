import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { FileLink, User } from './caller.ts';
import { isScope, type Scope } from './scopes.ts';

/** A link stands for its maker: it lets in whoever holds it, to one file of one service and for one use. */
export type LinkGrant = FileLink & {
  serviceId: number;
  service: string;
  userId: number;
  apiKeyId: number;
  expiresAt: Date;
};

const MAC_BYTES = 24;

/** What a link's maker must be allowed, and all that its holder is. */
export const LINK_SCOPES = { read: 'file:read', write: 'file:write' } as const satisfies Record<
  FileLink['action'],
  Scope
>;

/** The grant after an authentication code: nobody without the secret makes or changes one. */
export function sealLink(secret: KeyObject, grant: LinkGrant): string {
  const { serviceId, service, userId, apiKeyId, fileId, action, expiresAt } = grant;
  const parts = [serviceId, service, userId, apiKeyId, fileId, action, expiresAt.getTime()];
  const bytes = Buffer.from(JSON.stringify(parts));
  return Buffer.concat([macOf(secret, bytes), bytes]).toString('base64url');
}

/** Undefined for any text that `sealLink` has not made with this secret, and once its time is over. */
export function openLink(secret: KeyObject, text: string, nowMs: number): LinkGrant | undefined {
  const sealed = Buffer.from(text, 'base64url');
  const mac = sealed.subarray(0, MAC_BYTES);
  const bytes = sealed.subarray(MAC_BYTES);
  const isOurs = mac.length === MAC_BYTES && timingSafeEqual(mac, macOf(secret, bytes));
  // Decoding passes over what is not base64url, so many texts decode alike; one of them was given out.
  if (!isOurs || sealed.toString('base64url') !== text) return undefined;
  const grant = readGrant(JSON.parse(bytes.toString()));
  return grant.expiresAt.getTime() > nowMs ? grant : undefined;
}

/** As a caller: the maker of the link, allowed nothing but the use of it. */
export function holderOf(grant: LinkGrant): User {
  const { expiresAt, fileId, action, ...maker } = grant;
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
  const [serviceId, service, userId, apiKeyId, fileId, action, expiresAt] = Array.isArray(parts)
    ? parts.map((part: unknown) => part)
    : [];
  return {
    serviceId: numberOf(serviceId),
    service: String(service),
    userId: numberOf(userId),
    apiKeyId: numberOf(apiKeyId),
    fileId: numberOf(fileId),
    action: action === 'write' ? 'write' : 'read',
    expiresAt: new Date(numberOf(expiresAt)),
  };
}

function numberOf(part: unknown): number {
  return typeof part === 'number' ? part : Number.NaN;
}
