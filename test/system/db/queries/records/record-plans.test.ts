import { isInputObjectType } from 'graphql';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  countFiles,
  listDocumentsOfFiles,
  listFiles,
} from '../../../../../src/db/queries/files/file-lists.ts';
import {
  countAuditRecords,
  listAuditRecords,
} from '../../../../../src/db/queries/records/audit-lists.ts';
import {
  countReceipts,
  listReceipts,
} from '../../../../../src/db/queries/records/receipt-lists.ts';
import { readCounts } from '../../../../../src/db/queries/records/service-counts.ts';
import type { ReceiptFilter } from '../../../../../src/domain/business/completion.ts';
import type { AuditFilter } from '../../../../../src/domain/events/audit-event.ts';
import type { FileFilter } from '../../../../../src/domain/files/file.ts';
import type { Window } from '../../../../../src/domain/shared/page.ts';
import type { TimePosition } from '../../../../../src/domain/shared/time-position.ts';
import { schema } from '../../../../../src/schema/index.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { createTestService, createTestTokens } from '../../../../support/gateway/callers.ts';
import { explain } from '../../../../support/probes/explain.ts';

const PAGE = { first: 20, last: null, after: null, before: null };
const LAST = { ...PAGE, first: null, last: 20 };
/** In the midst of 100,000 rows, a second apart. */
const MIDST: TimePosition = ['2026-01-01T13:53:20.000Z', 50_000];
const WINDOWS: Window<TimePosition>[] = [
  PAGE,
  LAST,
  { ...PAGE, after: MIDST },
  { ...LAST, before: MIDST },
];
const SOON = new Date('2026-01-01T00:01:00Z');
const LATE = new Date('2026-01-02T03:46:00Z');
/** The rows lie on thousands of pages; a page of a list needs its own rows and the way down the index. */
const FEW_PAGES = 200;

const RECEIPT_FILTERS: ReceiptFilter[] = [
  {},
  { businessDatabaseId: 777 },
  { businessDatabaseId: 999_999_999 },
  { completedByUserId: 5 },
  { completedByUserId: 999 },
  { deleteMode: 'all' },
  { deleteMode: 'missing' },
  { completedSince: LATE },
  { completedBefore: SOON },
  { deleteMode: 'missing', completedBefore: LATE },
  { businessDatabaseId: 777, completedSince: SOON, completedBefore: LATE },
];
const AUDIT_FILTERS: AuditFilter[] = [
  {},
  { businessDatabaseId: 777 },
  { businessDatabaseId: 999_999_999 },
  { userId: 5 },
  { userId: 999 },
  { action: 'business_upserted' },
  { action: 'api_key_added' },
  { action: 'user_enabled' },
  { occurredSince: LATE },
  { occurredBefore: SOON },
  { action: 'api_key_added', occurredBefore: LATE },
  { businessDatabaseId: 777, action: 'business_upserted', occurredSince: SOON },
];
const FILE_FILTERS: FileFilter[] = [
  {},
  { businessDatabaseId: 777 },
  { businessDatabaseId: 999_999_999 },
  { statusIn: ['available'] },
  { statusIn: ['infected'] },
  { statusIn: ['expected', 'received'] },
  { statusIn: [] },
  { createdSince: LATE },
  { createdBefore: SOON },
  { businessDatabaseId: 777, statusIn: ['available'], createdSince: SOON },
];

const database = useDatabase();
let serviceId = 0;
let emptyServiceId = 0;

beforeAll(async () => {
  const tokens = await createTestTokens(database.db);
  ({ serviceId } = await createTestService(database.db, tokens));
  ({ serviceId: emptyServiceId } = await createTestService(database.db, tokens));
  await database.db.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction);
    for (const statement of STATEMENTS)
      await sql.raw(statement.replaceAll(':service', String(serviceId))).execute(transaction);
  });
  await sql`analyze`.execute(database.db);
});

