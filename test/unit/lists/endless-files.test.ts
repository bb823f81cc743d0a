import { describe, expect, it } from 'vitest';
import type { ListFile } from '../../../src/lists/list-reader.ts';
import { READERS } from '../../../src/lists/readers.ts';
import { readWhole } from '../../support/data/read-list.ts';

const CHUNK = 64 * 1024;
/** More than a reader may take before it gives up. */
const BYTES_MAX = 12 * 1024 * 1024;

/** A file that begins as a list does, and then never comes to an end of something; a reader that waits for it fails by itself. */
function endless(start: string): ListFile {
  const bytes = Buffer.alloc(CHUNK, 'x');
  return {
    name: 'list',
    encoding: 'utf-8',
    open: async function* () {
      yield Buffer.from(start);
      for (let read = 0; read < BYTES_MAX; read += bytes.length) yield bytes;
      throw new Error('All of it was taken.');
    },
  };
}

const XML = '<CONSOLIDATED_LIST dateGenerated="2026-02-27"><INDIVIDUALS><INDIVIDUAL><DATAID>';

describe('a list is refused, and no more of it held, that has', () => {
  it.each([
    ['line', '{"id":"', /list, line 1: it has over 8388608 bytes\./],
    ['text', XML, /line 1: one of its texts is too long/],
    ['text outside of entries', '<CONSOLIDATED_LIST>', /is too long/],
    ['attribute', `${XML}<A a="`, /is too long/],
    ['name', `${XML}<A`, /is too long/],
    ['comment', `${XML}<!--`, /is too long/],
    ['character section', `${XML}<![CDATA[`, /is too long/],
    ['instruction', `${XML}<?a `, /is too long/],
    ['cell', 'id,schema,name,aliases\n1,"', /not a readable table/],
  ])('an endless %s', async (_, start, reason) => {
    const read = READERS[start.startsWith('<') ? 'un-sc' : 'opensanctions'];
    await expect(readWhole(read, [endless(start)])).rejects.toThrow(reason);
  });

  it('an entry of very many texts', async () => {
    const text = `<A>${'x'.repeat(CHUNK)}</A>`;
    const file: ListFile = {
      name: 'list',
      open: async function* () {
        yield Buffer.from(XML);
        for (let count = 0; count < 300; count += 1) yield Buffer.from(text);
        throw new Error('All of it was taken.');
      },
    };
    const read = readWhole(READERS['un-sc'], [file]);
    await expect(read).rejects.toThrow(/one of its entries is too large/);
  });
});
