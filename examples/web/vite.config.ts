import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type ProxyOptions } from 'vite';

/** The gateway lies behind the page's own origin, as it should in production, so that no CORS is needed. */
export default defineConfig(({ mode }) => {
  const { GATEWAY_URL = 'http://127.0.0.1:4000' } = loadEnv(mode, import.meta.dirname, 'GATEWAY_');
  // Links to files lead to the second, with which bytes are sent and fetched; PDFs of reports are at the third.
  const paths = ['/graphql', '/api/v4/file', '/api/v4/socioeconomic/report'];
  const proxy = Object.fromEntries(paths.map((path) => [path, passOn(GATEWAY_URL)]));
  return { plugins: [react()], server: { proxy }, preview: { proxy } };
});

function passOn(target: string): ProxyOptions {
  return {
    target,
    configure: (proxy) => {
      // By itself Vite's proxy keeps a stream open whose server has gone: nobody would notice.
      proxy.on('proxyRes', (from, _request, to) => from.on('close', () => to.destroy()));
    },
  };
}
