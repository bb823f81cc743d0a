import { beforeAll, describe, expect, it } from 'vitest';
import { at, dataOf, errorOf, invalid } from '../../../support/clients/graphql.ts';
import { deleteLists, loadSatList, makeSat69List } from '../../../support/data/sat-lists.ts';
import { makeSat69bList } from '../../../support/data/sat69b-list.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();

const BY_NAME = `query ($input: LookUpRfcInput!) { sat69(input: $input) { rfc isListed candidatesCount
  candidates { list entryKey rfc name matchedName score band explanation { feature query candidate isMasked } }
  checked { code isLoaded } } }`;
const V4 = '/api/v4/blacklist/sat69';

const LISTED = 'CIE150318QX5';
const NAME = 'COMERCIALIZADORA INVENTADA ESTRELLA SA DE CV';

async function ask(input: object): Promise<unknown> {
  return at(dataOf(await gateway.graphql(BY_NAME, { input })), 'sat69');
}

async function refusal(input: object): Promise<unknown> {
  return errorOf(await gateway.graphql(BY_NAME, { input }));
}

describe('a look-up in the lists of the SAT by name', () => {
  it('is no answer but an error while none of the lists is loaded', async () => {
    await deleteLists(gateway.db);
    expect(await refusal({ name: NAME })).toMatchObject({ code: 'LIST_UNAVAILABLE' });
    const reply = await gateway.request('POST', V4, { body: { nombre: NAME } });
    expect([reply.status, at(reply.body, 'code_message')]).toEqual([503, 'list_unavailable']);
  });

  describe('once one is', () => {
    beforeAll(async () => {
      await deleteLists(gateway.db);
      const rows = [
        [LISTED, NAME],
        ['PEMJ800101AB1', 'PEREZ MARTINEZ JUANA'],
      ] as const;
      const list = makeSat69List(rows);
      await loadSatList(gateway.databaseUrl, { code: 'sat69-exigibles', list });
    });

    it('tells who has a name like it, and never that anybody is not listed', async () => {
      const found = await ask({
        name: 'Estrela Inventada Comercializadora',
        personType: 'LEGAL_ENTITY',
      });
      expect(found).toMatchObject({
        rfc: null,
        isListed: null,
        candidatesCount: 1,
        candidates: [{ list: 'sat69-exigibles', rfc: LISTED, name: NAME }],
      });
      expect(at(found, 'candidates', 0, 'score')).toBeGreaterThanOrEqual(0.85);
      expect(at(found, 'candidates', 0, 'explanation')).toContainEqual(
        expect.objectContaining({ feature: 'word', candidate: 'ESTRELLA', isMasked: false }),
      );
      const none = await ask({ name: 'Nadie Conocido' });
      expect(none).toMatchObject({ isListed: null, candidatesCount: 0, candidates: [] });
      expect(at(none, 'checked')).toContainEqual({ code: 'sat69-firmes', isLoaded: false });
    });

    it('answers an RFC and a name each by itself', async () => {
      const both = await ask({ rfc: LISTED, name: 'Juana Perez Martinez' });
      expect(both).toMatchObject({
        rfc: LISTED,
        isListed: true,
        candidates: [{ rfc: 'PEMJ800101AB1', name: 'PEREZ MARTINEZ JUANA' }],
      });
      expect(await ask({ rfc: LISTED })).toMatchObject({ candidates: [], candidatesCount: 0 });
    });

    it('answers alike on v4, in its words, where an empty RFC is none', async () => {
      const body = { rfc: '', nombre: 'Pérez Martínez, Juana', tipo_per: 'FIS' };
      const reply = await gateway.request('POST', V4, { body });
      expect(reply.status).toBe(200);
      expect(at(reply.body, 'data')).toMatchObject({ rfc: null, listed: null, lists: [] });
      expect(at(reply.body, 'data', 'candidates_count')).toBe(1);
      expect(at(reply.body, 'data', 'candidates', 0)).toMatchObject({
        list: 'EXIGIBLES',
        rfc: 'PEMJ800101AB1',
        nombre: 'PEREZ MARTINEZ JUANA',
        matched_name: 'PEREZ MARTINEZ JUANA',
        score: 1,
        band: 'NAME_EXACT_NO_DOB',
      });
      expect(at(reply.body, 'data', 'candidates', 0, 'explanation', 0)).toEqual({
        feature: 'word',
        query: 'PEREZ',
        candidate: 'PEREZ',
        score: 1,
        weight: 0.875,
        effect: 'same',
      });
    });

    it('has no verdict on 69-B by a name alone', async () => {
      const row = { rfc: LISTED, name: NAME, situation: 'Definitivo' };
      const lists = { sat69b: '69-B', 'sat69b-bis': '69-B Bis' };
      for (const code of ['sat69b', 'sat69b-bis'] as const) {
        const list = makeSat69bList('2024-05-17', [row], lists[code]);
        await loadSatList(gateway.databaseUrl, { code, list });
      }
      const reply = await gateway.request('POST', '/api/v4/blacklist/sat69b', {
        body: { nombre: 'Nadie Conocido' },
      });
      const unknown = { listed: null, verdict: null, adverse: null, rows: [], candidates: [] };
      expect(at(reply.body, 'data')).toMatchObject(unknown);
    });

    it('refuses neither of both, names that say nothing, and names that are too long', async () => {
      const missing = { code: 'REQUIRED', message: 'An RFC or a name is required' };
      expect(await refusal({})).toEqual(invalid(['sat69'], { path: ['rfc'], ...missing }));
      const message = 'Must have at least 3 letters or digits';
      expect(await refusal({ name: '-- A. --' })).toEqual(
        invalid(['sat69'], { path: ['name'], code: 'TOO_SHORT', message }),
      );
      for (const name of ['palabra '.repeat(33), 'x'.repeat(10_000)])
        expect(await refusal({ name })).toMatchObject({
          code: 'VALIDATION_FAILED',
        });
      const reply = await gateway.request('POST', V4, { body: { nombre: 'SA' } });
      expect([reply.status, at(reply.body, 'data', 'issues')]).toEqual([
        400,
        [{ path: ['nombre'], code: 'too_short', message }],
      ]);
    });
  });
});
