import type { JWK } from 'jose';
import type { Db } from '../../db/client.ts';
import { listReportKeys, revokeReportKey } from '../../db/queries/screening/reports.ts';
import { OperatorError } from '../../errors.ts';

/** Public keys of signatures on reports. The signature of a revoked key proves nothing. */
export type ReportKeys = { trusted: JWK[]; revoked: JWK[] };

/**
 * Returns the public keys that signed stored reports, and `currentKeys`, the keys of the gateway, which may have signed
 * no report yet. A revoked key is not among the trusted ones.
 */
export async function listKnownKeys(db: Db, currentKeys: readonly JWK[]): Promise<ReportKeys> {
  const keys: ReportKeys = { trusted: [], revoked: [] };
  for (const { publicJwk, revokedAt } of await listReportKeys(db))
    if (isJwk(publicJwk)) keys[revokedAt === null ? 'trusted' : 'revoked'].push(publicJwk);
  const isRevoked = ({ kid }: JWK): boolean => keys.revoked.some((key) => key.kid === kid);
  return { ...keys, trusted: [...currentKeys.filter((key) => !isRevoked(key)), ...keys.trusted] };
}

function isJwk(value: unknown): value is JWK {
  return typeof value === 'object' && value !== null && 'kty' in value;
}

/**
 * Revokes a key by its id and returns the time of its revocation. Throws OperatorError for a key that signed no report
 * of this database.
 */
export async function revokeKnownKey(db: Db, keyId: string): Promise<Date> {
  const revokedAt = await revokeReportKey(db, keyId);
  if (revokedAt !== undefined) return revokedAt;
  throw new OperatorError(`Key ${keyId} signed no report.`);
}
