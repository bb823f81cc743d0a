import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endOfParameters } from '../support/probes/end-of-parameters.ts';
import { layerOf, listMatches, root, sources } from '../support/probes/source-files.ts';

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
    expect(listMatches(/\b(inTransaction|createRequestContext)\b/g, isFace)).toEqual([]);
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
      .filter(({ path }) => !path.startsWith(join('src', 'domain', 'legal-forms')))
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

/** A limit in milliseconds; what is under a second is an interval. */
function isShort(ms: number): boolean {
  return ms >= 1_000 && ms < 120_000;
}

describe('every test', () => {
  it('has no limit of time below that of the run, which only ends what hangs', () => {
    const limit =
      /(?<=\n\s*\}, |\n\s*\},\n\s*|\{ timeout: |\{\n\s*timeout: |SLOW = (?:\{ timeout: )?)(\d[\d_]*)(?=,?\n?\s*\);|\s*\}, (?:async )?\(|,\n\s*\}, async|(?: \})?;)/g;
    const files = globSync('test/{unit,integration,system}/**/*.test.ts', {
      cwd: root,
      exclude: (path) => path.includes('node_modules'),
    });
    const short = files.flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(limit)]
        .filter(([, ms = '']) => isShort(Number(ms.replaceAll('_', ''))))
        .map(([, ms]) => `${path}: ${ms}`),
    );
    expect(files.length).toBeGreaterThan(500);
    expect(short).toEqual([]);
  });
});

describe('what is committed', () => {
  it('names no path of a machine and nothing beside the repository', () => {
    const places = [
      '\\.\\./shared(?![\\w/-]*\\.ts)',
      '/work/',
      '/root/',
      '/home/\\w',
      '/Users/\\w',
      '/tmp/\\w+/',
    ];
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

describe('a merge', () => {
  it('leaves no conflict marker in a committed file', () => {
    const { status, stdout } = spawnSync('git', ['grep', '-lE', '^(<{7}|>{7}) ', '--', '.'], {
      cwd: root,
      encoding: 'utf8',
    });
    // git grep ends with 1 when nothing matches.
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
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
    const documents = [
      'README.md',
      'CONTRIBUTING.md',
      ...globSync('{docs,bench}/**/*.md', { cwd: root }).filter(
        (path) => !path.includes('node_modules'),
      ),
    ];
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
