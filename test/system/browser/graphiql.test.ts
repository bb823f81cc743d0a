import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { TABS } from '../../../src/schema/graphiql/tabs.ts';
import { schema } from '../../../src/schema/index.ts';
import { useDemoGateway } from '../../support/gateway/demo-gateway.ts';
import { describeWithBrowser, useBrowser, usePage } from '../support/browser.ts';

describeWithBrowser('GraphiQL in a browser', () => {
  const openPage = useBrowser();
  const gateway = useDemoGateway();
  const shared = usePage(openPage, () => `${gateway.url}/graphiql`);

  /** The shared page, which nothing has gone wrong on so far, with a tab to the fore. */
  const showTab = async (title: string): Promise<Page> => {
    const { page } = shared();
    await openTab(page, title);
    return page;
  };
  const expectSound = (): void => {
    const { foreignRequests, errors } = shared();
    expect({ foreignRequests, errors }).toEqual({ foreignRequests: [], errors: [] });
  };

  it('runs the first example with the headers that it is filled in with, and needs no other origin', async () => {
    const page = await showTab(FIRST_TAB);
    const answer = response(page, 'Fideicomiso Jardines del Valle');
    await runUntil(page, async () => (await answer.count()) > 0, FIRST_TAB);
    expectSound();
  });

  it('shows all tabs beside each other, also in a narrow window', async () => {
    const { page } = shared();
    for (const width of [800, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const tabs = page.locator('.graphiql-tabs');
      const hidden = await tabs.evaluate(
        ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
      );
      expect({ width, hidden }).toEqual({ width, hidden: 0 });
      expect(await page.locator('.graphiql-tab').count()).toBe(TABS.length);
    }
    expectSound();
  });

  it('marks a wrong variable red, and none that is right and leaves out what has a default', async () => {
    const page = await showTab('Rfc');
    const editor = page.locator('.graphiql-editor-tool .graphiql-editor:not(.hidden)');
    const right = {
      rfcInput: { rfc: 'A' },
      inputs: [{ rfc: 'A' }],
      sat69Input: { rfc: 'A' },
      sat69ByNameInput: { name: 'A' },
      sat69bInput: { rfc: 'A' },
      sat69BatchRfcs: ['A'],
      sat69bBatchRfcs: ['A'],
    };
    await paste(editor, JSON.stringify({ ...right, validateCurpInput: { curp: 7 } }));
    // All marks are made at once.
    const marks = editor.locator('.squiggly-error');
    await expect.poll(async () => await marks.count(), { timeout: 60_000 }).toBe(1);
    expectSound();
  });

  it('lists every root field in the docs, and names the v4 field of each field, without a network', async () => {
    const { page } = shared();
    await showPlugin(page, 'Documentation Explorer');
    const docs = page.locator('.graphiql-doc-explorer-content');
    for (const root of [
      schema.getQueryType(),
      schema.getMutationType(),
      schema.getSubscriptionType(),
    ]) {
      await docs.getByText(root?.name ?? '', { exact: true }).click();
      for (const field of Object.keys(root?.getFields() ?? {}))
        await docs.getByText(field, { exact: true }).first().waitFor();
      await page.getByRole('link', { name: 'Docs' }).click();
    }
    await docs.getByText('Query', { exact: true }).click();
    await docs.getByText('Participant', { exact: true }).click();
    await docs.getByText('tipo_per').waitFor();
    expectSound();
  });

  it('builds an operation from ticks in the explorer, without a network', async () => {
    const page = await showTab('Viewer');
    await showPlugin(page, 'GraphiQL Explorer');
    const explorer = page.locator('.docExplorerWrap');
    await explorer.getByText('scopes', { exact: true }).click();
    const editor = page.locator('.graphiql-query-editor');
    await expect.poll(async () => await editor.innerText()).not.toContain('scopes');
    await explorer.getByText('scopes', { exact: true }).click();
    await expect.poll(async () => await editor.innerText()).toContain('scopes');
    expectSound();
  });

  it('shows events while its subscription runs', async () => {
    const page = await showTab('Events');
    let isStreaming = false;
    page.on('response', (reply) => {
      isStreaming ||= reply.headers()['content-type'] === STREAM;
    });
    await runUntil(page, async () => await Promise.resolve(isStreaming), 'Events');
    await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...gateway.headers },
      body: JSON.stringify({ query: COMPLETE }),
    });
    await response(page, 'BusinessCompletedEvent').waitFor();
    await page.getByRole('button', { name: 'Stop query' }).click();
    await page.getByRole('button', { name: 'Execute query' }).waitFor();
    expectSound();
  });

  it('marks what the schema does not know, in its worker', async () => {
    const { page } = shared();
    await page.getByRole('button', { name: 'New tab' }).click();
    await paste(page.locator('.graphiql-query-editor'), 'query Wrong { viewer { nickname } }');
    await page.locator('.graphiql-query-editor .squiggly-error').waitFor();
    await tab(page, 'Wrong').getByRole('button', { name: 'Close Tab' }).click();
    expectSound();
  });

  it('opens a tab at the first click, also after the page has moved the tabs', async () => {
    const { page } = shared();
    await showPlugin(page, 'Documentation Explorer');
    await openTab(page, 'Viewer');
    await openTab(page, 'Upsert');
    expect(await page.locator('.graphiql-tab-active').innerText()).toContain('Upsert');
  });

  it('keeps the tabs over a reload, but neither the headers nor the query in its address', async () => {
    const { page } = await openPage(`${gateway.url}/graphiql`);
    await openTab(page, 'Viewer');
    await paste(page.locator('.graphiql-query-editor'), 'query Edited { viewer { service } }');
    await tab(page, 'Edited').waitFor();
    await page.waitForFunction(() =>
      sessionStorage.getItem('graphiql:tabState')?.includes('Edited'),
    );
    const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    expect(kept).not.toContain(gateway.headers['x-api-key']);
    expect(page.url()).toBe(`${gateway.url}/graphiql`);
    await page.reload();
    await tab(page, 'Edited').waitFor();
    expect(await page.locator('.graphiql-tab').count()).toBe(TABS.length);
    await runButton(page).click();
    await response(page, 'demo').waitFor();
  });

  it('gives no credentials to another name of this machine; those typed in one tab serve in all', async () => {
    const { page } = await openPage(`${gateway.url.replace('127.0.0.1', 'gateway.test')}/graphiql`);
    const headersEditor = page.locator('.graphiql-editor-tool .graphiql-editor:not(.hidden)');
    await headersEditor.getByText('YOUR_API_KEY').waitFor();
    await run(page, FIRST_TAB);
    await response(page, 'NOT_AUTHORIZED').waitFor();
    await paste(headersEditor, JSON.stringify(gateway.headers, null, 2));
    await run(page, FIRST_TAB);
    await response(page, 'Fideicomiso Jardines del Valle').waitFor();
    await openTab(page, 'Viewer');
    // GraphiQL takes a moment to see that the tab holds another operation.
    const answer = async (): Promise<string> => {
      await run(page, 'Viewer');
      return await page.locator('.graphiql-response').innerText();
    };
    await expect.poll(answer, { timeout: 60_000 }).toContain('BUSINESS_READ');
  });
});

