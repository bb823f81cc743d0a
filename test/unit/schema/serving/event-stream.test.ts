import { expect, it } from 'vitest';
import { BatchSchedule } from '../../../../src/scheduling/batch-schedule.ts';
import { createFairSemaphore } from '../../../../src/scheduling/fair-semaphore.ts';
import { Pace } from '../../../../src/schema/execution/pace.ts';
import {
  IS_INCOMPLETE,
  STREAM_END,
  STREAM_PACE,
  type StreamResult,
  toEventChunks,
} from '../../../../src/schema/serving/event-stream.ts';

/** More than one slice of writing, and than what an answer may have before it takes turns. */
const TEXT = 'R'.repeat(1_000_000);

async function* give(...results: StreamResult[]): AsyncGenerator<StreamResult, void> {
  await Promise.resolve();
  yield* results;
}

function createRules() {
  const turns = createFairSemaphore({
    permitsMax: 1,
    permitsPerKeyMax: 1,
    waitingPerKeyMax: 9,
    waitMs: 60_000,
  });
  const serviceId = 1;
  const open = () =>
    new Pace(
      { bytesMax: 10_000_000, permits: turns },
      {
        caller: {
          kind: 'key',
          serviceId,
          service: 'a',
          apiKeyId: 1,
          scopes: new Set(),
          documents: { trustedOnly: false, version: 1 },
        },
        reading: new BatchSchedule(),
      },
    );
  return { turns, open, serviceId };
}

it('an event at length keeps its turn until it is written', async () => {
  const { turns, open, serviceId } = createRules();
  const pace = open();
  pace.count(TEXT.length);
  await pace.waitToContinue();
  const order: string[] = [];
  const next = turns.acquire(serviceId).then(() => order.push('next turn'));
  const end = (): void => {
    order.push('end');
    pace.end();
  };
  const chunks = toEventChunks(
    give({ data: { list: [TEXT, TEXT] }, [STREAM_PACE]: pace, [STREAM_END]: end }),
  );
  const { value } = await chunks.next();
  expect(String(value)).toContain(TEXT);
  await next;
  expect(order).toEqual(['end', 'next turn']);
});

it('gives its turn back where it is not to be written: what is broken, and what comes after the end', async () => {
  const ended: string[] = [];
  const resultOf = (name: string, isBroken: boolean): StreamResult => ({
    data: {},
    [IS_INCOMPLETE]: isBroken,
    [STREAM_END]: () => ended.push(name),
  });
  expect(await toEventChunks(give(resultOf('broken', true))).next()).toMatchObject({ done: true });
  const late = toEventChunks(give(resultOf('late', false)));
  const waiting = late.next();
  await late.return();
  expect(await waiting).toMatchObject({ done: true });
  expect(ended).toEqual(['broken', 'late']);
});
