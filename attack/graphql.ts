import type { Target } from './attack.ts';
import { JSON_CONTENT } from './headers.ts';
import { countOutcomes, type Outcomes } from './outcomes.ts';
import { post, repeat, times } from './send.ts';

export type Operation = { query: string; variables?: object };

/** Sends one operation as the service that attacks; answers what became of it. */
export async function sendOperation(target: Target, operation: Operation): Promise<string> {
  return await sendBody(target, JSON.stringify(operation));
}

export async function sendBody(target: Target, body: string | Uint8Array): Promise<string> {
  const headers = { ...target.headers, ...JSON_CONTENT };
  const { text, bytes } = await post({ url: target.url, path: '/graphql', headers, body });
  return bytes > 1_000_000 ? `${text} of ${(bytes / 1e6).toFixed(1)} MB` : text;
}

/** The same operation `count` times, `width` at a time. */
export async function repeatOperation(
  target: Target,
  operation: Operation,
  amount: { count: number; width: number },
): Promise<Outcomes> {
  const body = JSON.stringify(operation);
  return countOutcomes(await times(amount, async () => await sendBody(target, body)));
}

/** The same operation without a pause, so many at a time. */
export async function repeatFor(
  target: Target,
  operation: Operation,
  amount: { seconds: number; width: number },
): Promise<Outcomes> {
  const body = JSON.stringify(operation);
  const send = async (): Promise<string> => await sendBody(target, body);
  // A gateway that is gone refuses thousands a second.
  return countOutcomes(await repeat(amount, send, (end) => end !== 'cut off'));
}
