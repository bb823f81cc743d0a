import Fastify from 'fastify';
import mercurius from 'mercurius';
import { PORT } from './environment.ts';
import {
  type BusinessRow,
  createRows,
  inGroups,
  type ParticipantRow,
  parsePlace,
  placeOf,
} from './rows.ts';
import { typeDefs } from './type-defs.ts';

/** mercurius as its manual shows it, with its loaders and its JIT, on named prepared statements. */
const rows = createRows();
const app = Fastify();

type Queried<Parent> = readonly { obj: Parent }[];

await app.register(mercurius, {
  schema: typeDefs,
  jit: 1,
  resolvers: {
    Query: {
      business: async (_root: unknown, { by }: { by: { databaseId: number } }) => {
        const [found] = await rows.businesses([by.databaseId]);
        return found ?? null;
      },
      businesses: async (_root: unknown, args: { first?: number; after?: string }) => {
        const nodes = await rows.page(args.first ?? 20, parsePlace(args.after));
        return { nodes, pageInfo: { endCursor: placeOf(nodes.at(-1)) } };
      },
    },
  },
  loaders: {
    Business: {
      participants: async (queries: Queried<BusinessRow>) => {
        const ids = queries.map(({ obj }) => obj.databaseId);
        const found = inGroups(ids, await rows.participants(ids), (row) => row.businessId);
        return found.map((nodes) => ({ nodes }));
      },
    },
    Participant: {
      documents: async (queries: Queried<ParticipantRow>) => {
        const ids = queries.map(({ obj }) => obj.databaseId);
        return inGroups(ids, await rows.documents(ids), (row) => row.participantId);
      },
    },
  },
});
await app.listen({ port: PORT, host: '127.0.0.1' });
