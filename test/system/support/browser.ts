import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';

/** A page, and everything about it that would be wrong on a machine without a network. */
export type WatchedPage = {
  page: Page;
  /** Addresses of requests to any origin but the page's own. */
  foreignRequests: string[];
  /** Errors of the console (violations of the content security policy are among them) and uncaught ones. */
  errors: string[];
};

export type OpenPage = (url: string, locale?: string) => Promise<WatchedPage>;

const executablePath = findChromium();
const isMissing = executablePath === undefined;
if (isMissing)
  console.warn(
    'No Chromium is installed (CHROMIUM names one): the tests in a browser are skipped.',
  );

/** Tests that need a real headless Chromium; where none is installed they are skipped. */
export const describeWithBrowser: typeof describe.skip = isMissing ? describe.skip : describe;

/** One browser for a block of tests; pages are closed after each, save those of usePage. */
export function useBrowser(): OpenPage {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await launch(executablePath ?? '');
  });
  afterEach(async () => {
    for (const context of browser?.contexts() ?? [])
      if (!context.pages().some((page) => sharedPages.has(page))) await context.close();
  });
  afterAll(async () => {
    await browser?.close();
  });
  return async (url, locale = 'en-US') => {
    if (browser === undefined) throw new Error('The browser exists inside tests only.');
    return await openWatched(browser, url, locale);
  };
}

/** Pages that outlive the test that is under way. */
const sharedPages = new WeakSet<Page>();

/**
 * One page for a block of tests, for a page that takes seconds to load. Each test begins by choosing what it needs of
 * it, whatever others have done, and leaves what it found.
 */
export function usePage(openPage: OpenPage, url: () => string): () => WatchedPage {
  let watched: WatchedPage | undefined;
  beforeAll(async () => {
    watched = await openPage(url());
    sharedPages.add(watched.page);
  });
  afterAll(async () => {
    await watched?.page.context().close();
  });
  return () => {
    if (watched === undefined) throw new Error('The page exists inside tests only.');
    return watched;
  };
}

function findChromium(): string | undefined {
  const { CHROMIUM } = process.env;
  if (CHROMIUM !== undefined && CHROMIUM !== '') return CHROMIUM;
  return ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
    existsSync(path),
  );
}

/** Playwright makes a profile folder for each launch and deletes it. */
async function launch(path: string): Promise<Browser> {
  const isRoot = process.getuid?.() === 0;
  return await chromium.launch({
    executablePath: path,
    args: [
      ...(isRoot ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--disable-dev-shm-usage',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Offline: no name resolves but the server's own, and another for it.
      '--host-resolver-rules=MAP gateway.test 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  });
}

async function openWatched(browser: Browser, url: string, locale: string): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale });
  const foreignRequests: string[] = [];
  const errors: string[] = [];
  const { origin } = new URL(url);
  context.on('request', (request) => {
    const target = new URL(request.url());
    if (!['data:', 'blob:'].includes(target.protocol) && target.origin !== origin)
      foreignRequests.push(target.href);
  });
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  context.on('weberror', (event) => {
    errors.push(String(event.error()));
  });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'load' });
  return { page, foreignRequests, errors };
}
