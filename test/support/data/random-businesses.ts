import type { Db } from '../../../src/db/client.ts';
import type {
  BusinessFilter,
  BusinessOrder,
  TextFilter,
} from '../../../src/domain/business/business-list.ts';
import { type BusinessSample, makeBusiness } from './factories.ts';
import {
  containsWords,
  equalsFilter,
  foldName,
  isInFilter,
  isInRanges,
  passesTree,
} from './filter-trees.ts';
import type { Random } from './random.ts';

/** Stored business, with all values that lists filter and sort by. */
export type KnownBusiness = {
  id: number;
  externalId: number;
  code: string;
  name: string | null;
  createdAt: Date;
  updatedAt: Date;
  responsibleUserId: number | null;
  hasPendingMatches: boolean;
  hasMissingDocuments: boolean;
};

/** Few different values, so that many are equal; some that mean something to LIKE or differ past what is kept. */
// biome-ignore format: one value a line would be a page of them.
const NAMES: [null, ...(string | null)[]] = [
  null, null, null, '', 'alfa', 'Alfa', 'ÁLFA', 'a\u0301lfa', 'alfa beta', 'alf', 'Ñandú', 'nandu',
  'zeta', 'Zeta', 'Beta  de la Ñandú', 'BETA-ALFA', 'Betalfa S.A.', 'alfa\tbeta', 'ňandú 100% zeta', '100%', '100_', '100\\', '1000', '%', '_', '\\', '日本', '🜁', '\u{10ffff}',
  'x'.repeat(200), `${'x'.repeat(200)}a`, `${'X'.repeat(200)}B`, 'É'.repeat(300),
];
const CODES: [string, ...string[]] = ['A-1', 'a-1', 'A-10', 'A_1', 'A%1', 'A\\1', 'Á-1', 'B-2', ''];

export const START: number = Date.UTC(2026, 4, 1);

/** Stores a random business. Its times of creation and change differ by milliseconds. */
export async function makeRandomBusiness(
  db: Db,
  {
    serviceId,
    participantsMax,
    userIds = [],
  }: { serviceId: number; participantsMax: number; userIds?: number[] },
  random: Random,
): Promise<KnownBusiness> {
  const isYes = () => random.below(3) === 0;
  const participants = Array.from({ length: random.below(participantsMax + 1) }, () => ({
    hasPendingMatches: isYes(),
    documents: isYes() ? ([['INE', isYes() ? 7 : null]] satisfies [string, number | null][]) : [],
  }));
  const sample = {
    code: random.pick(CODES),
    name: random.pick(NAMES),
    responsibleUserId: random.pick([null, ...userIds]),
    createdAt: new Date(START + random.below(6)),
    updatedAt: new Date(START + random.below(6)),
    participants,
  } satisfies BusinessSample;
  const { id, externalId } = await makeBusiness(db, serviceId, sample);
  const { code, name, createdAt, updatedAt, responsibleUserId } = sample;
  return {
    id,
    externalId,
    code,
    name,
    createdAt,
    updatedAt,
    responsibleUserId,
    hasPendingMatches: participants.some((one) => one.hasPendingMatches),
    hasMissingDocuments: participants.some((one) =>
      one.documents.some(([, fileId]) => fileId === null),
    ),
  };
}

/** Computes the expected ids of a list without the database. */
export function listIds(
  all: readonly KnownBusiness[],
  filter: BusinessFilter,
  order: BusinessOrder,
): number[] {
  const passed = all.filter((one) => passesTree(one, filter, passes));
  return passed.toSorted((left, right) => compare(left, right, order)).map((one) => one.id);
}

function passes(one: KnownBusiness, filter: BusinessFilter): boolean {
  const { responsibleUser } = filter;
  return [
    isText(one.code, filter.code ?? {}),
    isText(one.name, filter.name ?? {}),
    isInFilter(one.id, filter.databaseIdIn),
    isInFilter(one.externalId, filter.externalIdIn),
    equalsFilter(one.responsibleUserId, responsibleUser?.databaseId),
    equalsFilter(emailOf(one), responsibleUser?.email?.toLowerCase()),
    equalsFilter(one.hasPendingMatches, filter.hasPendingMatches),
    equalsFilter(one.hasMissingDocuments, filter.hasMissingDocuments),
    containsWords(one.name ?? '', filter.nameContains),
    isInRanges(one, filter),
  ].every(Boolean);
}

function isText(text: string | null, { equals, startsWith }: TextFilter): boolean {
  if (typeof equals === 'string') return text === equals;
  if (typeof startsWith === 'string')
    return text !== null && fold(text).startsWith(fold(startsWith));
  return true;
}

/** Of the users that tests make besides the one of a service. */
function emailOf({ responsibleUserId }: KnownBusiness): string | null {
  return responsibleUserId === null ? null : `user-${responsibleUserId}@example.test`;
}

function fold(text: string): string {
  return Array.from(foldName(text)).slice(0, 200).join('');
}

function compare(left: KnownBusiness, right: KnownBusiness, order: BusinessOrder): number {
  const sign = order.direction === 'asc' ? 1 : -1;
  const byId = sign * (left.id - right.id);
  if (order.field !== 'name') {
    const key = order.field === 'created_at' ? 'createdAt' : 'updatedAt';
    return sign * (left[key].getTime() - right[key].getTime()) || byId;
  }
  if (left.name === null || right.name === null) {
    return Number(left.name === null) - Number(right.name === null) || byId;
  }
  // UTF-8 sorts as code points do; JavaScript's own order is that of UTF-16.
  return sign * Buffer.compare(Buffer.from(fold(left.name)), Buffer.from(fold(right.name))) || byId;
}
