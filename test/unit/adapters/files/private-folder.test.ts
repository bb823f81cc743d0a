import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createPrivateFolder } from '../../../../src/adapters/files/private-folder.ts';

async function makeShared(): Promise<string> {
  const shared = await mkdtemp(join(tmpdir(), 'private-folder-'));
  onTestFinished(async () => await rm(shared, { recursive: true }));
  return shared;
}

it('a private folder is readable by its account only, and is used again', async () => {
  const folder = join(await makeShared(), 'incoming');
  await createPrivateFolder(folder);
  await createPrivateFolder(folder);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

it('a folder that others can use is refused, and so is a link to another place', async () => {
  const shared = await makeShared();
  const [open, elsewhere, linked] = ['open', 'elsewhere', 'linked'].map((name) =>
    join(shared, name),
  );
  await mkdir(open ?? '');
  await chmod(open ?? '', 0o777);
  await mkdir(elsewhere ?? '', { mode: 0o700 });
  await symlink(elsewhere ?? '', linked ?? '');
  for (const folder of [open, linked])
    await expect(createPrivateFolder(folder ?? '')).rejects.toMatchObject({
      code: 'files_unavailable',
    });
  const file = join(shared, 'file');
  await writeFile(file, '');
  await expect(createPrivateFolder(file)).rejects.toThrow('EEXIST');
});
