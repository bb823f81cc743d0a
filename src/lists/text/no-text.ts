/**
 * A sign by which text is told that no name would be found in. UTF-8 that was taken for windows-1252 and written as UTF-8 again makes
 * two such letters of one; and no text has a NUL.
 */
export const NO_TEXT = /\0|[ÃÂ][\u0080-\u00bf\u0152-\u0178\u02c6\u02dc\u2013-\u203a\u20ac\u2122]/;
