import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type CacheSize, listCacheSizes } from '../../../src/runtime/bounded-cache.ts';
import { loadSatList, makeSat69List } from '../../support/data/sat-lists.ts';
import { makeTrustingService } from '../../support/data/trusted.ts';
import { createTestTokens } from '../../support/gateway/callers.ts';
import { type Reply, useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway();

/** Near to the largest that is kept, and each another one. */
function validDocument(index: number): string {
  const ids = Array.from({ length: 2500 }, () => '"x"').join(' ');
  return `query Q${index} { nodes(ids: [${ids}]) { id } }`;
}

const VIEWER = 'service scopes rateLimit { limit remaining resetAt cost }';

/** What is sent to fill each cache, so often that its bound is met where it can be. */
const FILLINGS: Record<string, () => Promise<void>> = {
  documents: async () =>
    await repeat(30, async (index) => await gateway.graphql(validDocument(index))),
  'known operations': async () =>
    await repeat(250, async (index) => {
      const fields = Array.from({ length: 18 }, (_, at) => `v${at}: viewer { ${VIEWER} }`);
      return await gateway.graphql(`query Q${index} { ${fields.join(' ')} }`);
    }),
  'accept headers': async () =>
    await repeat(80, async (index) => {
      const accept = `application/json;q=0.5${';a=b'.repeat(index)}`;
      const headers = { ...gateway.service.headers, accept };
      return await gateway.graphql('{ viewer { service } }', {}, headers);
    }),
  'unknown document ids': async () =>
    await repeat(200, async (index) => {
      const body = { documentId: `${index}`.padEnd(128, 'x') };
      return await gateway.request('POST', '/graphql', { body });
    }),
  'trusted documents': async () => {
    const texts = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [
        `document-${index}`,
        `query Q${index} { viewer { service } } #${'x'.repeat(60_000)}`,
      ]),
    );
    const { headers } = await makeTrustingService(gateway.db, texts);
    await repeat(20, async (index) => {
      const body = { documentId: `document-${index}` };
      return await gateway.request('POST', '/graphql', { body, headers });
    });
  },
  callers: async () => {
    const tokens = await createTestTokens(gateway.db);
    await repeat(50, async () => {
      const { accessToken } = await tokens.issue(gateway.service.caller);
      const headers = { ...gateway.service.headers, authorization: `Bearer ${accessToken}` };
      return await gateway.graphql('{ viewer { service } }', {}, headers);
    });
  },
  keys: async () =>
    await repeat(2, async () => {
      const { service, 'x-api-key': key } = gateway.service.headers;
      return await gateway.graphql('{ __typename }', {}, { service, 'x-api-key': key });
    }),
  'lists of a day': async () =>
    await repeat(40, async (index) => {
      const asOf = `2024-02-${String(1 + (index % 28)).padStart(2, '0')}`;
      const input = { person: { rfc: 'CIE150318QX5' }, asOf };
      return await gateway.graphql(SCREEN, { input });
    }),
  'identifiers of lists': async () => {
    const list = makeSat69List([['CIE150318QX5', 'COMERCIALIZADORA IMAGINARIA DEL ESTE']]);
    await loadSatList(gateway.databaseUrl, { code: 'sat69-exigibles', list });
    const input = { person: { rfc: 'CIE150318QX5' } };
    return await repeat(2, async () => await gateway.graphql(SCREEN, { input }));
  },
};

const SCREEN = 'mutation ($input: ScreenInput!) { screen(input: $input) { __typename } }';

async function repeat(count: number, send: (index: number) => Promise<Reply>): Promise<void> {
  for (let index = 0; index < count; index += 1) await send(index);
}

/** The one that holds most of those of that name: other gateways of this process may still have theirs. */
function sizeOf(name: string): CacheSize | undefined {
  const sizes = listCacheSizes().filter((one) => one.name === name);
  return sizes.toSorted((left, right) => right.bytes - left.bytes)[0];
}

describe('the caches of the process', () => {
  it.each(Object.keys(FILLINGS))('hold no more of %s than is written', async (name) => {
    await FILLINGS[name]?.();
    const size = sizeOf(name);
    expect(size?.entries).toBeGreaterThan(0);
    expect(size?.entries).toBeLessThanOrEqual(size?.entriesMax ?? 0);
    expect(size?.bytes).toBeLessThanOrEqual(size?.bytesMax ?? 0);
  });

  it('are all filled here', () => {
    const names = new Set(listCacheSizes().map((one) => one.name));
    names.delete('texts');
    expect([...names].toSorted()).toEqual(Object.keys(FILLINGS).toSorted());
  });

  it('are in docs/operate/scaling.md with their bounds, and hold less than 128 MiB together', () => {
    const text = readFileSync(new URL('../../../docs/operate/scaling.md', import.meta.url), 'utf8');
    let together = 0;
    for (const name of Object.keys(FILLINGS)) {
      const { entriesMax, bytesMax } = sizeOf(name) ?? { entriesMax: 0, bytesMax: 0 };
      together += bytesMax;
      const amount = bytesMax < 2 ** 20 ? `${bytesMax / 1024} KiB` : `${bytesMax / 2 ** 20} MiB`;
      expect(text).toContain(`\n| ${name} | ${entriesMax} | ${amount} |\n`);
    }
    expect(together).toBeLessThan(128 * 2 ** 20);
  });
});
