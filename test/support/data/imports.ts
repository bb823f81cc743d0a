import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import type { Db } from '../../../src/db/client.ts';
import { insertService } from '../../../src/db/queries/access/services.ts';
import type { ImportCounts } from '../../../src/db/queries/import/counts.ts';
import { importFiles } from '../../../src/import/import-files.ts';
import type { TestDatabase } from '../database/database.ts';

/** Line as an object, or as its exact text. */
export type SampleLine = object | string;

export type ImportTarget = { name: string; serviceId: number };

/** Creates a service without keys or users. */
export async function createImportTarget(db: Db): Promise<ImportTarget> {
  const name = `import-${randomUUID()}`;
  const serviceId = await insertService(db, name);
  if (serviceId === undefined) throw new Error('A random name is free.');
  return { name, serviceId };
}

/** Writes a file of these lines, which is deleted after the test. */
export async function writeLines(
  lines: readonly SampleLine[],
  fileName = 'lines.ndjson',
): Promise<string> {
  return await writeBytes(Buffer.from(lines.map((line) => `${toText(line)}\n`).join('')), fileName);
}

export async function writeBytes(bytes: Buffer, fileName = 'lines.ndjson'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'participant-gateway-import-'));
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }));
  const file = join(folder, fileName);
  await writeFile(file, bytes);
  return file;
}

function toText(line: SampleLine): string {
  return typeof line === 'string' ? line : JSON.stringify(line);
}

export async function importLines(
  { pool }: Pick<TestDatabase, 'pool'>,
  target: ImportTarget,
  lines: readonly SampleLine[],
): Promise<ImportCounts> {
  return await importFiles({ pool, serviceName: target.name, files: [await writeLines(lines)] });
}

/** Returns the message of a rejected import, without the folder of the file. Fails when the import succeeds. */
export async function getRejection(
  database: Pick<TestDatabase, 'pool'>,
  target: ImportTarget,
  lines: readonly SampleLine[],
): Promise<string> {
  const error = await importLines(database, target, lines).then(
    () => new Error('the import was not refused'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error) || error.name !== 'OperatorError') throw error;
  return error.message.replaceAll(/^\S+\/(?=[^/\s]+, line)/gm, '');
}

let nextId = 1;

/** Creates a business line. Defaults fill everything that the test omits. */
export function businessLine(fields: object = {}) {
  const number = nextId++;
  return {
    type: 'business',
    id_negocio: 1_000 + number,
    cod_negocio: `NEG-${number}`,
    business_name: `Fideicomiso ${number}`,
    responsible_user: { name: '', first_last_name: '', second_last_name: '', email: '' },
    participantes: [],
    ...fields,
  };
}

/** Creates a participant with v4 names. Defaults fill everything that the test omits. */
export function participant(fields: { tipo_per?: string; [member: string]: unknown } = {}) {
  const number = nextId++;
  return {
    id_persona: 50_000 + number,
    tipo_per: 'FIS',
    nombre: `Persona ${number}`,
    apellido_paterno: fields.tipo_per === 'MOR' ? '' : 'Roble',
    apellido_materno: '',
    email: '',
    codigo_telefonico: '+52',
    telefono: '5500000000',
    mod_carga: 'MANUAL',
    match_resolution_pending: false,
    roles: ['FIDEICOMITENTE'],
    tipo_doctos: [],
    juridical_folio: null,
    ...fields,
  };
}

/** Returns the rows of one table of a service, ordered by these columns. */
export async function readRows(
  db: Db,
  target: ImportTarget,
  { table, order }: { table: string; order: string },
): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`
    select * from ${sql.table(table)} where service_id = ${target.serviceId} order by ${sql.raw(order)}
  `.execute(db);
  return rows;
}

const DATA_TABLES = [
  'users',
  'persons',
  'files',
  'businesses',
  'participants',
  'documents',
  'questionnaire_templates',
  'questions',
  'filled_questionnaires',
  'answers',
  'id_counters',
  'business_events',
];

/** Returns all rows of a service with their ctid and xmin, which change with every write. */
export async function readVersions(db: Db, target: ImportTarget): Promise<string[]> {
  const parts = DATA_TABLES.map(
    (table) => sql`
      select ${sql.lit(table)} || ' ' || t.ctid || ' ' || t.xmin || ' ' || t::text as row
      from ${sql.table(table)} t where service_id = ${target.serviceId}`,
  );
  const { rows } = await sql<{ row: string }>`
    select row from (${sql.join(parts, sql` union all `)}) as versions order by row
  `.execute(db);
  return rows.map((one) => one.row);
}
