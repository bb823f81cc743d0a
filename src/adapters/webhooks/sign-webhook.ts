import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** Length of the random part of a secret: that of a SHA-256 digest. */
const SECRET_BYTES = 32;

/** Creates a webhook secret in the format for recipients: `whsec_` and base64. */
export function createWebhookSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** Message to sign; `seconds` is the time of the attempt, in seconds since 1970. */
export type SignedMessage = { id: string; seconds: number; body: string };

/**
 * Returns the headers of Standard Webhooks (https://www.standardwebhooks.com). The signature is HMAC-SHA256 of id,
 * timestamp and body with each secret, so that recipients can verify it with any of them during rotation.
 */
export function signWebhook(
  { id, seconds, body }: SignedMessage,
  secrets: readonly string[],
): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signatures.join(' '),
  };
}
