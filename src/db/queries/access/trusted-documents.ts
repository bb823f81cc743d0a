import { sql } from 'kysely';
import type { Db } from '../../client.ts';

export type NewTrustedDocument = { id: string; name: string; text: string };
export type TrustedDocumentSummary = { id: string; name: string; length: number; addedAt: Date };
export type DocumentIds = { serviceId: number; ids: readonly string[] };

/** Maximum number of listed documents, which bounds the response. */
const DOCUMENTS_LISTED_MAX = 10_000;

/** Returns the text of a trusted document, or undefined when the service has none with the id. */
export async function findTrustedText(
  db: Db,
  { serviceId, id }: { serviceId: number; id: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('trusted_documents')
    .select('document')
    .where('service_id', '=', serviceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.document;
}

/** Returns the ids of documents that the service has with a different text. */
export async function listConflictingIds(
  db: Db,
  serviceId: number,
  documents: readonly NewTrustedDocument[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select stored.id
    from unnest(
      ${documents.map((document) => document.id)}::text[], ${documents.map((document) => document.text)}::text[]
    ) as new_documents (id, document)
    join trusted_documents stored on stored.service_id = ${serviceId} and stored.id = new_documents.id
    where stored.document <> new_documents.document
    order by stored.id
  `.execute(db);
  return rows.map((row) => row.id);
}

/** Stores the documents whose ids are new, in one statement; returns their number. */
export async function insertTrustedDocuments(
  db: Db,
  serviceId: number,
  documents: readonly NewTrustedDocument[],
): Promise<number> {
  // The returned rows are counted, because the row count of a Citus cluster includes rows that existed already.
  const { rows } = await sql`
    insert into trusted_documents (service_id, id, name, document)
    select ${serviceId}::integer, id, name, document
    from unnest(
      ${documents.map((document) => document.id)}::text[], ${documents.map((document) => document.name)}::text[],
      ${documents.map((document) => document.text)}::text[]
    ) as new_documents (id, name, document)
    on conflict (service_id, id) do nothing
    returning 1
  `.execute(db);
  return rows.length;
}

export async function countTrustedDocuments(db: Db, serviceId: number): Promise<number> {
  const { count } = await db
    .selectFrom('trusted_documents')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('service_id', '=', serviceId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Deletes documents; returns the number of those that existed. */
export async function deleteTrustedDocuments(
  db: Db,
  { serviceId, ids }: DocumentIds,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('trusted_documents')
    .where('service_id', '=', serviceId)
    .where((row) => row('id', '=', row.fn.any(row.val(ids))))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Returns the documents of a service without their texts, in order of name, at most DOCUMENTS_LISTED_MAX. */
export async function listTrustedSummaries(
  db: Db,
  serviceId: number,
): Promise<TrustedDocumentSummary[]> {
  return await db
    .selectFrom('trusted_documents')
    .select(['id', 'name', sql<number>`char_length(document)`.as('length'), 'added_at as addedAt'])
    .where('service_id', '=', serviceId)
    .orderBy('name')
    .orderBy('id')
    .limit(DOCUMENTS_LISTED_MAX)
    .execute();
}
