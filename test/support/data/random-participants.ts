import type { Db } from '../../../src/db/client.ts';
import type { PersonType } from '../../../src/domain/business/participant.ts';
import type {
  ParticipantFilter,
  ParticipantOrder,
} from '../../../src/domain/business/participant-list.ts';
import { makeParticipant, type ParticipantSample } from './factories.ts';
import {
  containsWords,
  equalsFilter,
  foldName,
  isInFilter,
  isInRanges,
  passesTree,
} from './filter-trees.ts';
import type { Random } from './random.ts';
import { START } from './random-businesses.ts';

/** Stored participant, with all values that lists filter and sort by. */
export type KnownParticipant = {
  id: number;
  externalPersonId: number;
  personType: PersonType;
  fullName: string;
  registrationMode: string;
  roles: string[];
  hasPendingMatches: boolean;
  hasMissingDocuments: boolean;
  legalActFolio: string | null;
  createdAt: Date;
  updatedAt: Date;
};

// biome-ignore format: one value a line would be a page of them.
const NAMES: [string, ...string[]] = [
  'María', 'maria', 'MARÍA  José', 'Mari\u0301a', 'Ana', 'Áña', '100%', '1_0_0', 'a\\b\\c', '日本語', '🜁🜂🜃x',
  'x'.repeat(200), `${'x'.repeat(200)}tail`,
];
const SURNAMES: [null, ...(string | null)[]] = [
  null,
  '',
  'López',
  'lopez',
  'de la O',
  'Núñez-Marín',
];

export async function makeRandomParticipant(
  db: Db,
  place: { serviceId: number; businessId: number },
  random: Random,
): Promise<KnownParticipant> {
  const isYes = () => random.below(2) === 0;
  const sample = {
    personExternalId: 500 + random.below(9),
    personType: random.pick(['natural', 'legal']),
    name: random.pick(NAMES),
    paternalSurname: random.pick(SURNAMES),
    maternalSurname: random.pick(SURNAMES),
    registrationMode: random.pick(['API', 'manual', 'api']),
    roles: random.pick([[], ['A'], ['A', 'B'], ['B'], ['a'], ['A%']]),
    hasPendingMatches: isYes(),
    legalActFolio: isYes() ? 'F-1' : null,
    createdAt: new Date(START + random.below(6)),
    updatedAt: new Date(START + random.below(6)),
    documents: random.pick<[string, number | null][]>([
      [],
      [['INE', 1]],
      [['INE', null]],
      [
        ['INE', 2],
        ['INE', null],
      ],
    ]),
  } satisfies ParticipantSample;
  const id = await makeParticipant(db, place, sample);
  const { documents, name, paternalSurname, maternalSurname, personExternalId, ...known } = sample;
  return {
    id,
    ...known,
    externalPersonId: personExternalId,
    fullName: [name, paternalSurname ?? '', maternalSurname ?? ''].join(' '),
    hasMissingDocuments: documents.some(([, fileId]) => fileId === null),
  };
}

/** Computes the expected ids of a list in order, without the database. */
export function listParticipantIds(
  all: readonly KnownParticipant[],
  filter: ParticipantFilter,
  order: ParticipantOrder,
): number[] {
  const passed = all.filter((one) => passesTree(one, filter, passes));
  return passed.toSorted((left, right) => compare(left, right, order)).map((one) => one.id);
}

function passes(one: KnownParticipant, filter: ParticipantFilter): boolean {
  const { role } = filter;
  return [
    equalsFilter(one.personType, filter.personType),
    typeof role !== 'string' || one.roles.some((own) => own === role),
    equalsFilter(one.registrationMode, filter.registrationMode),
    equalsFilter(one.hasPendingMatches, filter.hasPendingMatches),
    equalsFilter(one.legalActFolio !== null, filter.hasLegalActFolio),
    equalsFilter(one.hasMissingDocuments, filter.hasMissingDocuments),
    isInFilter(one.id, filter.databaseIdIn),
    isInFilter(one.externalPersonId, filter.externalPersonIdIn),
    containsWords(one.fullName, filter.nameContains),
    isInRanges(one, filter),
  ].every(Boolean);
}

function compare(left: KnownParticipant, right: KnownParticipant, order: ParticipantOrder): number {
  const sign = order.direction === 'asc' ? 1 : -1;
  return sign * (compareKeys(left, right, order.field) || left.id - right.id);
}

function compareKeys(
  left: KnownParticipant,
  right: KnownParticipant,
  field: ParticipantOrder['field'],
): number {
  if (field === 'id') return 0;
  if (field === 'name') return Buffer.compare(nameKey(left), nameKey(right));
  const key = field === 'created_at' ? 'createdAt' : 'updatedAt';
  return left[key].getTime() - right[key].getTime();
}

/** UTF-8 sorts as code points do; JavaScript's own order is that of UTF-16. */
function nameKey({ fullName }: KnownParticipant): Buffer {
  return Buffer.from(Array.from(foldName(fullName)).slice(0, 200).join(''));
}

const SINCE = new Date(START + 3);
/** Every filter of participants, alone and combined. */
export const PARTICIPANT_FILTERS: [ParticipantFilter, ...ParticipantFilter[]] = [
  {},
  { personType: null, role: null, hasPendingMatches: null, nameContains: null, and: null },
  { personType: 'natural' },
  { personType: 'legal' },
  ...['A', 'B', 'a', 'A%', ''].map((role) => ({ role })),
  { registrationMode: 'API' },
  { hasPendingMatches: true },
  { hasPendingMatches: false },
  { hasLegalActFolio: true },
  { hasLegalActFolio: false },
  { hasMissingDocuments: true },
  { hasMissingDocuments: false },
  { personType: 'legal', role: 'A', hasLegalActFolio: false },
  // biome-ignore format: one value a line would be a page of them.
  ...['mar', 'LÓPEZ maria', 'de la lopez', 'ari ope', '100%', '1_0', 'a\\b', '日本語', '🜁🜂🜃', 'tail', 'n-mar', 'zzz']
    .map((nameContains) => ({ nameContains })),
  { nameContains: 'lopez', hasMissingDocuments: true },
  { externalPersonIdIn: [501, 503, 9] },
  { externalPersonIdIn: [] },
  { databaseIdIn: [3, 5, 7, 11, 999_999] },
  { createdSince: SINCE, createdBefore: new Date(START + 5) },
  { updatedSince: SINCE },
  { updatedBefore: SINCE },
  { or: [] },
];
