import type { Page } from 'playwright-core';
import { CATALOGUES, type Language } from '../../../examples/web/src/i18n/language.ts';
import { listMessages } from '../../support/probes/catalogue-messages.ts';

/** Records every text that the server sends to a page, because the page shows it in the language it was sent in. */
export function recordSentTexts(page: Page): () => Promise<ReadonlySet<string>> {
  const pending: Promise<void>[] = [];
  const texts = new Set<string>();
  page.on('response', (response) => {
    if (!response.url().endsWith('/graphql')) return;
    const isStream = response.headers()['content-type']?.startsWith('text/event-stream');
    if (isStream === true) return;
    const read = async (): Promise<void> =>
      addTexts(await response.json().catch(() => null), texts);
    pending.push(read());
  });
  return async () => {
    await Promise.all(pending);
    return texts;
  };
}

function addTexts(value: unknown, texts: Set<string>): void {
  if (typeof value === 'string') texts.add(value);
  if (typeof value !== 'object' || value === null) return;
  for (const inner of Object.values(value)) addTexts(inner, texts);
}

/** Returns the shown texts that belong to the other language only, whole or as part of a sentence. */
export async function listForeignTexts(
  page: Page,
  language: Language,
  sent: ReadonlySet<string>,
): Promise<string[]> {
  const patterns = foreignPatterns(language);
  const shown = await page.evaluate<string[]>(COLLECT_TEXTS);
  return shown.filter(
    (text) => !sent.has(text) && patterns.some((pattern) => pattern.test(text.trim())),
  );
}

const LETTERS_MIN = 4;
export const OTHER_LANGUAGE: Record<Language, Language> = { es: 'en', en: 'es' };

function foreignPatterns(language: Language): RegExp[] {
  const own = new Set(listMessages(CATALOGUES[language]).map(({ text }) => text));
  const foreign = listMessages(CATALOGUES[OTHER_LANGUAGE[language]]);
  return foreign.flatMap(({ text, parameters }) => {
    if (own.has(text)) return [];
    if (parameters === 0) return [new RegExp(`^${escapePattern(text)}$`)];
    const letters = text.match(/\p{L}/gu)?.length ?? 0;
    const parts = text.split(/7+/).map(escapePattern);
    return letters < LETTERS_MIN ? [] : [new RegExp(`^${parts.join('.*')}$`)];
  });
}

function escapePattern(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

/**
 * Runs in the page: visible texts, names, titles and placeholders, except what is marked as written in a language of its
 * own. It is a text, because the types of the tests have no document.
 */
const COLLECT_TEXTS = `(() => {
  const texts = [document.title];
  const isMarked = (element) => element.closest('[lang]') !== document.documentElement;
  for (const element of document.body.querySelectorAll('*')) {
    if (!element.checkVisibility() && element.tagName !== 'OPTION') continue;
    if (isMarked(element)) continue;
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      if (element.hasAttribute(name)) texts.push(element.getAttribute(name));
    for (const node of element.childNodes)
      if (node.nodeType === Node.TEXT_NODE && node.data.trim() !== '') texts.push(node.data);
  }
  return texts;
})()`;
