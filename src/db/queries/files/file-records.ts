import { sql } from 'kysely';
import type { FileRecord } from '../../../domain/files/file.ts';
import type { Db } from '../../client.ts';

/** Returns the files with these ids, in order of id. */
export async function listFilesByIds(
  db: Db,
  serviceId: number,
  ids: readonly number[],
): Promise<FileRecord[]> {
  const rows = await selectFiles(db, serviceId)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .orderBy('id')
    .execute();
  return rows.map(toFile);
}

/** Returns a file, locked until the transaction ends; undefined when it does not exist. */
export async function lockFile(
  db: Db,
  serviceId: number,
  id: number,
): Promise<FileRecord | undefined> {
  const row = await selectFiles(db, serviceId).where('id', '=', id).forUpdate().executeTakeFirst();
  return row && toFile(row);
}

export type Content = { businessId: number | null; sha256: string; byteCount: number };

/** Returns a file with equal content of the same business, locked so that its bytes are not deleted; or undefined. */
export async function lockDuplicate(
  db: Db,
  serviceId: number,
  { businessId, sha256, byteCount }: Content,
): Promise<FileRecord | undefined> {
  const row = await selectFiles(db, serviceId)
    .where('sha256', '=', Buffer.from(sha256, 'hex'))
    .where('byte_count', '=', byteCount)
    .where('business_id', businessId === null ? 'is' : '=', businessId)
    .where('storage_key', 'is not', null)
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  return row && toFile(row);
}

export type NewFile = Omit<FileRecord, 'id' | 'createdAt' | 'refusal'>;

/** Maximum number of ids to try. A second collision requires concurrent inserts or an id above KNOWN_ID_MAX. */
const ATTEMPTS_MAX = 10;

/**
 * Stores a file under a new id that no file of another system has, and returns it. The id counter stays locked until
 * the transaction ends.
 */
export async function insertFile(db: Db, serviceId: number, file: NewFile): Promise<FileRecord> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const row = await db
      .insertInto('files')
      .values({
        service_id: serviceId,
        id: await allocateId(db, serviceId, attempt),
        ...toColumns({ ...file, refusal: null }),
      })
      .onConflict((conflict) => conflict.columns(['service_id', 'id']).doNothing())
      .returning(FILE_COLUMNS)
      .executeTakeFirst();
    if (row !== undefined) return toFile(row);
  }
  throw new Error('No free id was found for a file.');
}

export async function updateFile(db: Db, serviceId: number, file: FileRecord): Promise<void> {
  await db
    .updateTable('files')
    .set(toColumns(file))
    .where('service_id', '=', serviceId)
    .where('id', '=', file.id)
    .execute();
}

/** Stores the reason why uploaded bytes were refused, unless accepted bytes have been stored meanwhile. */
export async function setFileRefusal(
  db: Db,
  { serviceId, id }: { serviceId: number; id: number },
  refusal: string,
): Promise<void> {
  await db
    .updateTable('files')
    .set({ refusal })
    .where('service_id', '=', serviceId)
    .where('id', '=', id)
    .where('state', '=', 'expected')
    .execute();
}

/** True when a document of the service refers to the file. */
export async function isAttached(db: Db, serviceId: number, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('documents')
    .select('file_id')
    .where('service_id', '=', serviceId)
    .where('file_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** True when a document of another business refers to the file. */
export async function isAttachedElsewhere(
  db: Db,
  serviceId: number,
  { fileId, businessId }: { fileId: number; businessId: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('documents as d')
    .innerJoin('participants as p', (join) =>
      join.on('p.service_id', '=', serviceId).onRef('p.id', '=', 'd.participant_id'),
    )
    .select('d.file_id')
    .where('d.service_id', '=', serviceId)
    .where('d.file_id', '=', fileId)
    .where('p.business_id', '!=', businessId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ids of other systems from this bound on do not raise the counter. Collisions with them are skipped one by one. */
const KNOWN_ID_MAX = 2 ** 40;

/**
 * Allocates an id. A new counter starts above all known ids below KNOWN_ID_MAX; after a collision, the counter is
 * raised above them.
 */
async function allocateId(db: Db, serviceId: number, attempt: number): Promise<number> {
  const nextId =
    attempt === 1 ? sql`c.last_id + 1` : sql`greatest(c.last_id + 1, excluded.last_id)`;
  const { rows } = await sql<{ id: number }>`
    insert into id_counters as c (service_id, kind, last_id)
    select ${serviceId}::integer, 'file', coalesce(max(id), 0) + 1
    from files where service_id = ${serviceId} and id < ${KNOWN_ID_MAX}
    on conflict (service_id, kind) do update set last_id = ${nextId}
    returning last_id as id
  `.execute(db);
  if (rows[0] === undefined) throw new Error('A counter answered nothing.');
  return rows[0].id;
}

function selectFiles(db: Db, serviceId: number) {
  return db.selectFrom('files').select(FILE_COLUMNS).where('service_id', '=', serviceId);
}

export const FILE_COLUMNS = [
  'id',
  'state',
  'business_id as businessId',
  'participant_id as participantId',
  'byte_count as byteCount',
  'media_type as mediaType',
  'sha256',
  'is_scanned as isScanned',
  'storage_key as storageKey',
  'sealed_key as sealedKey',
  'sealed_name as sealedName',
  'created_at as createdAt',
  'expires_at as expiresAt',
  'refusal',
] as const;

type FileRow = Awaited<ReturnType<ReturnType<typeof selectFiles>['execute']>>[number];

export function toFile({ sha256, ...row }: FileRow): FileRecord {
  return { ...row, sha256: sha256?.toString('hex') ?? null };
}

function toColumns(file: Omit<FileRecord, 'id' | 'createdAt'>) {
  return {
    state: file.state,
    business_id: file.businessId,
    participant_id: file.participantId,
    byte_count: file.byteCount,
    media_type: file.mediaType,
    sha256: file.sha256 === null ? null : Buffer.from(file.sha256, 'hex'),
    is_scanned: file.isScanned,
    storage_key: file.storageKey,
    sealed_key: file.sealedKey,
    sealed_name: file.sealedName,
    expires_at: file.expiresAt,
    refusal: file.refusal,
  };
}
