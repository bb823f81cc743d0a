import { dirname, join, normalize, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FACE_OPENERS, LAYERS } from '../support/probes/layers.ts';
import { ROOMS } from '../support/probes/rooms.ts';
import { layerOf, sources } from '../support/probes/source-files.ts';

/** Folders that hold rooms rather than files. */
const HALLS = ['commands', 'queries', 'screening', 'v4'];

/** The room of a file in its layer: a folder, or the file itself where it stands beside the folders. */
function roomOf(path: string): string {
  const [, , first = '', second = '', ...rest] = path.split(sep);
  return HALLS.includes(first) && rest.length > 0 ? `${first}/${second}` : first;
}

type Import = { path: string; from: string; to: string; isTypes: boolean; room?: string };

const IMPORT =
  /^(?:import|export)\s+(?:(type\s)?([^'";]*?)\s*from\s+)?'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm;

function importsOf({ path, code }: { path: string; code: string }): Import[] {
  return [...code.matchAll(IMPORT)].map(([, type, clause = '', from = '', dynamic]) => {
    const target = dynamic ?? from;
    const names = clause
      .replace(/[{}\s]+/g, ' ')
      .split(',')
      .map((name) => name.trim());
    const isTypes =
      type !== undefined || names.every((name) => name === '' || name.startsWith('type '));
    const isLocal = target.startsWith('.');
    const file = normalize(join(dirname(path), target));
    return {
      path,
      from: layerOf(path),
      to: isLocal ? layerOf(file) : target,
      isTypes: isTypes && clause !== '',
      ...(isLocal ? { room: roomOf(file) } : {}),
    };
  });
}

const imports = sources.flatMap(importsOf);

function isAllowed({ from, to, isTypes }: Import): boolean {
  if (from === to) return true;
  const layer = LAYERS[from] ?? { may: [], npm: [] };
  const list = [...layer.may, ...layer.npm];
  if (isTypes) list.push(...(layer.types ?? []), ...(layer.npmTypes ?? []));
  return list.includes(to) || (to.startsWith('node:') && list.includes('node:'));
}

describe('who imports whom', () => {
  it('is as the table says', () => {
    expect(imports.length).toBeGreaterThan(300);
    const wrong = imports.filter((one) => !isAllowed(one));
    expect(
      wrong.map(({ path, to, isTypes }) => `${path} → ${to}${isTypes ? ' (types)' : ''}`),
    ).toEqual([]);
  });

  it('lets only those files of the server know a face that open one', () => {
    const openers = imports.filter(
      ({ from, to }) => from === 'server' && ['schema', 'rest-compat'].includes(to),
    );
    expect([...new Set(openers.map((one) => one.path))].toSorted()).toEqual(FACE_OPENERS);
  });

  it('leaves no layer out of the table, and none in it that is gone', () => {
    const found = new Set(sources.map((one) => layerOf(one.path)));
    expect(Object.keys(LAYERS).toSorted()).toEqual([...found].toSorted());
  });

  it('is by no entry that nobody uses', () => {
    const used = new Set(imports.map(({ from, to }) => `${from} → ${to}`));
    // What these may import is the house's rule, used or not.
    const rules = new Set(['auth → domain', 'server → errors.ts']);
    const idle = Object.entries(LAYERS).flatMap(([from, { may, types = [] }]) =>
      [...may, ...types]
        .map((to) => `${from} → ${to}`)
        .filter((edge) => !used.has(edge) && !rules.has(edge)),
    );
    expect(idle).toEqual([]);
  });
});

/** Imports from one room of a layer to another, e.g. `schema: limits → execution`. */
function listRoomArrows(): string[] {
  return imports
    .filter(({ from, to, path, room }) => from === to && from in ROOMS && room !== roomOf(path))
    .map(({ from, path, room }) => `${from}: ${roomOf(path)} → ${room}`);
}

/** Imports of a room that stands on the same floor or a higher one, by the order of the table. */
function listUpward(): string[] {
  return listRoomArrows().filter((arrow) => {
    const [layer = '', from = '', to = ''] = arrow.split(/: | → /);
    const floors = Object.keys(ROOMS[layer] ?? {});
    return floors.indexOf(to) >= floors.indexOf(from);
  });
}

/** Number of files that stand beside the rooms of a layer. */
function countLoose(layer: string): number {
  return sources.filter(({ path }) => layerOf(path) === layer && path.split(sep).length === 3)
    .length;
}

describe('rooms inside the layers', () => {
  it('import what the table says, and nothing that stands above them', () => {
    const allowed = Object.entries(ROOMS).flatMap(([layer, rooms]) =>
      Object.entries(rooms).flatMap(([from, may]) => may.map((to) => `${layer}: ${from} → ${to}`)),
    );
    const found = new Set(listRoomArrows());
    expect(allowed.toSorted()).toEqual([...found].toSorted());
    expect(listUpward()).toEqual([]);
  });

  it('are all in the table, and none is in it that is gone', () => {
    for (const [layer, rooms] of Object.entries(ROOMS)) {
      const inside = sources.map((one) => one.path).filter((path) => layerOf(path) === layer);
      expect(Object.keys(rooms).toSorted()).toEqual([...new Set(inside.map(roomOf))].toSorted());
    }
  });

  it('are in every layer that has a folder of several', () => {
    const foldered = sources.map((one) => one.path).filter((path) => path.split(sep).length > 3);
    const layers = new Set(foldered.map(layerOf));
    expect([...layers].toSorted()).toEqual(Object.keys(ROOMS).toSorted());
  });

  it('hold most files: how many stand loose is printed', () => {
    const atTop = sources.filter((one) => one.path.split(sep).length === 2).length;
    const inLayers = Object.keys(ROOMS).map((layer) => `${layer} ${countLoose(layer)}`);
    const rooms = Object.values(ROOMS).flatMap((one) =>
      Object.keys(one).filter((name) => !name.endsWith('.ts')),
    );
    console.info(
      `${Object.keys(LAYERS).length - atTop} layers, ${rooms.length} rooms in ${Object.keys(ROOMS).length} of them; ` +
        `loose files: ${atTop} at the top, ${inLayers.join(', ')}; upward imports: ${listUpward().length}`,
    );
    expect(atTop).toBeLessThanOrEqual(4);
  });
});

/** Files that import each other in a circle: from each file, those that lead back to it. */
function listCircles(): string[] {
  const targets = new Map(sources.map((source) => [source.path, listImportedFiles(source)]));
  const reaches = (from: string, goal: string): boolean => {
    const seen = new Set<string>();
    const open = [...(targets.get(from) ?? [])];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (path === goal) return true;
      if (seen.has(path)) continue;
      seen.add(path);
      open.push(...(targets.get(path) ?? []));
    }
    return false;
  };
  return sources.map(({ path }) => path).filter((path) => reaches(path, path));
}

function listImportedFiles({ path, code }: { path: string; code: string }): string[] {
  return [...code.matchAll(IMPORT)]
    .map(([, , , from = '', dynamic]) => dynamic ?? from)
    .filter((target) => target.startsWith('.'))
    .map((target) => normalize(join(dirname(path), target)));
}

/** Most files that a folder holds; more have a second idea among them. */
const FOLDER_FILES_MAX = 22;

describe('files and folders', () => {
  it('do not import each other in a circle', () => {
    expect(listCircles()).toEqual([]);
  });

  it('hold no more than one idea: at most 22 files a folder, migrations aside', () => {
    const counts = new Map<string, number>();
    for (const { path } of sources) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    counts.delete(join('src', 'db', 'migrations'));
    const crowded = [...counts].filter(([, count]) => count > FOLDER_FILES_MAX);
    expect(crowded).toEqual([]);
  });
});
