import { parseCurp } from '../../tax/curp.ts';
import { parseRfc, SHORT_RFC_PATTERN } from '../../tax/rfc.ts';
import type { ExplanationItem, PersonalFeature } from './explanation.ts';
import type { Passport, ScreenedParty } from './screened-party.ts';

/** What identifiers say: the strongest agreement, and how many kinds of them disagree. */
export type IdentifierFinding = {
  agreement: 'exact' | 'rfc10' | 'none';
  contradictions: number;
  items: ExplanationItem[];
};

/** RFC whole and without homoclave, CURP, and passports with their country. */
export function compareIdentifiers(query: ScreenedParty, entry: ScreenedParty): IdentifierFinding {
  const findings = [
    compareRfcs(query, entry),
    compareCurps(query, entry),
    comparePassports(query, entry),
  ];
  const isAny = (agreement: IdentifierFinding['agreement']): boolean =>
    findings.some((one) => one.agreement === agreement);
  const best = isAny('rfc10') ? 'rfc10' : 'none';
  return {
    agreement: isAny('exact') ? 'exact' : best,
    contradictions: findings.reduce((sum, one) => sum + one.contradictions, 0),
    items: findings.flatMap((one) => one.items),
  };
}

const NOTHING: IdentifierFinding = { agreement: 'none', contradictions: 0, items: [] };

function compareRfcs(query: ScreenedParty, entry: ScreenedParty): IdentifierFinding {
  const [ours, theirs] = [query.rfcs.filter(tells), entry.rfcs.filter(tells)];
  const same = ours.find((rfc) => isWhole(rfc) && theirs.includes(rfc));
  if (same !== undefined) return agree('exact', 'rfc', same);
  for (const rfc of ours) {
    const near = theirs.find((other) => isStartOf(rfc, other) || isStartOf(other, rfc));
    if (near !== undefined) {
      const sides = { query: rfc, candidate: near };
      return {
        ...NOTHING,
        agreement: 'rfc10',
        items: [
          { feature: 'rfc10', ...sides, score: 1, weight: 1, effect: 'same without homoclave' },
        ],
      };
    }
  }
  // A person's and a company's RFC do not contradict each other: an entry may have both.
  const [rfc] = ours.filter(isWhole);
  const other = theirs.find((one) => isWhole(one) && one.length === rfc?.length);
  return rfc === undefined || other === undefined ? NOTHING : contradict('rfc', rfc, other);
}

/** Whether an RFC is somebody's, with homoclave: by one without nobody is found. */
export function isWholeRfc(rfc: string): boolean {
  return tells(rfc) && isWhole(rfc);
}

/** Neither one of the RFCs that stand for whoever has none, nor the X of a name that was withheld. */
function tells(rfc: string): boolean {
  const kind = parseRfc(rfc)?.kind;
  if (kind !== undefined) return kind === 'natural' || kind === 'legal';
  return SHORT_RFC_PATTERN.test(rfc);
}

function isWhole(rfc: string): boolean {
  return !SHORT_RFC_PATTERN.test(rfc);
}

/** The first has no homoclave and the second begins with it, as the same kind of RFC. */
function isStartOf(short: string, long: string): boolean {
  return !isWhole(short) && (long === short || (long.startsWith(short) && isWhole(long)));
}

function compareCurps({ curps }: ScreenedParty, entry: ScreenedParty): IdentifierFinding {
  const same = curps.find((curp) => entry.curps.includes(curp));
  if (same !== undefined) return agree('exact', 'curp', same);
  const [ours] = curps.filter(isRightCurp);
  const [theirs] = entry.curps.filter(isRightCurp);
  return ours === undefined || theirs === undefined ? NOTHING : contradict('curp', ours, theirs);
}

/** What was written wrong, as lists do, is another's by nothing but that. */
function isRightCurp(curp: string): boolean {
  return parseCurp(curp)?.checkDigit.ok === true;
}

/** People have more than one passport, so that another number says nothing. */
function comparePassports({ passports }: ScreenedParty, entry: ScreenedParty): IdentifierFinding {
  const known = new Set(entry.passports.map(writePassport));
  const same = passports.map(writePassport).find((one) => known.has(one));
  return same === undefined ? NOTHING : agree('exact', 'passport', same);
}

function writePassport({ number, country }: Passport): string {
  return `${number.toUpperCase().replace(/[^A-Z0-9]/g, '')} ${country.trim().toUpperCase()}`;
}

function agree(agreement: 'exact', feature: PersonalFeature, value: string): IdentifierFinding {
  const sides = { query: value, candidate: value };
  return {
    agreement,
    contradictions: 0,
    items: [{ feature, ...sides, score: 1, weight: 1, effect: 'same' }],
  };
}

function contradict(feature: PersonalFeature, query: string, candidate: string): IdentifierFinding {
  return {
    agreement: 'none',
    contradictions: 1,
    items: [{ feature, query, candidate, score: 0, weight: 1, effect: 'contradicts' }],
  };
}
