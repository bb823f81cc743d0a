import { onTestFinished } from 'vitest';
import { z } from 'zod';
import type { Db } from '../../../src/db/client.ts';
import type { EventStream } from '../clients/event-client.ts';
import { recordEvent } from '../data/record-event.ts';
import { type OpenGateway, openGateway } from './open-gateway.ts';

export type Node = Omit<OpenGateway, 'close'> & { stop: () => Promise<void> };

/** Starts a gateway with its own connections on a database that others may serve as well. It stops after the test. */
export async function startNode(
  databaseUrl: string,
  env: Record<string, string> = {},
): Promise<Node> {
  const { close, ...gateway } = await openGateway(databaseUrl, env);
  let stopping: Promise<void> | undefined;
  const stop = async (): Promise<void> => await (stopping ??= close());
  onTestFinished(stop);
  return { ...gateway, stop };
}

/** Records distinguishable events: each has a number as id of the user whose answers changed. */
export async function recordNumbers(db: Db, serviceId: number, numbers: number[]): Promise<void> {
  for (const userId of numbers)
    await recordEvent(db, { serviceId, type: 'answers_imported', userId, templateKeys: ['kyc'] });
}

export const NUMBERS = 'subscription { businessEvents { ... on AnswersImportedEvent { userId } } }';

const numberSchema = z.object({
  data: z.object({ businessEvents: z.object({ userId: z.number() }) }),
});

/** Returns the numbers of the next `count` events; fewer when the stream ends. */
export async function takeNumbers(stream: EventStream, count: number): Promise<number[]> {
  const numbers: number[] = [];
  while (numbers.length < count) {
    const block = await stream.next();
    if (block === undefined) break;
    numbers.push(numberSchema.parse(block.data).data.businessEvents.userId);
  }
  return numbers;
}
