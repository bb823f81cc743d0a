import { Pool, types } from 'pg';
import { DATABASE_URL } from './environment.ts';

/** The benchmarks have one service, and it is the first. */
const SERVICE_ID = 1;
/** As many as the gateway has. */
const POOL_SIZE = 10;

export type BusinessRow = {
  databaseId: number;
  externalId: number;
  code: string;
  name: string | null;
  createdAt: Date;
  responsibleUser: object | null;
};
export type ParticipantRow = { businessId: number; databaseId: number };
export type DocumentRow = { participantId: number };
/** The last row before a page. */
export type Place = { createdAt: string; databaseId: number };

export type Rows = {
  businesses: (ids: readonly number[]) => Promise<BusinessRow[]>;
  /** Newest first. */
  page: (count: number, after: Place | undefined) => Promise<BusinessRow[]>;
  participants: (businessIds: readonly number[]) => Promise<ParticipantRow[]>;
  documents: (participantIds: readonly number[]) => Promise<DocumentRow[]>;
};

types.setTypeParser(types.builtins.INT8, Number);

export function createPool(): Pool {
  return new Pool({ connectionString: DATABASE_URL, max: POOL_SIZE });
}

/** What the loaders of mercurius and Apollo Server read, each by one named prepared statement. */
export function createRows(): Rows {
  const pool = createPool();
  const query = async <Row extends object>(name: string, values: unknown[]): Promise<Row[]> => {
    const { rows } = await pool.query<Row>({ name, text: STATEMENTS[name] ?? '', values });
    return rows;
  };
  return {
    businesses: async (ids) => {
      const rows = await query<FlatBusiness>('businesses', [SERVICE_ID, ids]);
      return rows.map(toBusiness);
    },
    page: async (count, after) => {
      const values = [SERVICE_ID, count, after?.createdAt ?? 'infinity', after?.databaseId ?? 0];
      const rows = await query<FlatBusiness>('page', values);
      return rows.map(toBusiness);
    },
    participants: async (ids) => {
      const rows = await query<FlatParticipant>('participants', [SERVICE_ID, ids]);
      return rows.map(toParticipant);
    },
    documents: async (ids) => await query<DocumentRow>('documents', [SERVICE_ID, ids]),
  };
}

const BUSINESS = `
  select b.id as "databaseId", b.external_id as "externalId", b.code, b.name,
    b.created_at as "createdAt", u.id as "userId", u.given_name as "givenName",
    u.paternal_surname as "paternalSurname", u.maternal_surname as "maternalSurname", u.email
  from businesses b
  left join users u on u.service_id = b.service_id and u.id = b.responsible_user_id
  where b.service_id = $1`;

const STATEMENTS: Record<string, string> = {
  businesses: `${BUSINESS} and b.id = any($2::bigint[])`,
  page: `${BUSINESS} and (b.created_at, b.id) < ($3, $4)
  order by b.created_at desc, b.id desc limit $2`,
  participants: `
  select p.id as "databaseId", p.business_id as "businessId", s.external_id as "externalPersonId",
    case p.person_type when 'legal' then 'LEGAL_ENTITY' else 'NATURAL_PERSON' end as "personType",
    p.name, p.paternal_surname as "paternalSurname", p.maternal_surname as "maternalSurname", p.email,
    p.phone_country_code as "countryCode", p.phone_number as number,
    p.registration_mode as "registrationMode", p.has_pending_matches as "hasPendingMatches", p.roles
  from participants p
  join persons s on s.service_id = p.service_id and s.id = p.person_id
  where p.service_id = $1 and p.business_id = any($2::bigint[])
  order by p.business_id, p.id`,
  documents: `
  select participant_id as "participantId", type_code as "typeCode", file_id as "downloadId"
  from documents
  where service_id = $1 and participant_id = any($2::bigint[])
  order by participant_id, position`,
};

type FlatBusiness = Omit<BusinessRow, 'responsibleUser'> & { userId: number | null };
type FlatParticipant = ParticipantRow & { countryCode: string | null; number: string | null };

function toBusiness(row: FlatBusiness): BusinessRow {
  return { ...row, responsibleUser: row.userId === null ? null : row };
}

function toParticipant(row: FlatParticipant): ParticipantRow & { phone: object | null } {
  return { ...row, phone: row.countryCode === null && row.number === null ? null : row };
}

/** One group for each key, in the order of the keys. */
export function inGroups<Row>(
  keys: readonly number[],
  rows: readonly Row[],
  keyOf: (row: Row) => number,
): Row[][] {
  const groups = Map.groupBy(rows, keyOf);
  return keys.map((key) => groups.get(key) ?? []);
}

/** Cursors of the peers are the place in clear. */
export function parsePlace(cursor: string | null | undefined): Place | undefined {
  if (cursor === null || cursor === undefined) return undefined;
  const [createdAt = '', id = ''] = cursor.split('|');
  return { createdAt, databaseId: Number(id) };
}

export function placeOf(row: BusinessRow | undefined): string | null {
  return row === undefined ? null : `${row.createdAt.toISOString()}|${row.databaseId}`;
}
