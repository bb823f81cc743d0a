import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endOfParameters } from '../support/probes/end-of-parameters.ts';
import { FACE_OPENERS, LAYERS } from '../support/probes/layers.ts';
import { ROOMS } from '../support/probes/rooms.ts';

const root = new URL('../..', import.meta.url).pathname;
const sources = globSync('src/**/*.ts', { cwd: root }).map((path) => {
  const text = readFileSync(join(root, path), 'utf8');
  return { path, text, code: text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '') };
});

function layerOf(path: string): string {
  return path.split(sep)[1] ?? '';
}

/** Folders that hold rooms rather than files. */
const HALLS = ['queries', 'v4'];

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

/** The files whose code matches, with what matched. */
function listMatches(pattern: RegExp, isMeant: (path: string) => boolean): string[] {
  return sources
    .filter(({ path }) => isMeant(path))
    .flatMap(({ path, code }) => (code.match(pattern) ?? []).map((found) => `${path}: ${found}`));
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
    // Each of these has one room beside its loose files, which import nothing of each other but plain rules.
    for (const layer of ['domain', 'jobs']) layers.delete(layer);
    expect([...layers].toSorted()).toEqual(Object.keys(ROOMS).toSorted());
  });

  it('hold most files: how many stand loose is printed', () => {
    const loose = (layer: string): number =>
      sources.filter((one) => layerOf(one.path) === layer && one.path.split(sep).length === 3)
        .length;
    const atTop = sources.filter((one) => one.path.split(sep).length === 2).length;
    const inLayers = Object.keys(ROOMS).map((layer) => `${layer} ${loose(layer)}`);
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

function isFace(path: string): boolean {
  return ['schema', 'rest-compat'].includes(layerOf(path));
}

describe('what stands where', () => {
  it('the environment is read in config/config.ts alone', () => {
    expect(
      listMatches(/process\.env/g, (path) => path !== join('src', 'config', 'config.ts')),
    ).toEqual([]);
  });

  it('the domain has no clock, no chance and no world', () => {
    const pattern =
      /\bDate\.now|new Date\(\)|Math\.random|\bprocess\b|\bfetch\(|setTimeout|console/g;
    expect(listMatches(pattern, (path) => layerOf(path) === 'domain')).toEqual([]);
  });

  it('operations know no transport', () => {
    const pattern =
      /\b(Request|Response|Headers|GraphQL\w*|status(Code)?|etag|if(NoneMatch|Range))\b/g;
    expect(listMatches(pattern, (path) => layerOf(path) === 'resolvers')).toEqual([]);
  });

  it('the two faces go to the database through operations only', () => {
    expect(listMatches(/\b(ctx|context|contextValue)\.(db|loaders)\b/g, isFace)).toEqual([]);
    expect(listMatches(/\b(inTransaction|createCtx)\b/g, isFace)).toEqual([]);
  });

  it('v4 words are spelled in rest-compat, v4-words and import only, and in descriptions of the graph', () => {
    // Columns of the authorities' own files, labels of documents and the Spanish of reports are not v4 words, though some
    // are spelled alike.
    const words =
      /\b\w*(negocio|participantes|id_persona|tipo_per|nombre|apellido|telefon|mod_carga|docto|descarga|juridic)\w*/gi;
    const text = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
    const found = sources
      .filter(({ path }) => !['rest-compat', 'v4-words', 'import', 'lists'].includes(layerOf(path)))
      .filter(({ path }) => !path.startsWith('src/adapters/reports/'))
      .filter(({ path }) => !path.startsWith(join('src', 'domain', 'extraction', 'kinds')))
      .filter(({ path }) => !path.startsWith(join('src', 'domain', 'socioeconomic', 'default')))
      .flatMap(({ path, code }) => {
        const rest = layerOf(path) === 'schema' ? code.replaceAll(text, '') : code;
        return (rest.match(words) ?? []).map((word) => `${path}: ${word}`);
      });
    expect(found).toEqual([]);
  });
});

describe('every source file', () => {
  it('has at most 200 lines', () => {
    const written = sources.filter(({ path }) => path !== join('src', 'db', 'tables.ts'));
    const long = written.filter(({ text }) => text.split('\n').length > 201);
    expect(long.map((one) => one.path)).toEqual([]);
  });

  it('has a kebab-case name, and is no index save the two lists', () => {
    const names = sources.map((one) => one.path);
    expect(
      names.filter((path) => !/^([\da-z]+(-[\da-z]+)*)(\.d)?\.ts$/.test(basename(path))),
    ).toEqual([]);
    expect(names.filter((path) => basename(path) === 'index.ts').toSorted()).toEqual([
      join('src', 'db', 'migrations', 'index.ts'),
      join('src', 'schema', 'index.ts'),
    ]);
  });

  it('exports by name, with its ending in every import', () => {
    expect(listMatches(/^export default.*/gm, () => true)).toEqual([]);
    expect(listMatches(/from '\.[^']*(?<!\.ts)'/g, () => true)).toEqual([]);
  });

  it('states what its exported functions return', () => {
    const silent = sources.flatMap(({ path, code }) =>
      [...code.matchAll(/^export (?:async )?function\*? (\w+)/gm)]
        .filter((match) => !/^\s*:/.test(code.slice(endOfParameters(code, match.index))))
        .map(([, name]) => `${path}: ${name}`),
    );
    expect(silent).toEqual([]);
    expect(listMatches(/^export const \w+ = (async )?\(.*=>/gm, () => true)).toEqual([]);
  });
});

/** Where the gate looks for the real lists; nothing else may know of that folder. */
const LISTS_LINE = /^.* export LISTS_DATA=.*$/m;

describe('what is committed', () => {
  it('names no path of a machine and nothing beside the repository', () => {
    const places = ['\\.\\./shared', '/work/', '/root/', '/home/\\w', '/Users/\\w', '/tmp/\\w+/'];
    const pattern = new RegExp(places.join('|'));
    const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
    const paths = files
      .split('\0')
      .filter((path) => path !== '' && !path.endsWith('/tidy.test.ts'));
    expect(paths.length).toBeGreaterThan(100);
    const naming = paths.flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      const found = pattern.exec(path === join('.ci', 'run') ? text.replace(LISTS_LINE, '') : text);
      return found === null ? [] : [`${path}: ${found[0]}`];
    });
    expect(naming).toEqual([]);
  });
});

describe('what documents say', () => {
  it('names only files and folders of the sources that are there', () => {
    const documents = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].concat(
      globSync(['docs/**/*.md'], { cwd: root }),
    );
    const mentions = documents.flatMap((document) =>
      [...readFileSync(join(root, document), 'utf8').matchAll(SOURCE_PATH)].map(([path]) => ({
        document,
        path,
      })),
    );
    expect(mentions.length).toBeGreaterThan(50);
    // Of the example frontend some are told as they are in it; the benchmarks have sources of their own.
    const places = [root, join(root, 'examples', 'web'), join(root, 'bench')];
    expect(
      mentions.filter(({ path }) => !places.some((place) => existsSync(join(place, path)))),
    ).toEqual([]);
  });

  it('links only to documents that are there, and to every decision', () => {
    const documents = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root })];
    const links = documents.flatMap((document) =>
      [...readFileSync(join(root, document), 'utf8').matchAll(LINK)].map(([, path = '']) =>
        join(dirname(document), path),
      ),
    );
    expect(links.length).toBeGreaterThan(30);
    expect(links.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const decisions = globSync('docs/decisions/*.md', { cwd: root });
    expect(decisions.filter((path) => !links.includes(path))).toEqual([]);
  });
});

/** As far as it is a path and no pattern such as `src/schema/<feature>`. */
const SOURCE_PATH = /\b(?:src|test|scripts)\/[\w./-]*\w/g;
const LINK = /\]\((?!https?:)([^)#\s]+)[^)]*\)/g;
