import { describe, expect, it } from 'vitest';
import { at } from '../../../../support/clients/graphql.ts';
import { useGateway } from '../../../../support/gateway/gateway.ts';

/** A database of its own, in which nothing loads a list. */
const gateway = useGateway();
const OFAC = '/api/v4/blacklist/ofac/report';
const PEPS = '/api/v4/blacklist/peps/report';

describe('while no list is loaded', () => {
  it('says so, and never that nobody was found', async () => {
    for (const path of [OFAC, PEPS]) {
      const { status, body } = await gateway.request('POST', path, { body: { nombre: 'Ana' } });
      expect([status, at(body, 'code_message')]).toEqual([503, 'list_unavailable']);
    }
  });
});
