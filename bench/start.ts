import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The peers are installed on the first run, apart from the gateway's own packages. */
const folder = fileURLToPath(new URL('.', import.meta.url));
if (!existsSync(`${folder}node_modules`)) {
  const options = { cwd: folder, stdio: 'inherit' } as const;
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], options);
  if (status !== 0) throw new Error('npm ci failed in bench/.');
}
const { main } = await import('./src/main.ts');
await main();
