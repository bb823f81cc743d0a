import type { ContentNote, DocumentContent } from './document-content.ts';
import type { DocumentKind, Extracted } from './extracted.ts';
import { ExtractionBuilder, roundConfidence } from './extraction-builder.ts';
import type { KindRules, RuleInput } from './kind-rules.ts';
import { ARTICLES } from './kinds/articles.ts';
import { CFDI } from './kinds/cfdi.ts';
import { CURP_CERTIFICATE } from './kinds/curp-certificate.ts';
import { INE_BACK } from './kinds/ine-back.ts';
import { INE_FRONT } from './kinds/ine-front.ts';
import { PASSPORT } from './kinds/passport.ts';
import { PROOF_OF_ADDRESS } from './kinds/proof-of-address.ts';
import { TAX_STATUS } from './kinds/tax-status.ts';
import { toLines } from './lines.ts';

/** Document kinds. Of two equal scores, the earlier kind wins. */
const KINDS: readonly KindRules[] = [
  CFDI,
  TAX_STATUS,
  INE_FRONT,
  INE_BACK,
  PASSPORT,
  CURP_CERTIFICATE,
  PROOF_OF_ADDRESS,
  ARTICLES,
];

/** Minimum score of a recognized kind. */
const SCORE_MIN = 0.5;
/** Minimum score of the claimed kind when no other kind is recognized. */
const CLAIMED_SCORE_MIN = 0.3;
/** Maximum score of a document with too few fields of the kind. */
const FEW_FIELDS_SCORE_MAX = 0.45;
/** Maximum score of a document that only mentions the kind. */
const MENTION_SCORE_MAX = 0.25;
/**
 * Minimum confidence of a value that needs no review. Failed checks and missing values, unless empty, need review too.
 */
const CONFIDENCE_MIN = 0.9;

/** Notes on unread parts, which may contain other values. */
const INCOMPLETE_NOTES: readonly ContentNote[] = [
  'read_coarsely',
  'timed_out',
  'partly_unreadable',
  'too_much_text',
];

/**
 * Recognizes the kind of a document and extracts its fields. `claimed` is the kind that the caller expects, `today`
 * is `YYYY-MM-DD`.
 */
export function interpretDocument(
  document: DocumentContent,
  claimed: DocumentKind | null,
  today: string,
): Extracted {
  const lines = toLines(document);
  const folded = lines.map((line) => line.folded).join('\n');
  const input: RuleInput = { document, lines, folded, today };
  const { rules, score } = classify(input, claimed);
  const kind = rules?.kind ?? 'unknown';
  const builder = new ExtractionBuilder();
  checkClaim(builder, claimed, kind);
  rules?.extract(input, builder);
  rejectImpossibleBirth(builder, today);
  for (const note of document.notes) builder.addCheck('reading', null, NOTES[note]);
  const result = builder.build();
  const isKnown = rules !== undefined && score >= SCORE_MIN;
  const isComplete = !INCOMPLETE_NOTES.some((note) => document.notes.includes(note));
  const needsReview = !isKnown || !isComplete || rules.alwaysReview === true || !isCertain(result);
  return { kind, confidence: score, ...result, needsReview };
}

/** Earliest date of birth of a person who can still hold a document. */
const BIRTH_DATE_MIN = '1900-01-01';

/** Rejects a date of birth in the future or before 1900, which was misread. */
function rejectImpossibleBirth(builder: ExtractionBuilder, today: string): void {
  const birthDate = builder.findValue('birthDate');
  if (birthDate === undefined || (birthDate >= BIRTH_DATE_MIN && birthDate <= today)) return;
  builder.reject('birthDate', 'not_valid');
}

function isCertain({ fields, missing, checks }: ReturnType<ExtractionBuilder['build']>): boolean {
  return (
    fields.every(({ confidence }) => confidence >= CONFIDENCE_MIN) &&
    missing.every(({ reason }) => reason === 'empty') &&
    checks.every(({ ok }) => ok !== false)
  );
}

type Classification = { rules: KindRules | undefined; score: number };

function classify(input: RuleInput, claimed: DocumentKind | null): Classification {
  const scores = KINDS.map((rules) => ({ rules, score: computeScore(rules, input) }));
  const best = scores.reduce((first, second) => (second.score > first.score ? second : first));
  if (best.score >= SCORE_MIN) return best;
  const claimedKind = scores.find(({ rules }) => rules.kind === claimed);
  if (claimedKind !== undefined && claimedKind.score >= CLAIMED_SCORE_MIN) return claimedKind;
  return { rules: undefined, score: roundConfidence(1 - best.score) };
}

/** Returns the score of a kind, limited when the document has too few fields of its own. */
function computeScore(rules: KindRules, input: RuleInput): number {
  const score = rules.score(input);
  const count = score > MENTION_SCORE_MAX ? rules.countOwnFields(input) : 0;
  if (count >= rules.ownFieldsMin) return score;
  return Math.min(score, count > 0 ? FEW_FIELDS_SCORE_MAX : MENTION_SCORE_MAX);
}

function checkClaim(
  builder: ExtractionBuilder,
  claimed: DocumentKind | null,
  kind: DocumentKind,
): void {
  if (claimed === null || claimed === 'unknown') return;
  const ok = kind === 'unknown' ? null : kind === claimed;
  const detail =
    ok === null
      ? 'What kind of document it is could not be told'
      : ok
        ? 'The document is of the kind that it is said to be'
        : 'The document is of another kind than it is said to be';
  builder.addCheck('claimed_type', ok, detail);
}

const NOTES: Record<ContentNote, string> = {
  pdf_encrypted: 'The PDF is encrypted and was not read',
  pdf_scripted: 'The PDF holds scripts or forms, which were not run',
  too_many_pages: 'Only the first pages were read',
  too_much_text: 'Only the beginning of the text was read',
  no_text: 'The document has no text',
  picture_too_large: 'The picture has too many pixels to be read',
  picture_too_small: 'The picture has too few pixels to be read',
  picture_blurred: 'The picture is blurred',
  read_coarsely: 'There was no time to read all pages well',
  timed_out: 'Reading took too long and was left off',
  partly_unreadable: 'A part of the document could not be read',
  not_read: 'Documents of this type are not read here',
};
