import type { Registry } from 'prom-client';
import type { Sources } from '../sources.ts';
import { addGauge, shareReading } from './gauges.ts';

/** Adds gauges of the disk that uploads are written to; absent while it cannot be read. */
export function addDiskGauges(registry: Registry, sources: Sources): void {
  const read = shareReading(async () => await sources.disk?.().catch(() => undefined));
  addGauge(
    registry,
    {
      name: 'gateway_files_disk_free_bytes',
      help: 'Free bytes of the disk that uploads are written to.',
    },
    async () => {
      const space = await read();
      return space === undefined ? [] : [[space.freeBytes]];
    },
  );
  addGauge(
    registry,
    {
      name: 'gateway_files_disk_size_bytes',
      help: 'Size of the disk that uploads are written to, in bytes.',
    },
    async () => {
      const space = await read();
      return space === undefined ? [] : [[space.totalBytes]];
    },
  );
}
