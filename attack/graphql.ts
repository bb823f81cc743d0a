import type { Target } from './attack.ts';
import { JSON_CONTENT } from './headers.ts';
import { countOutcomes, type Outcomes } from './outcomes.ts';
import { post, times } from './send.ts';

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
  { seconds, width }: { seconds: number; width: number },
): Promise<Outcomes> {
  const body = JSON.stringify(operation);
  const endsAt = performance.now() + seconds * 1000;
  const ends: string[] = [];
  const loop = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      const end = await sendBody(target, body);
      ends.push(end);
      // A gateway that is gone refuses thousands a second.
      if (end === 'cut off') return;
    }
  };
  await Promise.all(Array.from({ length: width }, loop));
  return countOutcomes(ends);
}
