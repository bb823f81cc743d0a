import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { businessOf, mutate, readBusiness } from '../../../support/clients/mutate.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway();
const BODY_BYTES_MAX = 1024 * 1024;
const STATEMENTS_MAX = 28;

/** Asked for where many rows go or come, and not where few do: it reads and writes no row. */
const PLANS_DROPPED = 'discard plans';

type Sample = { externalId: number; count: number; from?: number };

/** Replaces everyone who is not among `count` people from the one at place `from`. */
function makeInput({ externalId, count, from = 0 }: Sample) {
  return {
    externalId,
    code: 'F/1',
    name: `Con ${count} desde ${from}`,
    responsibleUser: { givenName: `R${from}`, email: `r${externalId}@x.test` },
    missingParticipants: 'DELETE',
    missingDocuments: 'DELETE',
    participants: Array.from({ length: count }, (_one, index) => ({
      externalPersonId: externalId * 100_000 + from + index,
      personType: 'NATURAL_PERSON',
      name: `Persona desde ${from}`,
      email: `persona-${from + index}@example.test`,
      roles: ['Fideicomitente'],
      requestedDocumentTypes: from === 0 ? ['INE', 'CSF'] : ['CSF', 'ACTA'],
    })),
  };
}

async function countStatements(sample: Sample): Promise<number> {
  const input = { ...makeInput(sample), idempotencyKey: randomUUID() };
  // Authenticates, which is remembered for a moment.
  await gateway.graphql('{ viewer { service } }');
  gateway.statements.length = 0;
  businessOf(await mutate(gateway, ['upsertBusiness', input]));
  return gateway.statements.filter((one) => one !== PLANS_DROPPED).length;
}

async function countParticipants(): Promise<number> {
  const count = gateway.db
    .selectFrom('participants')
    .select((eb) => eb.fn.countAll<number>().as('n'));
  return (await count.executeTakeFirstOrThrow()).n;
}

describe('upsertBusiness with 5,000 participants', () => {
  it('fits the body limit, and creates them in as many statements as 500', async () => {
    const input = makeInput({ externalId: 3, count: 5000 });
    expect(JSON.stringify(input).length).toBeLessThan(BODY_BYTES_MAX);
    const few = await countStatements({ externalId: 2, count: 500 });
    expect(await countStatements({ externalId: 3, count: 5000 })).toBe(few);
    expect(few).toBeLessThanOrEqual(STATEMENTS_MAX);
    expect(await countParticipants()).toBe(5500);
  });

  it('changes, adds and deletes thousands at once in as many statements as hundreds', async () => {
    const few = await countStatements({ externalId: 2, count: 500, from: 250 });
    const many = await countStatements({ externalId: 3, count: 5000, from: 2500 });
    expect(many).toBe(few);
    expect(many).toBeLessThanOrEqual(STATEMENTS_MAX);
    expect(await countParticipants()).toBe(500 + 5000);
    const [first] = (await readBusiness(gateway, 3)).participants;
    expect(first).toMatchObject({
      name: 'Persona desde 2500',
      documents: [{ typeCode: 'CSF' }, { typeCode: 'ACTA' }],
    });
  });
});
