import { expect, it } from 'vitest';
import { createLagMeter } from '../../../src/events/lag.ts';

it('news are as late as the oldest of them, or as long as something waits and does not come', () => {
  let timeMs = 10_000;
  const lag = createLagMeter(() => timeMs);
  expect(lag.read()).toBe(0);
  lag.record(true, [9_900, 9_000, 9_950]);
  expect(lag.read()).toBe(1_000);
  lag.record(false, []);
  expect(lag.read()).toBe(0);

  lag.record(true, []);
  timeMs += 5_000;
  lag.record(true, []);
  timeMs += 5_000;
  expect(lag.read()).toBe(10_000);
  lag.record(true, [timeMs - 12_000]);
  expect(lag.read()).toBe(12_000);
  // A clock that is behind the database's makes nothing early.
  lag.record(true, [timeMs + 50]);
  expect(lag.read()).toBe(0);
});