const FIRST_TAB = 'Business';
const STREAM = 'text/event-stream';
const COMPLETE =
  'mutation { completeBusiness(input: { business: { databaseId: 2 } }) { __typename } }';

/** Opens a panel beside the tabs, which moves them; one that stands open is closed first. */
async function showPlugin(page: Page, name: string): Promise<void> {
  const hide = page.getByRole('button', { name: `Hide ${name}` });
  if ((await hide.count()) > 0) await hide.click();
  await page.getByRole('button', { name: `Show ${name}` }).click();
}

function runButton(page: Page): Locator {
  return page.locator('.graphiql-execute-button');
}

/**
 * Runs again what is over and was not yet it: GraphiQL takes a moment to see that a tab holds another operation. Of several in
 * a tab its menu asks which.
 */
async function runUntil(page: Page, isDone: () => Promise<boolean>, name?: string): Promise<void> {
  const execute = page.getByRole('button', { name: 'Execute query' });
  const attempt = async (): Promise<boolean> => {
    if (await isDone()) return true;
    if ((await execute.count()) > 0) await run(page, name);
    return false;
  };
  await expect.poll(attempt, { timeout: 60_000, interval: 500 }).toBe(true);
}

async function run(page: Page, name?: string): Promise<void> {
  await runButton(page).click();
  if (name !== undefined) await page.getByRole('menuitem', { name, exact: true }).click();
}

function response(page: Page, text: string): Locator {
  return page.locator('.graphiql-response').getByText(text).first();
}

function tab(page: Page, title: string): Locator {
  return page.locator('.graphiql-tab', { hasText: title });
}

async function openTab(page: Page, title: string): Promise<void> {
  await tab(page, title).getByRole('button').first().click();
  await page.locator('.graphiql-tab-active', { hasText: title }).waitFor();
}

/** Replaces the whole text of an editor, as pasting does: typing would be completed by the editor. */
async function paste(editor: Locator, text: string): Promise<void> {
  await editor.locator('.view-lines').click();
  const page = editor.page();
  await page.keyboard.press('ControlOrMeta+A');
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(event);
  }, text);
}
