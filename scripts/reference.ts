import { readFile, writeFile } from 'node:fs/promises';
import { createCommands } from '../src/cli/run-gateway.ts';
import {
  renderCommands,
  renderErrors,
  renderLimits,
  renderScopes,
  renderSettings,
} from './reference/pages.ts';

/**
 * Pages of docs/reference. They are written; with --verify they are compared instead, and a difference exits with 1.
 */
const pages: Record<string, string> = {
  settings: renderSettings(),
  scopes: renderScopes(),
  errors: renderErrors(),
  commands: renderCommands(await createCommands()),
  limits: renderLimits(),
};

for (const [name, text] of Object.entries(pages)) {
  const path = new URL(`../docs/reference/${name}.md`, import.meta.url);
  if (!process.argv.includes('--verify')) await writeFile(path, text);
  else if ((await readFile(path, 'utf8').catch(() => '')) !== text) {
    console.error(`docs/reference/${name}.md is stale. Run npm run reference.`);
    process.exitCode = 1;
  }
}