const TIME = "'2026-01-01'::timestamptz + n * interval '1 second'";
const STATEMENTS = [
  `insert into deletion_receipts (service_id, id, business_id, delete_mode, deleted_participant_count,
     deleted_document_count, business_deleted, completed_by_user_id, completed_at, digest)
   select :service, n, n % 20000, case when n % 5000 = 0 then 'missing' else 'all' end, 1, 1, true,
     n % 100, ${TIME}, sha256(n::text::bytea)
   from generate_series(1, 100000) n`,
  `insert into audit_events (service_id, occurred_at, action, user_id, api_key_id, request_id,
     business_id, details)
   select :service, ${TIME},
     case when n % 5000 = 0 then 'api_key_added' when n % 3 = 0 then 'file_downloaded'
       else 'business_upserted' end,
     n % 100, 1, md5(n::text), n % 20000, jsonb_build_object('businessId', n % 20000)
   from generate_series(1, 100000) n`,
  `insert into files (service_id, id, state, business_id, created_at, expires_at, byte_count,
     media_type, sha256, storage_key, sealed_key, sealed_name)
   select :service, n, case when n % 5000 = 0 then 'infected' else 'available' end, n % 20000,
     ${TIME}, case when n % 5000 = 0 then now() end, 1, 'text/csv', sha256(n::text::bytea),
     case when n % 5000 <> 0 then md5(n::text) end, '', ''
   from generate_series(1, 100000) n`,
  `insert into files (service_id, id, created_at)
   select :service, n, ${TIME} from generate_series(100001, 200000) n`,
  `insert into documents (service_id, participant_id, type_code, position, file_id)
   select :service, n, 'INE', 0, n from generate_series(1, 100000) n`,
];

type Found = { what: object; scannedTables: string[]; pages: number };

const LISTS = {
  DeletionReceiptFilter: {
    filters: RECEIPT_FILTERS,
    explain: async (id: number) =>
      await explainAll(id, RECEIPT_FILTERS, { list: listReceipts, count: countReceipts }),
  },
  AuditEventFilter: {
    filters: AUDIT_FILTERS,
    explain: async (id: number) =>
      await explainAll(id, AUDIT_FILTERS, { list: listAuditRecords, count: countAuditRecords }),
  },
  FileFilter: {
    filters: FILE_FILTERS,
    explain: async (id: number) =>
      await explainAll(id, FILE_FILTERS, { list: listFiles, count: countFiles }),
  },
};

type Db = typeof database.db;
type Listing<Filter> = { serviceId: number; filter: Filter };
type Reads<Filter> = {
  list: (db: Db, listing: Listing<Filter>, window: Window<TimePosition>) => Promise<unknown>;
  count: (db: Db, listing: Listing<Filter>, max: number) => Promise<unknown>;
};

/** The plans of every window of every filter, and of every count. */
async function explainAll<Filter extends object>(
  id: number,
  filters: Filter[],
  { list, count }: Reads<Filter>,
): Promise<{ pages: Found[]; counts: Found[] }> {
  const pages: Found[] = [];
  const counts: Found[] = [];
  const { pool } = database;
  for (const filter of filters) {
    const listing = { serviceId: id, filter };
    for (const window of WINDOWS) {
      const plan = await explain(pool, async (db) => await list(db, listing, window));
      pages.push({ what: { filter, window }, ...plan });
    }
    const plan = await explain(pool, async (db) => await count(db, listing, 10_000));
    counts.push({ what: { filter, count: true }, ...plan });
  }
  return { pages, counts };
}

function fieldsOf(inputType: string): string[] {
  const type = schema.getType(inputType);
  return isInputObjectType(type) ? Object.keys(type.getFields()).toSorted() : [];
}

describe.each(Object.entries(LISTS))('among 100,000 records by %s', (inputType, list) => {
  it('every filter of the graph is looked at here', () => {
    const tried = [...new Set(list.filters.flatMap((one) => Object.keys(one)))];
    expect(tried.toSorted()).toEqual(fieldsOf(inputType));
  });

  it('pages come from an index, wherever they lie, and read hardly more than their rows', async () => {
    const { pages, counts } = await list.explain(serviceId);
    expect([...pages, ...counts].filter((one) => one.scannedTables.length > 0)).toEqual([]);
    expect(pages.filter((one) => one.pages > FEW_PAGES)).toEqual([]);
    expect(pages).toHaveLength(list.filters.length * WINDOWS.length);
  });

  it('a service without any pays nothing for those of another', async () => {
    const { pages, counts } = await list.explain(emptyServiceId);
    expect([...pages, ...counts].filter((one) => one.pages > 50)).toEqual([]);
  });
});

it('the documents of a page of files, and the counts of a service, come from an index', async () => {
  const ids = Array.from({ length: 100 }, (_, index) => 1 + index * 900);
  const documents = await explain(
    database.pool,
    async (db) => await listDocumentsOfFiles(db, serviceId, ids),
  );
  expect(documents.scannedTables).toEqual([]);
  const counts = await explain(database.pool, async (db) => await readCounts(db, serviceId));
  expect(counts.pages).toBeLessThan(20);
});
