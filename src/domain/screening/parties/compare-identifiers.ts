import { parseCurp } from '../../tax/curp.ts';
import { parseRfc, SHORT_RFC_PATTERN } from '../../tax/rfc.ts';
import type { ExplanationItem, PersonalFeature } from './explanation.ts';
import type { Passport, ScreenedParty } from './screened-party.ts';

/** Result of comparing identifiers: strongest agreement, and the number of kinds that disagree. */
export type IdentifierComparison = {
  agreement: 'exact' | 'rfc10' | 'none';
  contradictions: number;
  items: ExplanationItem[];
};

/** Compares RFCs (with and without homoclave), CURPs, and passports with their country. */
export function compareIdentifiers(
  query: ScreenedParty,
  entry: ScreenedParty,
): IdentifierComparison {
  const comparisons = [
    compareRfcs(query, entry),
    compareCurps(query, entry),
    comparePassports(query, entry),
  ];
  const hasAgreement = (agreement: IdentifierComparison['agreement']): boolean =>
    comparisons.some((comparison) => comparison.agreement === agreement);
  const partialAgreement = hasAgreement('rfc10') ? 'rfc10' : 'none';
  return {
    agreement: hasAgreement('exact') ? 'exact' : partialAgreement,
    contradictions: comparisons.reduce((sum, comparison) => sum + comparison.contradictions, 0),
    items: comparisons.flatMap((comparison) => comparison.items),
  };
}

const NO_EVIDENCE: IdentifierComparison = { agreement: 'none', contradictions: 0, items: [] };

function compareRfcs(query: ScreenedParty, entry: ScreenedParty): IdentifierComparison {
  const [queryRfcs, entryRfcs] = [
    query.rfcs.filter(isTaxpayerRfc),
    entry.rfcs.filter(isTaxpayerRfc),
  ];
  const sharedRfc = queryRfcs.find((rfc) => hasHomoclave(rfc) && entryRfcs.includes(rfc));
  if (sharedRfc !== undefined) return createAgreement('rfc', sharedRfc);
  for (const rfc of queryRfcs) {
    const partialRfc = entryRfcs.find(
      (otherRfc) => isShortFormOf(rfc, otherRfc) || isShortFormOf(otherRfc, rfc),
    );
    if (partialRfc !== undefined) {
      const sides = { query: rfc, candidate: partialRfc };
      return {
        ...NO_EVIDENCE,
        agreement: 'rfc10',
        items: [
          { feature: 'rfc10', ...sides, score: 1, weight: 1, effect: 'same without homoclave' },
        ],
      };
    }
  }
  // RFCs of a person and of a company do not contradict each other: an entry may have both.
  const [rfc] = queryRfcs.filter(hasHomoclave);
  const otherRfc = entryRfcs.find(
    (candidateRfc) => hasHomoclave(candidateRfc) && candidateRfc.length === rfc?.length,
  );
  return rfc === undefined || otherRfc === undefined
    ? NO_EVIDENCE
    : createContradiction('rfc', rfc, otherRfc);
}

/** True for an RFC that identifies one taxpayer: with homoclave, neither generic nor masked. */
export function isWholeRfc(rfc: string): boolean {
  return isTaxpayerRfc(rfc) && hasHomoclave(rfc);
}

/** True for an RFC that is neither generic nor masked by the authority. */
function isTaxpayerRfc(rfc: string): boolean {
  const kind = parseRfc(rfc)?.kind;
  if (kind !== undefined) return kind === 'natural' || kind === 'legal';
  return SHORT_RFC_PATTERN.test(rfc);
}

function hasHomoclave(rfc: string): boolean {
  return !SHORT_RFC_PATTERN.test(rfc);
}

/** True when the first RFC has no homoclave and the second is equal to it or adds the homoclave. */
function isShortFormOf(first: string, second: string): boolean {
  return (
    !hasHomoclave(first) && (second === first || (second.startsWith(first) && hasHomoclave(second)))
  );
}

function compareCurps({ curps }: ScreenedParty, entry: ScreenedParty): IdentifierComparison {
  const sharedCurp = curps.find((curp) => entry.curps.includes(curp));
  if (sharedCurp !== undefined) return createAgreement('curp', sharedCurp);
  const [queryCurp] = curps.filter(hasValidCheckDigit);
  const [entryCurp] = entry.curps.filter(hasValidCheckDigit);
  return queryCurp === undefined || entryCurp === undefined
    ? NO_EVIDENCE
    : createContradiction('curp', queryCurp, entryCurp);
}

/** True for a CURP with a valid check digit; a mistyped CURP in a list is no contradiction. */
function hasValidCheckDigit(curp: string): boolean {
  return parseCurp(curp)?.checkDigit.ok === true;
}

/** Compares passports. Never contradicts, because people have several passports. */
function comparePassports(
  { passports }: ScreenedParty,
  entry: ScreenedParty,
): IdentifierComparison {
  const entryPassports = new Set(entry.passports.map(toPassportKey));
  const sharedPassport = passports
    .map(toPassportKey)
    .find((passport) => entryPassports.has(passport));
  return sharedPassport === undefined ? NO_EVIDENCE : createAgreement('passport', sharedPassport);
}

function toPassportKey({ number, country }: Passport): string {
  return `${number.toUpperCase().replace(/[^A-Z0-9]/g, '')} ${country.trim().toUpperCase()}`;
}

function createAgreement(feature: PersonalFeature, value: string): IdentifierComparison {
  const sides = { query: value, candidate: value };
  return {
    agreement: 'exact',
    contradictions: 0,
    items: [{ feature, ...sides, score: 1, weight: 1, effect: 'same' }],
  };
}

function createContradiction(
  feature: PersonalFeature,
  query: string,
  candidate: string,
): IdentifierComparison {
  return {
    agreement: 'none',
    contradictions: 1,
    items: [{ feature, query, candidate, score: 0, weight: 1, effect: 'contradicts' }],
  };
}
