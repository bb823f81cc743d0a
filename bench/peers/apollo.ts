import { createServer, type IncomingMessage } from 'node:http';
import { ApolloServer, HeaderMap } from '@apollo/server';
import DataLoader from 'dataloader';
import { PORT } from './environment.ts';
import { readText } from './read-text.ts';
import {
  createRows,
  type DocumentRow,
  inGroups,
  type ParticipantRow,
  parsePlace,
  placeOf,
} from './rows.ts';
import { typeDefs } from './type-defs.ts';

/** Apollo Server with DataLoaders for each request, on named prepared statements and plain node:http. */
const rows = createRows();

type Context = {
  participants: DataLoader<number, ParticipantRow[]>;
  documents: DataLoader<number, DocumentRow[]>;
};

function createContext(): Context {
  return {
    participants: new DataLoader(async (ids) =>
      inGroups(ids, await rows.participants(ids), (row) => row.businessId),
    ),
    documents: new DataLoader(async (ids) =>
      inGroups(ids, await rows.documents(ids), (row) => row.participantId),
    ),
  };
}

type Parent = { databaseId: number };

const server = new ApolloServer<Context>({
  typeDefs,
  csrfPrevention: false,
  resolvers: {
    Query: {
      business: async (_root: unknown, { by }: { by: Parent }) => {
        const [found] = await rows.businesses([by.databaseId]);
        return found ?? null;
      },
      businesses: async (_root: unknown, args: { first?: number; after?: string }) => {
        const nodes = await rows.page(args.first ?? 20, parsePlace(args.after));
        return { nodes, pageInfo: { endCursor: placeOf(nodes.at(-1)) } };
      },
    },
    Business: {
      participants: async (one: Parent, _args: unknown, context: Context) => ({
        nodes: await context.participants.load(one.databaseId),
      }),
    },
    Participant: {
      documents: async (one: Parent, _args: unknown, context: Context) =>
        await context.documents.load(one.databaseId),
    },
  },
});
await server.start();

async function answer(request: IncomingMessage): Promise<{ type: string; text: string }> {
  const headers = new HeaderMap();
  headers.set('content-type', request.headers['content-type'] ?? '');
  const { headers: sent, body } = await server.executeHTTPGraphQLRequest({
    httpGraphQLRequest: {
      method: request.method ?? '',
      headers,
      search: '',
      body: JSON.parse(await readText(request)),
    },
    context: async () => await Promise.resolve(createContext()),
  });
  if (body.kind === 'chunked') throw new Error('The answer is not whole.');
  return { type: sent.get('content-type') ?? 'application/json', text: body.string };
}

createServer(async (request, response) => {
  if (request.method !== 'POST') {
    response.writeHead(404).end();
    return;
  }
  const { type, text } = await answer(request);
  response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(text) });
  response.end(text);
}).listen(PORT, '127.0.0.1');
