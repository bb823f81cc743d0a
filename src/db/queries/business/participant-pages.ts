import { sql } from 'kysely';
import type { Business } from '../../../domain/business.ts';
import type { FirstPage, Participant, ParticipantInFull } from '../../../domain/participant.ts';
import type { Db } from '../../client.ts';
import type { ServiceKeys } from '../../statements/coalesce.ts';
import { prepareOne, type ValueOf } from '../../statements/prepared.ts';
import { BUSINESS_COLUMNS, type BusinessRow, toBusiness } from './businesses.ts';
import {
  askedPages,
  decodePages,
  decodePagesInFull,
  documentsOfPages,
  PARTICIPANTS,
  type PageColumns,
  type PageColumnsInFull,
  type PageValues,
  pageValues,
} from './participant-json.ts';

/** The first pages of these businesses of a service; other windows are read by `listParticipantWindows`. */
export async function readFirstPages(
  db: Db,
  asked: ServiceKeys<FirstPage>,
): Promise<Participant[][]> {
  return decodePages(asked, await selectPages(db, pageValues(asked)));
}

/** The same, each participant with its documents. */
export async function readFirstPagesInFull(
  db: Db,
  asked: ServiceKeys<FirstPage>,
): Promise<ParticipantInFull[][]> {
  return decodePagesInFull(asked, await selectPagesInFull(db, pageValues(asked)));
}

export type BusinessInFull = { business: Business; participants: ParticipantInFull[] };

/**
 * These businesses of a service, each with its first page in full. One statement, so that a deletion that runs
 * meanwhile shows either all of a business or nothing.
 */
export async function readBusinessesInFull(
  db: Db,
  asked: ServiceKeys<FirstPage>,
): Promise<BusinessInFull[][]> {
  return decodeBusinesses(asked, await selectBusinessesInFull(db, pageValues(asked)));
}

/** What the statement answers, one value for the rows of each kind. */
export type BusinessesInFull = PageColumnsInFull & { businesses: BusinessJson[] };

/** The business of each asked page. */
export function decodeBusinesses(
  asked: ServiceKeys<FirstPage>,
  found: BusinessesInFull,
): BusinessInFull[][] {
  const pages = decodePagesInFull(asked, found);
  const groups = pages.map((): BusinessInFull[] => []);
  for (const row of found.businesses)
    groups[row.place - 1]?.push({
      business: toBusiness({
        ...row,
        created_at: new Date(row.created_at),
        updated_at: new Date(row.updated_at),
      }),
      participants: pages[row.place - 1] ?? [],
    });
  return groups;
}

/** Moments are text in JSON. */
type BusinessJson = Omit<BusinessRow, 'created_at' | 'updated_at'> & {
  place: number;
  created_at: string;
  updated_at: string;
};

const selectPages = prepareOne((db, value: ValueOf<PageValues>) =>
  sql<PageColumns>`with ${askedPages(value)} select ${PARTICIPANTS} as participants`.compile(db),
);

const selectPagesInFull = prepareOne((db, value: ValueOf<PageValues>) =>
  sql<PageColumnsInFull>`
    with ${askedPages(value)} select ${PARTICIPANTS} as participants, ${documentsOfPages(value)} as documents
  `.compile(db),
);

const selectBusinessesInFull = prepareOne((db, value: ValueOf<PageValues>) =>
  sql<BusinessesInFull>`
    with ${askedPages(value)} select ${PARTICIPANTS} as participants, ${documentsOfPages(value)} as documents, (
      select coalesce(json_agg(business), '[]') from (
        select asked.place, ${sql.join(BUSINESS_COLUMNS.map((column) => sql.ref(column)))}
        from asked
        join businesses b on b.service_id = ${value('serviceId')} and b.id = asked.business_id
        left join users u on u.service_id = ${value('serviceId')} and u.id = b.responsible_user_id
      ) business
    ) as businesses
  `.compile(db),
);
