import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A secret as it is handed to whoever checks the signatures: `whsec_` and base64. */
export function makeWebhookSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

export type Signed = { id: string; seconds: number; body: string };

/**
 * The headers of Standard Webhooks (https://www.standardwebhooks.com): the signature is HMAC-SHA256 over id, time and body,
 * once with each secret, so that whoever has either can check it.
 */
export function signWebhook(
  { id, seconds, body }: Signed,
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
