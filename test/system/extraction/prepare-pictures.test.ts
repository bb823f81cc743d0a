import { spawnSync } from 'node:child_process';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { preparePictures } from '../../../src/extraction/reader/prepare-pictures.ts';

const BOX = { width: 92, height: 116 };

async function makePicture(width: number, height: number): Promise<Buffer> {
  const create = { width, height, channels: 3, background: '#336699' } as const;
  return await sharp({ create }).png().toBuffer();
}

function listProcesses(): number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(process.pid), '-f', 'picture-process'], {
    encoding: 'utf8',
  });
  return stdout.split('\n').filter(Boolean).map(Number);
}

describe('uploaded pictures of a report', () => {
  it('are decoded by one process, which ends with them', async () => {
    const bytes = await makePicture(400, 200);
    const prepared = preparePictures([{ bytes, box: BOX }, null, { bytes, box: BOX }]);
    await expect.poll(listProcesses, { interval: 5, timeout: 60_000 }).toHaveLength(1);
    const picture = { width: 230, height: 115 };
    expect(await prepared).toMatchObject([picture, null, picture]);
    await expect.poll(listProcesses, { timeout: 60_000 }).toEqual([]);
  });

  it('are null where they cannot be shown, and start no process where there are none', async () => {
    expect(await preparePictures([{ bytes: Buffer.from('GIF89a'), box: BOX }])).toEqual([null]);
    const prepared = preparePictures([null, null]);
    expect(listProcesses()).toEqual([]);
    expect(await prepared).toEqual([null, null]);
  });

  it('fail the report whose process is lost, instead of leaving it without them', async () => {
    const bytes = await makePicture(6_000, 6_000);
    const prepared = Promise.allSettled([preparePictures([{ bytes, box: BOX }])]);
    await expect.poll(listProcesses, { interval: 5, timeout: 60_000 }).toHaveLength(1);
    for (const pid of listProcesses()) process.kill(pid, 'SIGKILL');
    expect(await prepared).toMatchObject([
      { reason: { message: 'The process that prepares pictures failed: reader_lost.' } },
    ]);
  });
});
