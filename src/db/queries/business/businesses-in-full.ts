import { sql } from 'kysely';
import type { FirstPage } from '../../../domain/business/participant.ts';
import type { ServiceKeys } from '../../batching/read-keys.ts';
import type { Db } from '../../client.ts';
import { prepareOne, type ValueOf } from '../../statements/prepared.ts';
import {
  decodePagesInFull,
  documentsOfPages,
  firstPagesCtes,
  PARTICIPANTS,
  type PageColumnsInFull,
  type PageValues,
  toPageValues,
} from '../participants/participant-json.ts';
import { type BusinessInFull, readBusinessInFull } from './business-in-full.ts';
import { BUSINESS_COLUMNS, type BusinessRow, toBusiness } from './businesses.ts';

/**
 * Reads businesses of a service, each with its first page of participants. One statement, so that a concurrent deletion
 * shows either a whole business or nothing.
 */
export async function readBusinessesInFull(
  db: Db,
  request: ServiceKeys<FirstPage>,
): Promise<BusinessInFull[][]> {
  const [page, secondPage] = request.keys;
  if (page !== undefined && secondPage === undefined)
    return [await readBusinessInFull(db, { serviceId: request.serviceId, page })];
  return decodeBusinesses(request, await selectBusinessesInFull(db, toPageValues(request)));
}

/** Businesses with their participants and documents: one JSON value for the rows of each kind. */
export type BusinessesInFull = PageColumnsInFull & { businesses: BusinessJson[] };

/** Decodes the business of each requested page: a list of one, or of none when the business does not exist. */
export function decodeBusinesses(
  request: ServiceKeys<FirstPage>,
  result: BusinessesInFull,
): BusinessInFull[][] {
  const pages = decodePagesInFull(request, result);
  const groups = pages.map((): BusinessInFull[] => []);
  for (const row of result.businesses)
    groups[row.ordinal - 1]?.push({
      business: toBusiness({
        ...row,
        created_at: new Date(row.created_at),
        updated_at: new Date(row.updated_at),
      }),
      participants: pages[row.ordinal - 1] ?? [],
    });
  return groups;
}

/** Row of a business as JSON; instants are texts. */
type BusinessJson = Omit<BusinessRow, 'created_at' | 'updated_at'> & {
  ordinal: number;
  created_at: string;
  updated_at: string;
};

const selectBusinessesInFull = prepareOne((db, value: ValueOf<PageValues>) =>
  sql<BusinessesInFull>`
    with ${firstPagesCtes(value)} select ${PARTICIPANTS} as participants, ${documentsOfPages(value)} as documents, (
      select coalesce(json_agg(business), '[]') from (
        select requested_pages.ordinal, ${sql.join(BUSINESS_COLUMNS.map((column) => sql.ref(column)))}
        from requested_pages
        join businesses b on b.service_id = ${value('serviceId')} and b.id = requested_pages.business_id
        left join users u on u.service_id = ${value('serviceId')} and u.id = b.responsible_user_id
      ) business
    ) as businesses
  `.compile(db),
);
