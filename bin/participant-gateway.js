#!/usr/bin/env node
// Plain JavaScript for Node 20 too: an older Node hands over to the Node 24 among the dependencies.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const MAJOR_MIN = 24;
const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The build where there is one (`npm run build`), otherwise the sources. */
function entryFile() {
  const built = join(root, 'dist', 'cli', 'gateway.js');
  return existsSync(built) ? built : join(root, 'src', 'cli', 'gateway.ts');
}

function findNode() {
  try {
    const manifest = createRequire(import.meta.url).resolve('node/package.json');
    const program = join(dirname(manifest), 'bin', 'node');
    return existsSync(program) ? program : undefined;
  } catch {
    return undefined;
  }
}

function handOver(node) {
  const child = spawn(node, [entryFile(), ...process.argv.slice(2)], { stdio: 'inherit' });
  // What is meant for this process is meant for the gateway; the terminal's own signals reach both.
  for (const name of ['SIGTERM', 'SIGHUP', 'SIGINT']) process.on(name, () => child.kill(name));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === null ? 1 : 128);
  });
}

const major = Number.parseInt(process.versions.node, 10);
const node = major >= MAJOR_MIN ? undefined : findNode();
if (major >= MAJOR_MIN) {
  await import(pathToFileURL(entryFile()).href);
} else if (node === undefined) {
  process.stderr.write(
    `error: Node ${MAJOR_MIN} or later is needed; this is ${process.version}.\n`,
  );
  process.exitCode = 1;
} else {
  handOver(node);
}
