import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { watchers } from '../../../src/runtime/instruments/watchers.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway();

function isWatching(name: string): boolean {
  return /prom-client|opentelemetry/.test(name);
}

const STATIC = /^(?:import|export)\s+(?!type\s)(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm;

/** What is loaded with a file, packages by their names, however deep; not what is imported when it is wanted. */
function loadedWith(path: string, seen: Set<string> = new Set()): Set<string> {
  if (seen.has(path)) return seen;
  seen.add(path);
  for (const [, target = ''] of readFileSync(path, 'utf8').matchAll(STATIC))
    if (target.startsWith('.')) loadedWith(join(dirname(path), target), seen);
    else seen.add(target);
  return seen;
}

it.each(['serve-gateway', 'run-worker'])(
  '%s loads no package of metrics and traces before it is wanted',
  (name) => {
    const loaded = [...loadedWith(`src/cli/process/${name}.ts`)];
    expect(loaded).toContain('src/telemetry/start-telemetry.ts');
    expect(loaded.filter(isWatching)).toEqual([]);
    // As it would be found.
    expect([...loadedWith('src/telemetry/tracing/start-tracing.ts')].some(isWatching)).toBe(true);
  },
);

it('nobody is told anything where the operator wants neither', async () => {
  await gateway.graphql('{ viewer { service } }');
  expect(watchers).toEqual({ meter: undefined, tracer: undefined });
  expect(gateway.logs).not.toContain('traceId');
});
