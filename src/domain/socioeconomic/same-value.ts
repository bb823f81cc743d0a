import { isSameCountry } from '../countries/country-code.ts';
import { foldWords } from '../extraction/fold-text.ts';
import { normalizeTaxId } from '../tax/normalize-id.ts';
import type { Feed, TemplateField } from './template/template.ts';
import type { ReportValue } from './value.ts';

type Comparison = (left: string, right: string) => boolean;

/** Comparisons of texts that have several spellings, by the name of the participant's or the document's field. */
const COMPARISONS: Readonly<Record<string, Comparison>> = {
  rfc: isSameTaxId,
  curp: isSameTaxId,
  nationality: isSameCountry,
  countryOfBirth: isSameCountry,
  country: isSameCountry,
  phone: isSamePhone,
};

/**
 * True when two values of one field are equal. Texts are compared without case, accents and punctuation, countries by
 * their code, and phone numbers without the country code if one of them lacks it.
 */
export function isSameValue(
  { feeds }: Pick<TemplateField, 'feeds'>,
  left: ReportValue,
  right: ReportValue,
): boolean {
  if (left.kind !== 'text' || right.kind !== 'text')
    return left.kind === right.kind && left.value === right.value;
  if (foldPhrase(left.value) === foldPhrase(right.value)) return true;
  return feeds.some((feed) => getComparison(feed)?.(left.value, right.value) ?? false);
}

function getComparison(feed: Feed): Comparison | undefined {
  return feed.kind === 'participant' || feed.kind === 'extraction'
    ? COMPARISONS[feed.field]
    : undefined;
}

function foldPhrase(text: string): string {
  return foldWords(text.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' '));
}

function isSameTaxId(left: string, right: string): boolean {
  return normalizeTaxId(left) === normalizeTaxId(right);
}

/** Minimum number of digits of a phone number without its country code. */
const PHONE_DIGITS_MIN = 7;

function isSamePhone(left: string, right: string): boolean {
  const [shorter = '', longer = ''] = [left, right]
    .map((text) => text.replaceAll(/\D/g, ''))
    .toSorted((first, second) => first.length - second.length);
  return shorter.length >= PHONE_DIGITS_MIN && longer.endsWith(shorter);
}
