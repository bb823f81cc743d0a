import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import type { ReceivedMessage } from '../processes/webhook-receiver.ts';

/** Verifies a message with the library of Standard Webhooks, and returns it. */
export function readSigned(message: ReceivedMessage | undefined, secret: string): unknown {
  if (message === undefined) throw new Error('No message came.');
  return new Webhook(secret).verify(message.body, headersOf(message));
}

export function expectWrongSignature(message: ReceivedMessage | undefined, secret: string): void {
  expect(() => readSigned(message, secret)).toThrow('No matching signature found');
}

function headersOf({ headers }: ReceivedMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
