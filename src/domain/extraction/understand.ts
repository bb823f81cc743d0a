import type { DocumentKind, Extracted } from './extracted.ts';
import type { KindRules, Material } from './kind-rules.ts';
import { ARTICLES } from './kinds/articles.ts';
import { CFDI } from './kinds/cfdi.ts';
import { CURP_SHEET } from './kinds/curp-sheet.ts';
import { INE_BACK } from './kinds/ine-back.ts';
import { INE_FRONT } from './kinds/ine-front.ts';
import { PASSPORT } from './kinds/passport.ts';
import { PROOF_OF_ADDRESS } from './kinds/proof-of-address.ts';
import { TAX_STATUS } from './kinds/tax-status.ts';
import { linesOf } from './lines.ts';
import type { ReadDocument, ReadNote } from './read-document.ts';
import { round, Sheet } from './sheet.ts';

/** Document kinds. Of two equal scores, the earlier kind wins. */
const KINDS: readonly KindRules[] = [
  CFDI,
  TAX_STATUS,
  INE_FRONT,
  INE_BACK,
  PASSPORT,
  CURP_SHEET,
  PROOF_OF_ADDRESS,
  ARTICLES,
];

/** From here on a document is of the kind. */
const KNOWN = 0.5;
/** Score that suffices for the claimed kind when no other kind fits. */
const CLAIMED = 0.3;
/** Confidence below which a value needs review, as do missing values and failed checks. */
const SURE = 0.9;

/** Notes on parts that were not read, which may differ. */
const LEFT_OFF: readonly ReadNote[] = [
  'read_coarsely',
  'timed_out',
  'partly_unreadable',
  'too_much_text',
];

/** Interprets a document by the rules of its kind. `claimed` is the claimed kind, `today` is `YYYY-MM-DD`. */
export function understand(
  document: ReadDocument,
  claimed: DocumentKind | null,
  today: string,
): Extracted {
  const lines = linesOf(document);
  const folded = lines.map((line) => line.folded).join('\n');
  const material: Material = { document, lines, folded, today };
  const { rules, score } = recognise(material, claimed);
  const kind = rules?.kind ?? 'unknown';
  const sheet = new Sheet();
  checkClaim(sheet, claimed, kind);
  rules?.read(material, sheet);
  for (const note of document.notes) sheet.check('reading', null, NOTES[note]);
  const made = sheet.finish();
  const isKnown = rules !== undefined && score >= KNOWN;
  const isWhole = !LEFT_OFF.some((note) => document.notes.includes(note));
  const needsReview = !isKnown || !isWhole || rules.alwaysReview === true || !isSure(made);
  return { kind, confidence: score, ...made, needsReview };
}

function isSure({ fields, missing, checks }: ReturnType<Sheet['finish']>): boolean {
  return (
    fields.every(({ confidence }) => confidence >= SURE) &&
    missing.every(({ reason }) => reason === 'empty') &&
    checks.every(({ ok }) => ok !== false)
  );
}

type Recognised = { rules: KindRules | undefined; score: number };

function recognise(material: Material, claimed: DocumentKind | null): Recognised {
  const scores = KINDS.map((rules) => ({ rules, score: rules.score(material) }));
  const best = scores.reduce((one, other) => (other.score > one.score ? other : one));
  if (best.score >= KNOWN) return best;
  const said = scores.find(({ rules }) => rules.kind === claimed);
  if (said !== undefined && said.score >= CLAIMED) return said;
  return { rules: undefined, score: round(1 - best.score) };
}

function checkClaim(sheet: Sheet, claimed: DocumentKind | null, kind: DocumentKind): void {
  if (claimed === null || claimed === 'unknown') return;
  const ok = kind === 'unknown' ? null : kind === claimed;
  const detail =
    ok === null
      ? 'What kind of document it is could not be told'
      : ok
        ? 'The document is of the kind that it is said to be'
        : 'The document is of another kind than it is said to be';
  sheet.check('claimed_type', ok, detail);
}

const NOTES: Record<ReadNote, string> = {
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
