import { Client } from 'pg';

/** Distance between the ids of consecutive copies of the rows. */
export const COPY_STRIDE = 100_000_000;

const TABLES = ['persons', 'files', 'businesses', 'participants', 'documents'];
/** What names a row of one copy, here or elsewhere. */
const ID_COLUMNS = new Set([
  'id',
  'external_id',
  'business_id',
  'person_id',
  'participant_id',
  'file_id',
]);

/**
 * Multiplies the businesses with all their rows by a factor; a factor below 1 keeps the first ones only. Copies rows
 * without constraint checks.
 */
export async function multiplyRows(connectionString: string, times: number): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query('set session_replication_role = replica');
  for (const table of times < 1 ? [] : TABLES) await copyRows(client, table, times - 1);
  if (times < 1) await keepFirst(client, times);
  await client.query('vacuum (analyze)');
  await client.end();
}

async function copyRows(client: Client, table: string, copies: number): Promise<void> {
  const columns = await listColumns(client, table);
  const values = columns.map((name) => (ID_COLUMNS.has(name) ? `${name} + copied.base` : name));
  await client.query(`insert into ${table} (${columns.join(', ')})
    select ${values.join(', ')} from ${table},
      (select n * ${COPY_STRIDE}::bigint from generate_series(1, ${copies}) n) as copied (base)
    order by copied.base`);
}

async function keepFirst(client: Client, share: number): Promise<void> {
  const last = `(select max(id) * ${share} from businesses)`;
  const kept = `(select id from participants where business_id <= ${last})`;
  await client.query(`delete from documents where participant_id not in ${kept}`);
  await client.query(`delete from participants where business_id > ${last}`);
  await client.query(`delete from businesses where id > ${last}`);
  await client.query('vacuum (full) documents, participants, businesses');
}

/** Those that are not computed from others. */
async function listColumns(client: Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'
     order by ordinal_position`,
    [table],
  );
  return rows.map((row) => row.name);
}
