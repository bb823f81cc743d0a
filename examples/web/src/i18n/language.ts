import { ENGLISH, type English } from './en/catalogue.ts';
import { SPANISH } from './es/catalogue.ts';

export const LANGUAGES = ['es', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Names of the languages, each in itself. */
export const LANGUAGE_NAMES: Record<Language, string> = { es: 'Español', en: 'English' };

/** Texts and formats of one language. */
export type Words = English;

export const CATALOGUES: Record<Language, Words> = { es: SPANISH, en: ENGLISH };

/** Returns the language that was chosen before, otherwise Spanish when the first known language of the browser is Spanish. */
export function chooseLanguage(stored: string | null, preferred: readonly string[]): Language {
  if (isLanguage(stored)) return stored;
  return preferred.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';
}

function isLanguage(text: string | null): text is Language {
  return LANGUAGES.some((language) => language === text);
}
