import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { DATABASE_URL, PORT } from './environment.ts';

/** PostGraphile's usual preset over the same tables, which it makes its schema of. */
const preset: GraphileConfig.Preset = {
  extends: [PostGraphileAmberPreset],
  // The order of a participant's documents has no index of its own, and needs none.
  disablePlugins: ['PgIndexBehaviorsPlugin'],
  pgServices: [
    makePgService({
      connectionString: DATABASE_URL,
      schemas: ['public'],
      poolConfig: { max: 10 },
    }),
  ],
  grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false },
  grafast: { explain: false },
};

const server = createServer();
const instance = postgraphile(preset);
await instance.createServ(grafserv).addTo(server);
server.listen(PORT, '127.0.0.1');
