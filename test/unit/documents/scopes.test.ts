import { describe, expect, it } from 'vitest';
import { ROUTES } from '../../../src/rest-compat/routes.ts';
import { schema } from '../../../src/schema/index.ts';
import { readPage } from '../../support/documents/pages.ts';

const PAGE = readPage('docs/reference/scopes.md');

/** Names in the row of each scope: operations of GraphQL, methods and paths of v4. */
const ROWS = new Map(
  [...PAGE.matchAll(/^- `([a-z]+:[a-z]+)`(.*)$/gm)].map(([, scope = '', row = '']) => [
    scope,
    [...row.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  ]),
);

function scopesOf(name: string): string[] {
  return [...ROWS].filter(([, names]) => names.includes(name)).map(([scope]) => scope);
}

describe('the page of the scopes', () => {
  it('lists every root field of GraphQL but the one that requires no scope', () => {
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
    const names = roots.flatMap((root) => Object.keys(root?.getFields() ?? {}));
    expect(names.length).toBeGreaterThan(60);
    expect(names.filter((name) => scopesOf(name).length === 0)).toEqual(['viewer']);
  });

  it('lists every path of v4 at each scope that it requires', () => {
    const wrong = ROUTES.flatMap(({ method, path, description: { scopes } }) => {
      const name = `${method} ${path.replace('/api/v4', '')}`;
      const missing = scopes.filter((scope) => !scopesOf(name).includes(scope));
      return missing.map((scope) => `${name}: ${scope}`);
    });
    expect(ROUTES.length).toBeGreaterThan(20);
    expect(wrong).toEqual([]);
  });

  it('names all scopes of an operation that requires several', () => {
    expect(scopesOf('applyExtraction')).toEqual(['personal:read', 'business:write', 'file:read']);
    expect(scopesOf('POST /fiduciary/requests')).toEqual(['business:read', 'business:write']);
  });
});
