/** Where orval reads, where it writes and where its client finds the gateway: as the test that runs it says. */
export default {
  gateway: {
    input: { target: process.env['OPENAPI_FILE'] ?? '' },
    output: {
      target: './made/orval.ts',
      client: 'fetch',
      mode: 'single',
      baseUrl: process.env['GATEWAY_URL'] ?? '',
    },
  },
};
