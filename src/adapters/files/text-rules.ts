import type { MediaType } from '../../domain/files/media-type.ts';
import type { TextRules } from './text-scanner.ts';

/** Document type and entity declarations, which expand text or load other files. */
const DOCUMENT_TYPE = '<!(?:doctype|entity)\\b';
/**
 * Elements that a browser executes or displays, with any prefix. Names of over 200 characters are forbidden as well,
 * because their prefix is too long to be matched.
 */
const ACTIVE_ELEMENT =
  '<(?:[^\\s<>/:!?]{1,200}:)?(?:html|svg|script|xul|iframe|frameset|foreignobject)\\b|<[^\\s<>/!?][^\\s<>/]{200}';
/**
 * Namespaces and stylesheets that make elements of any name active, and namespace declarations with entities, which
 * could spell such a namespace.
 */
const ACTIVE_NAMESPACE =
  '1999/xhtml|2000/svg|1998/math/mathml|keymaster/gatekeeper|1999/xsl|<\\?xml-stylesheet|xmlns[^\\s=<>]{0,100}\\s{0,20}=\\s{0,20}["\'][^"\'<>]{0,300}&';
/** HTML elements, which have no purpose in a CSV file. */
const PAGE_ELEMENT =
  '<(?:head|body|meta|link|style|base|img|image|video|audio|object|embed|applet|form|input|template|math|a)\\b';
/** Attributes with event handlers, for example onload. */
const EVENT_HANDLER = '<[a-z][^<>]{0,400}\\son[a-z]{3,30}\\s{0,20}=';

/** Returns the rules of a text format; undefined for binary formats. */
export function findTextRules(mediaType: MediaType): TextRules | undefined {
  return RULES[mediaType];
}

const RULES: Partial<Record<MediaType, TextRules>> = {
  'application/xml': {
    xmlDeclaration: 'optional',
    forbidden: toAlternatives(DOCUMENT_TYPE, ACTIVE_ELEMENT, ACTIVE_NAMESPACE),
  },
  'text/csv': {
    xmlDeclaration: 'absent',
    forbidden: toAlternatives(
      DOCUMENT_TYPE,
      ACTIVE_ELEMENT,
      PAGE_ELEMENT,
      EVENT_HANDLER,
      '<\\?xml\\b',
    ),
  },
};

/** Rules of the XML parts of a workbook. */
export const WORKBOOK_PART_RULES: TextRules = {
  xmlDeclaration: 'optional',
  forbidden: toAlternatives(DOCUMENT_TYPE),
};

function toAlternatives(...patterns: string[]): RegExp {
  return new RegExp(patterns.join('|'), 'i');
}
