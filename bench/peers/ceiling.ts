import { createServer, type IncomingMessage } from 'node:http';
import { BUSINESS_DETAIL_SQL, GRAPHQL_BUSINESS_SQL, GRAPHQL_LIST_SQL } from './ceiling-sql.ts';
import { PORT } from './environment.ts';
import { readText } from './read-text.ts';
import { createPool, parsePlace } from './rows.ts';

/**
 * The least that a server without tricks can do: node:http, pg, and one named prepared statement in which
 * PostgreSQL builds the whole answer. No schema, no checks, no authentication, no log.
 */
const pool = createPool();

async function ask(name: string, text: string, values: unknown[]): Promise<string> {
  const { rows } = await pool.query<[string]>({ name, text, values, rowMode: 'array' });
  return rows[0]?.[0] ?? '{}';
}

type Body = { variables: { databaseId?: number; first?: number; after?: string } };

async function readBody(request: IncomingMessage): Promise<Body> {
  return JSON.parse(await readText(request));
}

async function answer(request: IncomingMessage): Promise<string> {
  if (request.method === 'GET') {
    const id = new URL(request.url ?? '/', 'http://ceiling').searchParams.get('id');
    return await ask('detail', BUSINESS_DETAIL_SQL, [id]);
  }
  const { databaseId, first, after } = (await readBody(request)).variables;
  if (databaseId !== undefined) return await ask('business', GRAPHQL_BUSINESS_SQL, [databaseId]);
  const place = parsePlace(after);
  const values = [first, place?.createdAt ?? 'infinity', place?.databaseId ?? 0];
  return await ask('list', GRAPHQL_LIST_SQL, values);
}

createServer(async (request, response) => {
  const text = await answer(request);
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}).listen(PORT, '127.0.0.1');
