/** Kinds of wording that the project's language rules out at the start of a description or docstring. */
const OPENINGS = {
  /** Headless clauses, where a noun or a third-person verb belongs. */
  opening: /^(?:what|of|how|whether|who|whom|whose|where|which|so|as|that|why)\b/giu,
  /** Definitions by negation: "None while there is nothing yet". */
  negation: /^(?:none|nothing|nobody)\b/giu,
} as const;

/** Kinds of wording that are ruled out anywhere in a text. */
const WORDS = {
  /** Parties without a name, instead of caller, client, user, operator, worker or process. */
  party: /\b(?:(?:some|no|any|every)body|whoever|whomever|(?:some|any|every)one|nobody's)\b/giu,
  /** Verbs of speech and of hands, instead of return, report, store, read, request, reject or admit. */
  verb: /\b(?:tells?|telling|told|say|says|said|asks? for|asked|lets? in|makes? way|g[ia]ves? out|given out|giving out|lends?|lent|look(?:s|ed)? (?:at|for)(?! most)|sought)\b/giu,
  /** Archaic connectives, instead of otherwise, again, instead of, in addition or because. */
  connective: /\b(?:anew|else|in place of|as ever|besides|whence|wherever|to be had|such as)\b/giu,
  /** Adjectives, instead of numbers. */
  measure: /\b(?:dear|dearer|cheap|cheaper|cheaply)\b/giu,
  /** Terms of the project, where the field has terms of its own (glossary). */
  term: /\b(?:purses?|budget of points|rehears(?:al|als|es|ed)|byte room|(?:fast )?lanes?|tak(?:e|es|ing) turns|in turns|look(?:ing|s)? ahead|reads? (?:ahead|along)|reading (?:ahead|along|together)|doomed|for nobody|goes along|runs? later|at hand|desks?)\b/giu,
} as const;

/** Conventions of public descriptions, in which text in backticks counts too. */
const CONVENTIONS = {
  /** The v4 counterpart is the last sentence, where there is one: "v4: `id_persona`." */
  v4: /not in v4|\bv4 `/giu,
  /** The fixed sentence is "Requires scope `…`." */
  scope: /\bneeds the scopes?\b|\bneeds [A-Z]+_[A-Z]+/giu,
  ellipsis: /…$|\.\.\.$/giu,
  /** One word, or a v4 name alone, tells a reader of one entry nothing. */
  short: /^\W*(?:[\p{L}\d-]+\W*)?$/gu,
} as const;

/** Names of variables that do not say what the variable contains. */
export const VAGUE_NAMES: ReadonlySet<string> = new Set([
  'one',
  'some',
  'other',
  'asked',
  'found',
  'sought',
  'known',
  'told',
  'done',
  'made',
  'lent',
]);

/** Most that each kind may occur in the comments of src, and vague names in its code. Numbers only fall. */
export const MOST_IN_SRC: Readonly<Record<string, number>> = {};

export type Wording = { kind: string; words: string };

/** Returns what the language rules out in a description. Text in backticks is code, and is passed over. */
export function findInDescription(text: string): Wording[] {
  const own = text.replace(/\s*v4:.*$/su, '');
  return [...findInComment(text), ...match(CONVENTIONS, text), ...match(CONVENTIONS, own)];
}

/** Returns what the language rules out in a docstring. */
export function findInComment(text: string): Wording[] {
  return [...match(OPENINGS, withoutCode(text).trim()), ...findInSentence(text)];
}

/** Returns what the language rules out in an error sentence or a line of output. */
export function findInSentence(text: string): Wording[] {
  return match(WORDS, withoutCode(text));
}

function withoutCode(text: string): string {
  return text.replaceAll(/`[^`]*`|"[^" ]*"/gu, '`code`');
}

function match(patterns: Record<string, RegExp>, text: string): Wording[] {
  return Object.entries(patterns).flatMap(([kind, pattern]) =>
    [...text.matchAll(pattern)].map(([words]) => ({ kind, words })),
  );
}
