import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import manifest from 'swagger-ui-dist/package.json' with { type: 'json' };
import {
  CSS,
  computeFingerprint,
  embedJson,
  JAVASCRIPT,
  PAGE_HEADERS,
  SVG,
  serveAsset,
} from '../../http/assets.ts';
import { type DemoHeaders, findDemoHeaders } from '../../http/demo-headers.ts';
import { LOGO } from '../../http/logo.ts';
import type { PageHandler } from '../../http/reply.ts';
import { START_SCRIPT } from './docs-start.ts';

const ROOT = '/api/v4/docs';

const PATHS = {
  script: `${ROOT}/${manifest.version}/swagger-ui.js`,
  style: `${ROOT}/${manifest.version}/swagger-ui.css`,
  start: `${ROOT}/${computeFingerprint(START_SCRIPT)}/start.js`,
  logo: `${ROOT}/${computeFingerprint(LOGO)}/logo.svg`,
};

/**
 * Creates the routes of Swagger UI at /api/v4/docs with all its files, by path; no other paths are served. In the local
 * demo, the page sends the demo's credentials.
 */
export function createDocsRoutes(demoHeaders: DemoHeaders): ReadonlyMap<string, PageHandler> {
  return new Map<string, PageHandler>([
    [
      ROOT,
      async ({ host }) => {
        const headers = await findDemoHeaders(host, demoHeaders);
        return { status: 200, headers: PAGE_HEADERS, body: renderPage(headers) };
      },
    ],
    [
      PATHS.script,
      serveAsset({
        type: JAVASCRIPT,
        load: async () => await readPackaged('swagger-ui-dist/swagger-ui-bundle.js'),
      }),
    ],
    [
      PATHS.style,
      serveAsset({
        type: CSS,
        load: async () => await readPackaged('swagger-ui-dist/swagger-ui.css'),
      }),
    ],
    [
      PATHS.start,
      serveAsset({ type: JAVASCRIPT, load: async () => await Promise.resolve(START_SCRIPT) }),
    ],
    [PATHS.logo, serveAsset({ type: SVG, load: async () => await Promise.resolve(LOGO) })],
  ]);
}

async function readPackaged(specifier: string): Promise<string> {
  return await readFile(fileURLToPath(import.meta.resolve(specifier)), 'utf8');
}

function renderPage(headers: Record<string, string> | undefined): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Participant Gateway: REST v4</title>
    <link rel="icon" href="${PATHS.logo}" />
    <link rel="stylesheet" href="${PATHS.style}" />
    <script id="demo" type="application/json">${embedJson(headers ?? {})}</script>
    <script defer src="${PATHS.start}"></script>
    <script defer src="${PATHS.script}"></script>
  </head>
  <body>
    <noscript>Swagger UI needs JavaScript.</noscript>
    <div id="swagger-ui" data-url="/api/v4/openapi.json"></div>
  </body>
</html>
`;
}
