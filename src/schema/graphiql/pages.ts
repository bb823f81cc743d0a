import manifest from '@graphql-yoga/render-graphiql/package.json' with { type: 'json' };
import {
  type Asset,
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
import { START_SCRIPT, STYLE } from './examples/start.ts';
import { makeDefaultedFieldsOptional } from './optional-defaults.ts';
import { TABS } from './tabs.ts';

export type GraphiqlOptions = {
  /** Path of the GraphQL endpoint. */
  endpoint: string;
  demoHeaders: DemoHeaders;
};

/**
 * Creates the routes of GraphiQL by path: the page at /graphiql, and its files, so that it loads none from other hosts.
 */
export function createGraphiqlRoutes(options: GraphiqlOptions): ReadonlyMap<string, PageHandler> {
  return new Map<string, PageHandler>([
    [
      '/graphiql',
      async ({ host }) => {
        const headers = await findDemoHeaders(host, options.demoHeaders);
        return { status: 200, headers: PAGE_HEADERS, body: renderPage(options.endpoint, headers) };
      },
    ],
    ...Object.values(FILES).map(({ path, asset }) => [path, serveAsset(asset)] as const),
  ]);
}

const TITLE = 'Participant Gateway';

/** Imports the files of GraphiQL, 6 MB, when the page is first opened instead of at the start of every process. */
const loadPackage = async () => await import('@graphql-yoga/render-graphiql/graphiql');

const FILES = {
  start: createOwnFile('start.js', JAVASCRIPT, START_SCRIPT),
  logo: createOwnFile('logo.svg', SVG, LOGO),
  ownStyle: createOwnFile('page.css', CSS, STYLE),
  script: createPackageFile('graphiql.js', JAVASCRIPT, async () => (await loadPackage()).js),
  style: createPackageFile('graphiql.css', CSS, async () => (await loadPackage()).css),
  graphql: createPackageFile('graphql-defaults.js', JAVASCRIPT, async () =>
    makeDefaultedFieldsOptional((await loadPackage()).graphqlWorker),
  ),
  json: createPackageFile('json.js', JAVASCRIPT, async () => (await loadPackage()).jsonWorker),
  editor: createPackageFile(
    'editor.js',
    JAVASCRIPT,
    async () => (await loadPackage()).editorWorkerService,
  ),
};

type ServedFile = { path: string; asset: Asset };

function createOwnFile(name: string, type: string, text: string): ServedFile {
  const load = async (): Promise<string> => await Promise.resolve(text);
  return { path: `/graphiql/${computeFingerprint(text)}/${name}`, asset: { type, load } };
}

function createPackageFile(name: string, type: string, load: () => Promise<string>): ServedFile {
  return { path: `/graphiql/${manifest.version}/${name}`, asset: { type, load } };
}

/** Initial text of the headers editor. GraphiQL accepts JSON with comments. */
const EMPTY_HEADERS = `{
  // Fill in the three values, then Shift-Ctrl-R for the docs.
  // No token yet? Drop that line and run IssueAccessToken.
  "Authorization": "Bearer YOUR_TOKEN",
  "x-api-key": "YOUR_API_KEY",
  "service": "YOUR_SERVICE"
}`;

function renderPage(endpoint: string, headers: Record<string, string> | undefined): string {
  const options = {
    endpoint,
    title: TITLE.replaceAll(' ', '&nbsp;'),
    logo: LOGO,
    tabs: TABS,
    headers: headers === undefined ? EMPTY_HEADERS : JSON.stringify(headers, null, 2),
    openEditor: headers === undefined ? 'headers' : 'variables',
    workers: {
      graphql: FILES.graphql.path,
      json: FILES.json.path,
      editorWorkerService: FILES.editor.path,
    },
  };
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>${TITLE}: GraphiQL</title>
    <link rel="icon" href="${FILES.logo.path}" />
    <link rel="stylesheet" href="${FILES.style.path}" />
    <link rel="stylesheet" href="${FILES.ownStyle.path}" />
    <script id="options" type="application/json">${embedJson(options)}</script>
    <script defer src="${FILES.start.path}"></script>
    <script defer src="${FILES.script.path}"></script>
  </head>
  <body id="body" class="no-focus-outline">
    <noscript>GraphiQL needs JavaScript.</noscript>
    <div id="root"></div>
  </body>
</html>
`;
}
