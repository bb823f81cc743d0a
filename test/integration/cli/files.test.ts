import { readFile, rm, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { makeBusiness } from '../../support/data/factories.ts';
import { listStored, makePdf, uploadAndGetId } from '../../support/data/files.ts';
import { nameFileFolder } from '../../support/gateway/file-env.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { type CommandResult, runCommand } from '../../support/processes/run-command.ts';

const folder = nameFileFolder();
const gateway = useGateway(folder.env);

async function verify(...args: string[]): Promise<CommandResult> {
  const env = { DATABASE_URL: gateway.databaseUrl, ...folder.env };
  return await runCommand(['files', 'verify', ...args], env);
}

it('proves that every file can be read as it came, and names each that cannot', async () => {
  const { db, service } = gateway;
  const { id: businessId } = await makeBusiness(db, service.serviceId);
  const { id: otherId } = await makeBusiness(db, service.serviceId);
  const fields = { business_id: `${businessId}` };
  const sizes = [2000, 70_000, 140_000];
  const ids: number[] = [];
  for (const [mark, size] of sizes.entries())
    ids.push(await uploadAndGetId(gateway, { bytes: makePdf(size, `mark-${mark}`), fields }));
  const locked = await uploadAndGetId(gateway, {
    bytes: makePdf(3000, 'locked'),
    fields: { business_id: `${otherId}` },
  });
  expect(await verify()).toMatchObject({ code: 0, stderr: '' });

  const keys = await db.selectFrom('files').select(['id', 'storage_key']).execute();
  const stored = await listStored(folder.path);
  const pathOf = (id: number | undefined): string => {
    const key = keys.find((one) => one.id === id)?.storage_key?.replace('/', '-') ?? '';
    return stored.find((path) => path.endsWith(key)) ?? '';
  };
  await rm(pathOf(ids[0]));
  const changed = await readFile(pathOf(ids[1]));
  changed[66_000] = (changed[66_000] ?? 0) ^ 1;
  await writeFile(pathOf(ids[1]), changed);
  await writeFile(pathOf(ids[2]), (await readFile(pathOf(ids[2]))).subarray(0, 65_552));
  await db.deleteFrom('data_keys').where('business_id', '=', otherId).execute();

  const { code, stdout } = await verify('--json');
  expect(code).toBe(1);
  const lines = stdout.trim().split('\n');
  expect(lines.slice(0, -1).map((line) => JSON.parse(line))).toEqual([
    { service_id: service.serviceId, file_id: ids[0], fault: 'missing' },
    { service_id: service.serviceId, file_id: ids[1], fault: 'altered' },
    { service_id: service.serviceId, file_id: ids[2], fault: 'altered' },
    { service_id: service.serviceId, file_id: locked, fault: 'locked' },
  ]);
  expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ files: 4, bytes: 0, faults: 4 });
  expect(await verify('--service', 'nobody')).toMatchObject({
    code: 1,
    stderr: 'error: Service "nobody" does not exist.\n',
  });
});
