import { readFile, writeFile } from 'node:fs/promises';
import { createCommands } from '../src/cli/run-gateway.ts';
import {
  renderCommands,
  renderErrors,
  renderLimits,
  renderScopes,
  renderSettings,
} from './reference/pages.ts';

/** Writes docs/reference from the code; with --verify compares it instead. Exits 1 where it differs. */
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
