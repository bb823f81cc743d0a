import { expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';

it.each(['https://gateway.example', 'http://localhost:4000', 'https://gateway.example/'])(
  'PUBLIC_URL takes the origin %s',
  (url) => {
    expect(loadConfig({ PUBLIC_URL: url }).publicUrl).toBe(url);
  },
);

it.each([
  'gateway.example',
  'ftp://gateway.example',
  'https://gateway.example/path',
  'https://gateway.example?query',
  'https://gateway.example/#part',
  'https://user:secret@gateway.example',
  'javascript:alert(1)',
])('PUBLIC_URL refuses %s', (url) => {
  expect(() => loadConfig({ PUBLIC_URL: url })).toThrow(/PUBLIC_URL: must be an address/);
});

it('PUBLIC_URL is optional', () => {
  expect(loadConfig({}).publicUrl).toBeUndefined();
});
