import { dirname, join } from 'node:path';
import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../src/schema/index.ts';
import { listFences, listPages, readPage, withoutFences } from '../../support/documents/pages.ts';

const PAGES = listPages();
const WORDS_MAX = 35_000;

describe('the documents', () => {
  it('have at most 35,000 words in all', () => {
    // Borders of tables and other signs alone are no words.
    const words = PAGES.map(
      (path) =>
        readPage(path)
          .split(/\s+/)
          .filter((word) => /[\p{L}\d]/u.test(word)).length,
    );
    expect(words.length).toBeGreaterThan(40);
    expect(words.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(WORDS_MAX);
  });

  it('open with one sentence that says for whom the page is and what it answers', () => {
    const openings = PAGES.map((path) => {
      const [title = '', opening = ''] = readPage(path).split('\n\n');
      return { path, title, opening: opening.replaceAll('\n', ' ') };
    });
    const isGood = ({ title, opening }: (typeof openings)[number]): boolean =>
      /^# \S/.test(title) &&
      /^(?:For|Para) [^.]+[:;,] .+\.$/.test(opening) &&
      !/[.!?] [A-ZÁÉÍÓÚ]/.test(opening);
    expect(openings.filter((opening) => !isGood(opening))).toEqual([]);
  });

  it('name no file of the sources to callers and operators', () => {
    const pages = listPages('docs/{guide,operate,reference}/**/*.md');
    const naming = pages.flatMap((path) =>
      [...readPage(path).matchAll(/\b(?:src|test)\/[\w./-]+/g)].map(([name]) => `${path}: ${name}`),
    );
    expect(pages.length).toBeGreaterThan(25);
    expect(naming).toEqual([]);
  });

  it('are reached from the index of their folder', () => {
    const missing = [
      'guide',
      'guide/es',
      'operate',
      'reference',
      'contribute',
      'decisions',
    ].flatMap((folder) => {
      const index = readPage(`docs/${folder}/README.md`);
      return listPages(`docs/${folder}/*.md`).filter((path) => {
        const name = path.slice(`docs/${folder}/`.length);
        return (
          name !== 'README.md' && !index.includes(`](${name})`) && !index.includes(`](${name}#`)
        );
      });
    });
    expect(missing).toEqual([]);
  });

  it('hold decisions of one page each', () => {
    const long = listPages('docs/decisions/*.md').filter(
      (path) => readPage(path).split(/\s+/).length > 450,
    );
    expect(long).toEqual([]);
  });

  it('show GraphQL operations that the schema accepts', () => {
    const operations = PAGES.flatMap((path) =>
      listFences(readPage(path))
        .filter(({ info }) => info === 'graphql')
        .map(({ text }) => ({ path, text })),
    );
    expect(operations.length).toBeGreaterThan(15);
    const wrong = operations.flatMap(({ path, text }) =>
      validate(schema, parse(text)).map(({ message }) => `${path}: ${message}`),
    );
    expect(wrong).toEqual([]);
  });

  it('link to headings that are there', () => {
    const wrong = PAGES.flatMap((path) =>
      [...readPage(path).matchAll(/\]\(([^):\s#]*)#([^)\s]+)\)/g)].flatMap(
        ([, file = '', anchor = '']) => {
          const target = file === '' ? path : join(dirname(path), file);
          if (!target.endsWith('.md')) return [];
          return anchorsOf(target).includes(anchor) ? [] : [`${path}: ${file}#${anchor}`];
        },
      ),
    );
    expect(wrong).toEqual([]);
  });
});

/** Anchors of the headings of a page, as GitHub makes them. */
function anchorsOf(path: string): string[] {
  const headings = withoutFences(readPage(path)).matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

const SPANISH = listPages('docs/guide/es/*.md').filter((path) => !path.endsWith('README.md'));

describe('the Spanish guide', () => {
  it.each(SPANISH)('%s has the headings, requests and codes of the English page', (path) => {
    const english = readPage(path.replace('/es/', '/'));
    const spanish = readPage(path);
    expect(levelsOf(spanish)).toEqual(levelsOf(english));
    expect(listFences(spanish)).toEqual(listFences(english));
    expect(codesOf(spanish)).toEqual(codesOf(english));
  });

  it('has the pages that providers need', () => {
    expect(SPANISH.length).toBeGreaterThan(4);
  });
});

/** Levels of the headings of a page, in their order. */
function levelsOf(text: string): string[] {
  return [...withoutFences(text).matchAll(/^#+(?= )/gm)].map(([level]) => level);
}

/** Codes within the text of a page. */
function codesOf(text: string): string[] {
  const codes = [...withoutFences(text).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
  return [...new Set(codes)].toSorted();
}
