import { partsOfDetail, textsOfDetail } from '../lists/entry-details.ts';
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

/** One office; null is what the list does not state. `status` is its own word: `current`, `ended`, `unknown`. */
export type PepOffice = {
  position: string | null;
  from: string | null;
  to: string | null;
  status: string | null;
};

/** What an entry says of the office that somebody holds or held; null is what its list does not say. */
export type PepFacts = {
  position: string | null;
  /** The first of `countries`. */
  country: string | null;
  /** All by which the class is told. */
  countries: string[];
  institution: string | null;
  from: string | null;
  to: string | null;
  pepClass: PepClass | null;
  /** All offices that the list states, the one held now or last first. */
  offices: PepOffice[];
  /** On the day of which the entry was looked at; null where it was kept before that was told. */
  tenure: Tenure | null;
  /** To whom in office of the same list; also of somebody who has an office too. */
  relations: PepRelation[];
};

/** Offices that facts have at most; lists give some twenty. */
const OFFICES_MAX = 50;
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
    countries: [...countries],
    institution: INSTITUTIONS.get(source) ?? textOf(details, 'institution'),
    from: textOf(details, 'from') ?? textOf(details, 'startDate'),
    to: textOf(details, 'to') ?? textOf(details, 'endDate'),
    offices: officesOf(details).slice(0, OFFICES_MAX),
    pepClass: classOf(entry),
    tenure: entry.tenure ?? null,
    relations: relationsOf(details),
  };
}

/** Those with their days, then positions that are stated without any. */
function officesOf(details: EntryDetails): PepOffice[] {
  const dated = partsOfDetail(details, 'offices').map((office) => toOffice(office));
  const known = new Set(dated.map(({ position }) => position));
  const only = textOf(details, 'office');
  if (dated.length === 0 && only !== null) {
    dated.push(toOffice(details));
    known.add(only);
  }
  const others = textsOfDetail(details, 'positions').filter((position) => !known.has(position));
  return [
    ...dated,
    ...others.map((position) => ({ position, from: null, to: null, status: null })),
  ];
}

function toOffice(details: EntryDetails): PepOffice {
  return {
    position: textOf(details, 'office'),
    from: textOf(details, 'from') ?? textOf(details, 'startDate'),
    to: textOf(details, 'to') ?? textOf(details, 'endDate'),
    status: textOf(details, 'status'),
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
