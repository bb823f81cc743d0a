import { describe, expect, it } from 'vitest';
import { OperatorError } from '../../../../src/errors.ts';
import { parseManifest } from '../../../../src/resolvers/trusted-document/parse-manifest.ts';

const DOCUMENTS = [
  { id: 'first', text: '{ a: __typename }' },
  { id: 'second', text: '{ b: __typename }' },
];

describe('a manifest', () => {
  it('is texts by their ids, in the order of the file', () => {
    const json = '{"first": "{ a: __typename }", "second": "{ b: __typename }"}';
    expect(parseManifest(json)).toEqual(DOCUMENTS);
  });

  it('is what Apollo writes, in its version 1', () => {
    const operations = DOCUMENTS.map(({ id, text }) => ({
      id,
      body: text,
      name: 'A',
      type: 'query',
    }));
    const manifest = { format: 'apollo-persisted-query-manifest', version: 1, operations };
    expect(parseManifest(JSON.stringify(manifest))).toEqual(DOCUMENTS);
    const later = JSON.stringify({ ...manifest, version: 2 });
    expect(() => parseManifest(later)).toThrow(OperatorError);
  });

  it('may be empty', () => {
    expect(parseManifest('{}')).toEqual([]);
  });

  const others = [
    '',
    '{',
    'null',
    '7',
    '"text"',
    '[]',
    '["{ a }"]',
    '{"a": 1}',
    '{"a": {"body": "{ a }"}}',
  ];
  it.each(others)('is not %j', (json) => {
    expect(() => parseManifest(json)).toThrow(/^The file is not a manifest: /);
  });
});
