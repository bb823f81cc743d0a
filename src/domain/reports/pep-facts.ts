import { listNestedDetails, listTexts } from '../lists/entry-details.ts';
import { isMexico } from '../lists/is-mexico.ts';
import type { EntryDetails } from '../lists/list-entry.ts';
import { getListFamily } from '../lists/list-source.ts';
import {
  ASSOCIATE_TOPIC,
  HOLDER_TOPIC,
  listPepRelations,
  listTopics,
  type PepRelation,
} from '../lists/pep-relation.ts';
import type { MatchedEntry } from '../screening/screening.ts';
import type { Tenure } from '../screening/tenure.ts';

export const PEP_CLASSES = ['national', 'foreign', 'associate'] as const;
/**
 * Class of a politically exposed person. `associate`: a relative or close associate of an office holder, according to
 * the list, without an office of their own.
 */
export type PepClass = (typeof PEP_CLASSES)[number];

/**
 * Public office. Members are null when the list does not state them. `status` is as the list words it: `current`,
 * `ended`, `unknown`.
 */
export type PepOffice = {
  position: string | null;
  from: string | null;
  to: string | null;
  status: string | null;
};

/**
 * Public offices of a listed person. `position`, `from` and `to` are those of the current or last office. Members are
 * null when the list does not state them.
 */
export type PepFacts = {
  position: string | null;
  /** First of `countries`. */
  country: string | null;
  /** All countries that determine the class. */
  countries: string[];
  institution: string | null;
  from: string | null;
  to: string | null;
  pepClass: PepClass | null;
  /** Offices that the list states, at most OFFICES_MAX, the current or last one first. */
  offices: PepOffice[];
  /** Tenure on the day of the screening; null in screenings stored before this field existed. */
  tenure: Tenure | null;
  /** Relations to office holders of the same list; a person with an office may have some too. */
  relations: PepRelation[];
};

/** Maximum number of offices; lists state up to about twenty. */
const OFFICES_MAX = 50;
/** Details that state an office of the person. */
const OFFICE_DETAILS = ['office', 'offices', 'positions'];
/** Institution of lists that cover a single one. */
const INSTITUTION_BY_LIST: ReadonlyMap<string, string> = new Map([
  ['pep-mx-congreso', 'Congreso de la Unión'],
]);

/** Returns the PEP facts of an entry; undefined for entries of other lists than those of PEPs. */
export function findPepFacts(entry: PepEntry): PepFacts | undefined {
  return getListFamily(entry.source) === 'pep' ? toPepFacts(entry) : undefined;
}

type PepEntry = Pick<MatchedEntry, 'source' | 'countries' | 'details'> & {
  tenure?: Tenure | undefined;
};

/** Returns the PEP facts of an entry. An entry without a country is neither national nor foreign. */
export function toPepFacts(entry: PepEntry): PepFacts {
  const { source, countries, details } = entry;
  return {
    position: readFirstText(details, 'office') ?? readFirstText(details, 'positions'),
    country: countries[0] ?? null,
    countries: [...countries],
    institution: INSTITUTION_BY_LIST.get(source) ?? readFirstText(details, 'institution'),
    from: readFirstText(details, 'from') ?? readFirstText(details, 'startDate'),
    to: readFirstText(details, 'to') ?? readFirstText(details, 'endDate'),
    offices: listOffices(details).slice(0, OFFICES_MAX),
    pepClass: classifyPep(entry),
    tenure: entry.tenure ?? null,
    relations: listPepRelations(details),
  };
}

/** Returns the offices with dates, then the positions without dates. */
function listOffices(details: EntryDetails): PepOffice[] {
  const datedOffices = listNestedDetails(details, 'offices').map((office) => toOffice(office));
  const listedPositions = new Set(datedOffices.map(({ position }) => position));
  const singlePosition = readFirstText(details, 'office');
  if (datedOffices.length === 0 && singlePosition !== null) {
    datedOffices.push(toOffice(details));
    listedPositions.add(singlePosition);
  }
  const undatedPositions = listTexts(details, 'positions').filter(
    (position) => !listedPositions.has(position),
  );
  return [
    ...datedOffices,
    ...undatedPositions.map((position) => ({ position, from: null, to: null, status: null })),
  ];
}

function toOffice(details: EntryDetails): PepOffice {
  return {
    position: readFirstText(details, 'office'),
    from: readFirstText(details, 'from') ?? readFirstText(details, 'startDate'),
    to: readFirstText(details, 'to') ?? readFirstText(details, 'endDate'),
    status: readFirstText(details, 'status'),
  };
}

function classifyPep({ countries, details }: PepEntry): PepClass | null {
  if (isAssociate(details)) return 'associate';
  if (countries.length === 0) return null;
  return countries.some(isMexico) ? 'national' : 'foreign';
}

function isAssociate(details: EntryDetails): boolean {
  const topics = listTopics(details);
  const isInOffice =
    topics.includes(HOLDER_TOPIC) ||
    OFFICE_DETAILS.some((name) => details[name] !== undefined && details[name].length > 0);
  if (isInOffice) return false;
  return topics.includes(ASSOCIATE_TOPIC) || details['relatedTo'] !== undefined;
}

/** Returns a text, or the first of several. */
function readFirstText(details: EntryDetails, name: string): string | null {
  const value = details[name];
  const [firstValue] = typeof value === 'string' ? [value] : (value ?? []);
  return typeof firstValue === 'string' && firstValue !== '' ? firstValue : null;
}
