import { describe, expect, it } from 'vitest';
import { at } from '../../support/clients/graphql.ts';
import { useGateway } from '../../support/gateway/gateway.ts';
import { EXTERNAL, listIds, MORE_INPUTS, replaceIds } from './id-places.ts';
import { makeTargetOf } from './make-target.ts';
import { MUTATION_SAMPLES } from './samples.ts';

const gateway = useGateway({}, { isServicePerTest: true });
const NOBODY = 999_999;

/** Ids that the payload names as unknown, for each thing that was asked. */
const TOLD: Record<string, RegExp> = { 'importAnswers.userId': /UNKNOWN_USER/ };

/** A consent, without which a report is refused whatever it names. */
const NEEDS = { needsReport: true };

async function typeOf(mutation: string, query: string): Promise<string> {
  const { body } = await gateway.graphql(query);
  const type = at(body, 'data', mutation, '__typename');
  return typeof type === 'string' ? type : JSON.stringify(body);
}

describe('an id in an input that nobody has', () => {
  it.each(Object.entries(MUTATION_SAMPLES))(
    'is refused by %s, wherever it stands',
    async (mutation, sample) => {
      const target = await makeTargetOf(gateway, sample);
      for (const { id, query } of replaceIds(
        { field: mutation },
        sample.document(target),
        NOBODY,
      )) {
        if (TOLD[id] !== undefined || EXTERNAL[id] !== undefined) continue;
        expect(`${id}: ${await typeOf(mutation, query)}`).toMatch(/Error$/);
      }
    },
  );

  it.each(Object.entries(MORE_INPUTS))('is refused in %s', async (id, document) => {
    const mutation = id.split('.')[0] ?? '';
    const target = await makeTargetOf(gateway, NEEDS);
    const query = `mutation { ${mutation}(input: { ${document(target, NOBODY)} }) { __typename } }`;
    expect(await typeOf(mutation, query)).toMatch(/Error$/);
  });

  it('is named in the payload of importAnswers', async () => {
    const { body } = await gateway.graphql(`mutation { importAnswers(input: { userId: ${NOBODY},
      templates: ["kyc"] }) { ... on ImportAnswersPayload { templates { failed { reason } } } } }`);
    expect(JSON.stringify(body)).toMatch(TOLD['importAnswers.userId'] ?? '');
  });

  it('is looked at in every input, or told as an id of the provider', async () => {
    const target = await makeTargetOf(gateway, {});
    const samples = Object.entries(MUTATION_SAMPLES).flatMap(([mutation, { document }]) =>
      replaceIds({ field: mutation }, document(target), NOBODY).map(({ id }) => id),
    );
    const known = new Set([...samples, ...Object.keys(MORE_INPUTS), ...Object.keys(EXTERNAL)]);
    const left = listIds().filter((id) => !known.has(id));
    expect(left).toEqual([]);
  });
});
