import { expect, it } from 'vitest';
import { findSat69Batch } from '../../../src/resolvers/taxpayers/sat69.ts';
import { createMemoryBudget } from '../../../src/scheduling/memory-budget.ts';
import { loadSatList, makeSat69List } from '../../support/data/sat-lists.ts';
import { createTestContext } from '../../support/gateway/context.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway();
const MIB = 1024 * 1024;
const DAY_MS = 86_400_000;

/** Of somebody who was born so many days after others. */
function rfcOf(days: number): string {
  const day = new Date(Date.UTC(1950, 0, 1) + days * DAY_MS).toISOString().slice(2, 10);
  return `AICR${day.replaceAll('-', '')}AB1`;
}

it('looks many RFCs up once there is room for all that they may be listed with, and few at once', async () => {
  await loadSatList(gateway.databaseUrl, {
    code: 'sat69-firmes',
    list: makeSat69List([['CIE150318QX5', 'COMERCIALIZADORA INVENTADA']], 'sat69-firmes'),
  });
  const room = createMemoryBudget({
    bytesPerServiceMax: 24 * MIB,
    bytesMax: 64 * MIB,
    waitMs: 60_000,
    refusal: 'Too many.',
  });
  const { serviceId } = gateway.service;
  const ctx = await createTestContext(gateway.db, gateway.service);
  const holder = room(serviceId);
  await holder.reserve(MIB);
  const done: string[] = [];
  const lookUp = async (name: string, count: number): Promise<void> => {
    const rfcs = Array.from({ length: count }, (_, day) => rfcOf(day));
    await findSat69Batch({ ...ctx, rows: room(serviceId) }, { rfcs });
    done.push(name);
  };
  const many = lookUp('many', 5_000);
  await lookUp('few', 100);
  expect(done).toEqual(['few']);
  holder.release();
  await many;
  expect(done).toEqual(['few', 'many']);
});
