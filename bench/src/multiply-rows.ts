import { Client } from 'pg';

/** Ids of each copy of the rows begin this much higher than those of the one before. */
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

/** Adds copies of all businesses with everything in them under ids of their own; quick, since nothing is checked. */
export async function multiplyRows(connectionString: string, copies: number): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query('set session_replication_role = replica');
  for (const table of TABLES) {
    const columns = await listColumns(client, table);
    const values = columns.map((name) => (ID_COLUMNS.has(name) ? `${name} + copied.base` : name));
    await client.query(`insert into ${table} (${columns.join(', ')})
      select ${values.join(', ')} from ${table},
        (select n * ${COPY_STRIDE}::bigint from generate_series(1, ${copies}) n) as copied (base)
      order by copied.base`);
  }
  await client.query('vacuum (analyze)');
  await client.end();
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
