import type { EntryDetails } from '../lists/list-entry.ts';
import { familyOf } from '../lists/list-source.ts';
import { isMexico } from '../lists/office-country.ts';
import {
  ASSOCIATE_TOPIC,
  HOLDER_TOPIC,
  type PepRelation,
  relationsOf,
  topicsOf,
} from '../lists/pep-relation.ts';
import type { MatchedEntry } from '../screening/screening.ts';
import type { Tenure } from '../screening/tenure.ts';

export const PEP_CLASSES = ['national', 'foreign', 'associate'] as const;
/** `associate`: a relative or close associate of one in office, by the list itself, who has no office there. */
export type PepClass = (typeof PEP_CLASSES)[number];

/** What an entry says of the office that somebody holds or held; null is what its list does not say. */
export type PepFacts = {
  position: string | null;
  country: string | null;
  institution: string | null;
  from: string | null;
  to: string | null;
  pepClass: PepClass | null;
  /** On the day of which the entry was looked at; null where it was kept before that was told. */
  tenure: Tenure | null;
  /** To whom in office of the same list; also of somebody who has an office too. */
  relations: PepRelation[];
};

/** Details that tell of an office of one's own. */
const OFFICES = ['office', 'offices', 'positions'];
/** Lists of one institution alone. */
const INSTITUTIONS: ReadonlyMap<string, string> = new Map([
  ['pep-mx-congreso', 'Congreso de la Unión'],
]);

/** Undefined of an entry of a list that is none of people in office. */
export function findPepFacts(entry: PepEntry): PepFacts | undefined {
  return familyOf(entry.source) === 'pep' ? pepFactsOf(entry) : undefined;
}

type PepEntry = Pick<MatchedEntry, 'source' | 'countries' | 'details'> & {
  tenure?: Tenure | undefined;
};

/** Nothing is guessed: an entry without a country is neither of this country nor of another. */
export function pepFactsOf(entry: PepEntry): PepFacts {
  const { source, countries, details } = entry;
  return {
    position: textOf(details, 'office') ?? textOf(details, 'positions'),
    country: countries[0] ?? null,
    institution: INSTITUTIONS.get(source) ?? textOf(details, 'institution'),
    from: textOf(details, 'from') ?? textOf(details, 'startDate'),
    to: textOf(details, 'to') ?? textOf(details, 'endDate'),
    pepClass: classOf(entry),
    tenure: entry.tenure ?? null,
    relations: relationsOf(details),
  };
}

function classOf({ countries, details }: PepEntry): PepClass | null {
  if (isAssociate(details)) return 'associate';
  if (countries.length === 0) return null;
  return countries.some(isMexico) ? 'national' : 'foreign';
}

function isAssociate(details: EntryDetails): boolean {
  const topics = topicsOf(details);
  const isInOffice =
    topics.includes(HOLDER_TOPIC) ||
    OFFICES.some((name) => details[name] !== undefined && details[name].length > 0);
  if (isInOffice) return false;
  return topics.includes(ASSOCIATE_TOPIC) || details['relatedTo'] !== undefined;
}

/** The first, where there are several. */
function textOf(details: EntryDetails, name: string): string | null {
  const value = details[name];
  const [first] = typeof value === 'string' ? [value] : (value ?? []);
  return typeof first === 'string' && first !== '' ? first : null;
}
