import { describe, expect, it } from 'vitest';
import {
  businessOf,
  type MutationResult,
  mutate,
  readBusiness,
} from '../../../support/clients/mutate.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';
import { expectNoFault } from '../../../support/probes/no-fault.ts';

const gateway = useGateway({ DATABASE_POOL_SIZE: '10' });
const TWINS = 30;

function named(externalPersonId: number) {
  const requestedDocumentTypes = ['INE'];
  return { externalPersonId, personType: 'NATURAL_PERSON', name: 'Ana', requestedDocumentTypes };
}

async function upsertAll(inputs: object[]): Promise<MutationResult[]> {
  return await Promise.all(
    inputs.map(async (one) => await mutate(gateway, ['upsertBusiness', one])),
  );
}

async function makeInputs(makeInput: (index: number) => object): Promise<MutationResult[]> {
  return await upsertAll(Array.from({ length: TWINS }, (_one, index) => makeInput(index)));
}

describe('racing upserts', () => {
  it('of one new business create it once; every other one updates it', async () => {
    const results = await makeInputs((index) => ({
      externalId: 1,
      code: `F/${index}`,
      responsibleUser: { givenName: 'Rita', email: 'rita@x.test' },
      participants: [named(11), named(100 + index)],
    }));
    expect(results.filter((one) => one.created)).toHaveLength(1);
    expect(new Set(results.map((one) => businessOf(one).databaseId)).size).toBe(1);
    expect(new Set(results.map((one) => businessOf(one).version)).size).toBe(TWINS);
    const { version, participants } = await readBusiness(gateway, 1);
    expect(version).toBe(TWINS);
    expect(participants).toHaveLength(TWINS + 1);
    await expectNoFault(gateway);
  });

  it('of different new businesses with the same people and user make each of them once', async () => {
    await makeInputs((index) => ({
      externalId: 200 + index,
      code: 'F/1',
      responsibleUser: { givenName: 'Eva', email: 'eva@x.test' },
      // In turns from either end, so that no order of the input helps.
      participants: index % 2 === 0 ? [named(21), named(22)] : [named(22), named(21)],
    }));
    const { db } = gateway;
    const persons = await db
      .selectFrom('persons')
      .select('external_id')
      .where('external_id', 'in', [21, 22])
      .execute();
    const users = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'eva@x.test')
      .execute();
    expect(persons).toHaveLength(2);
    expect(users).toHaveLength(1);
    await expectNoFault(gateway);
  });

  it('that add and delete the same people in turns end in one of the two states', async () => {
    await makeInputs((index) => ({
      externalId: 300 + (index % 3),
      code: 'F/1',
      participants: index % 2 === 0 ? [named(31), named(32)] : [named(33)],
      missingParticipants: 'DELETE',
    }));
    for (const externalId of [300, 301, 302]) {
      const { participants } = await readBusiness(gateway, externalId);
      const people = participants.map((one) => one.externalPersonId);
      expect([[31, 32], [33]]).toContainEqual(people.toSorted((one, other) => one - other));
    }
    await expectNoFault(gateway);
  });

  it('with completions of the same business leave it whole or gone', async () => {
    const { db, service } = gateway;
    const { id: databaseId } = await makeBusiness(db, service.serviceId, {
      externalId: 400,
      participants: [
        { personExternalId: 41, documents: [['INE', 4001]] },
        { personExternalId: 42 },
      ],
    });
    await Promise.all([
      makeInputs((index) => ({
        externalId: 400,
        code: `F/${index}`,
        participants: [named(41), named(43)],
        missingParticipants: index % 2 === 0 ? 'DELETE' : 'KEEP',
      })),
      ...Array.from({ length: 5 }, async () =>
        expect(
          await mutate(gateway, [
            'completeBusiness',
            { business: { databaseId }, deleteMode: 'ALL' },
          ]),
        ).toMatchObject({ __typename: 'CompleteBusinessPayload', business: null }),
      ),
    ]);
    const orphans = await db
      .selectFrom('participants as p')
      .leftJoin('businesses as b', (join) =>
        join.onRef('b.service_id', '=', 'p.service_id').onRef('b.id', '=', 'p.business_id'),
      )
      .select('p.id')
      .where('b.id', 'is', null)
      .execute();
    expect(orphans).toEqual([]);
    await expectNoFault(gateway);
  });
});
