import { Registry } from 'prom-client';
import { expect, it, vi } from 'vitest';
import { addDiskGauges } from '../../../src/telemetry/metrics/disk-gauges.ts';
import { addReplicaGauges } from '../../../src/telemetry/metrics/replica-gauges.ts';
import type { Sources } from '../../../src/telemetry/sources.ts';

it('the gauges of a disk or a replica share one reading a scrape', async () => {
  const registry = new Registry();
  const disk = vi.fn<NonNullable<Sources['disk']>>(
    async () => await Promise.resolve({ totalBytes: 9, freeBytes: 4 }),
  );
  const replica = vi.fn<NonNullable<Sources['replica']>>(
    async () => await Promise.resolve({ isUsed: true, behindSeconds: 2 }),
  );
  addDiskGauges(registry, { disk });
  addReplicaGauges(registry, { replica });
  for (const scrapes of [1, 2]) {
    const text = await registry.metrics();
    for (const line of ['disk_free_bytes 4', 'disk_size_bytes 9', 'lag_seconds 2', 'used 1'])
      expect(text).toContain(line);
    expect(disk).toHaveBeenCalledTimes(scrapes);
    expect(replica).toHaveBeenCalledTimes(scrapes);
  }
});
