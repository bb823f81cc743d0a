import { sql } from 'kysely';
import type { Db } from '../../client.ts';
import { throwTooLong, unlessTooLong } from '../../statements/read-bounds.ts';

/** Actor of the read, for its audit event; null when no value is shown, so that no event is recorded. */
export type FieldReader = {
  userId: number;
  apiKeyId: number;
  requestId: string;
} | null;

export type SealedFields = { id: number; fileId: number; sealed: Buffer };

/**
 * Returns the encrypted fields of extractions, in order of id; extractions without fields are omitted. The same
 * statement records the read in the audit trail, with ids only, so that nothing is shown without its audit event.
 * Throws AppError `limit_exceeded`, and records nothing, when the result is too long.
 */
export async function readSealedFields(
  db: Db,
  { serviceId, reader }: { serviceId: number; reader: FieldReader },
  ids: readonly number[],
): Promise<SealedFields[]> {
  const { rows } = await sql<SealedFields | (Omit<SealedFields, 'sealed'> & { sealed: null })>`
    with requested_extractions as (
      select x.id, x.file_id as "fileId", f.business_id,
        ${unlessTooLong(sql`octet_length(x.sealed)`, sql<Buffer>`x.sealed`)} as sealed
      from extractions x join files f on f.service_id = x.service_id and f.id = x.file_id
      where x.service_id = ${serviceId} and x.id = any(${ids}::bigint[]) and x.sealed is not null
    ), audit as (
      insert into audit_events (service_id, action, user_id, api_key_id, request_id, business_id, details)
      select ${serviceId}::integer, 'extraction_read', ${reader?.userId ?? null}::bigint,
        ${reader?.apiKeyId ?? null}::bigint, ${reader?.requestId ?? null}::text, business_id,
        jsonb_build_object('businessId', business_id, 'fileId', "fileId", 'extractionId', id)
      from requested_extractions where ${reader !== null}::boolean and sealed is not null order by id
    )
    select id, "fileId", sealed from requested_extractions order by id
  `.execute(db);
  return rows.map((row) => ({ ...row, sealed: row.sealed ?? throwTooLong('readings') }));
}
