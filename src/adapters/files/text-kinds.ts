import type { MediaType } from '../../domain/files/media-type.ts';
import type { TextRules } from './text-watch.ts';

/** What lets a text grow, or fetch others, when it is read. */
const DOCUMENT_TYPE = '<!(?:doctype|entity)\\b';
/** The names of what a browser runs or shows, and a name so long that a prefix could hide one from us. */
const ACTIVE_ELEMENT =
  '<(?:[^\\s<>/:!?]{1,200}:)?(?:html|svg|script|xul|iframe|frameset|foreignobject)\\b|<[^\\s<>/!?][^\\s<>/]{200}';
/** The languages that make elements of any name such, whatever hides in how the name is written. */
const ACTIVE_LANGUAGE =
  '1999/xhtml|2000/svg|1998/math/mathml|keymaster/gatekeeper|1999/xsl|<\\?xml-stylesheet|xmlns[^\\s=<>]{0,100}\\s{0,20}=\\s{0,20}["\'][^"\'<>]{0,300}&';
/** What a page is made of, for a text that has no business with any of it. */
const PAGE_ELEMENT =
  '<(?:head|body|meta|link|style|base|img|image|video|audio|object|embed|applet|form|input|template|math|a)\\b';
const HANDLER = '<[a-z][^<>]{0,400}\\son[a-z]{3,30}\\s{0,20}=';

/** The rules of files that are text; undefined for what is not. */
export function findTextRules(mediaType: MediaType): TextRules | undefined {
  return RULES[mediaType];
}

const RULES: Partial<Record<MediaType, TextRules>> = {
  'application/xml': {
    declaration: 'needed',
    forbidden: anyOf(DOCUMENT_TYPE, ACTIVE_ELEMENT, ACTIVE_LANGUAGE),
  },
  'text/csv': {
    declaration: 'none',
    forbidden: anyOf(DOCUMENT_TYPE, ACTIVE_ELEMENT, PAGE_ELEMENT, HANDLER, '<\\?xml\\b'),
  },
};

/** Of the parts of a workbook that are XML. */
export const PART_RULES: TextRules = {
  declaration: 'possible',
  forbidden: anyOf(DOCUMENT_TYPE),
};

function anyOf(...patterns: string[]): RegExp {
  return new RegExp(patterns.join('|'), 'i');
}
