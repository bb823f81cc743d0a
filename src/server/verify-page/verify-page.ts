import {
  CSS,
  computeFingerprint,
  embedJson,
  JAVASCRIPT,
  PAGE_HEADERS,
  SVG,
  serveAsset,
} from '../../http/assets.ts';
import { LOGO } from '../../http/logo.ts';
import type { PageHandler } from '../../http/reply.ts';
import { VERIFY_SCRIPT } from './verify-script.ts';
import { VERIFY_STYLE } from './verify-style.ts';
import { VERIFY_WORDS } from './verify-words.ts';

const ROOT = '/verify';
/** Path of the public keys that signed reports. */
export const REPORT_KEYS_PATH = '/.well-known/report-keys.json';

const FILES = {
  script: {
    path: `${ROOT}/${computeFingerprint(VERIFY_SCRIPT)}/verify.js`,
    type: JAVASCRIPT,
    text: VERIFY_SCRIPT,
  },
  style: {
    path: `${ROOT}/${computeFingerprint(VERIFY_STYLE)}/verify.css`,
    type: CSS,
    text: VERIFY_STYLE,
  },
  logo: { path: `${ROOT}/${computeFingerprint(LOGO)}/logo.svg`, type: SVG, text: LOGO },
};

/** Content security policy that permits scripts and styles from separate files of this origin only. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** Creates the handlers of the page /verify, where a browser verifies reports, and of its files. */
export function createVerifyRoutes(): ReadonlyMap<string, PageHandler> {
  const headers = { ...PAGE_HEADERS, 'content-security-policy': POLICY };
  const body = renderPage();
  return new Map<string, PageHandler>([
    [ROOT, async () => await Promise.resolve({ status: 200, headers, body })],
    ...Object.values(FILES).map(({ path, type, text }) => {
      const load = async (): Promise<string> => await Promise.resolve(text);
      return [path, serveAsset({ type, load })] as const;
    }),
  ]);
}

const WORDS = VERIFY_WORDS.es;

function renderPage(): string {
  return `<!doctype html>
<html lang="es">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="robots" content="noindex" />
    <title>${WORDS.title}</title>
    <link rel="icon" href="${FILES.logo.path}" />
    <link rel="stylesheet" href="${FILES.style.path}" />
    <script id="words" type="application/json">${embedJson(VERIFY_WORDS)}</script>
    <script defer src="${FILES.script.path}"></script>
  </head>
  <body data-keys="${REPORT_KEYS_PATH}">
    <header>
      <h1 data-word="title">${WORDS.title}</h1>
      <button id="language" type="button" data-word="language">${WORDS.language}</button>
    </header>
    <main>
      <p data-word="intro">${WORDS.intro}</p>
      <p data-word="privacy">${WORDS.privacy}</p>
      <noscript>JavaScript: ${WORDS.unsupported}</noscript>
      <label class="drop"><span data-word="drop">${WORDS.drop}</span><input id="file" type="file" multiple /></label>
      <p><label for="signature" data-word="signature">${WORDS.signature}</label></p>
      <textarea id="signature" spellcheck="false" autocomplete="off" aria-describedby="hint"></textarea>
      <p class="hint" id="hint" data-word="signatureHint">${WORDS.signatureHint}</p>
      <h2 data-word="results">${WORDS.results}</h2>
      <div id="results" role="status" aria-live="polite"></div>
    </main>
  </body>
</html>
`;
}
