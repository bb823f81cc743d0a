import type { EntryDetails } from '../lists/list-entry.ts';
import type { MatchedEntry } from '../screening/screening.ts';

export const PEP_CLASSES = ['national', 'foreign', 'associate'] as const;
/** `associate`: somebody whom the list itself calls a relative or close associate of one in office. */
export type PepClass = (typeof PEP_CLASSES)[number];

/** What an entry says of the office that somebody holds or held; null is what its list does not say. */
export type PepFacts = {
  position: string | null;
  country: string | null;
  institution: string | null;
  from: string | null;
  to: string | null;
  pepClass: PepClass | null;
};

const MEXICO = /^(?:mx|mex|m[eé]xico|mexican)$/iu;
/** Lists of one institution alone. */
const INSTITUTIONS: ReadonlyMap<string, string> = new Map([
  ['pep-mx-congreso', 'Congreso de la Unión'],
]);
/** OpenSanctions' own word for relatives and close associates. */
const ASSOCIATE_TOPIC = 'role.rca';

/** Nothing is guessed: an entry without a country is neither of this country nor of another. */
export function pepFactsOf(
  entry: Pick<MatchedEntry, 'source' | 'countries' | 'details'>,
): PepFacts {
  const { source, countries, details } = entry;
  return {
    position: textOf(details, 'office') ?? textOf(details, 'positions'),
    country: countries[0] ?? null,
    institution: INSTITUTIONS.get(source) ?? textOf(details, 'institution'),
    from: textOf(details, 'from') ?? textOf(details, 'startDate'),
    to: textOf(details, 'to') ?? textOf(details, 'endDate'),
    pepClass: classOf(entry),
  };
}

function classOf({
  countries,
  details,
}: Pick<MatchedEntry, 'countries' | 'details'>): PepClass | null {
  const topics = details['topics'];
  if (Array.isArray(topics) && topics.includes(ASSOCIATE_TOPIC)) return 'associate';
  if (countries.length === 0) return null;
  return countries.some((country) => MEXICO.test(country.trim())) ? 'national' : 'foreign';
}

/** The first, where there are several. */
function textOf(details: EntryDetails, name: string): string | null {
  const value = details[name];
  const [first] = typeof value === 'string' ? [value] : (value ?? []);
  return typeof first === 'string' && first !== '' ? first : null;
}
