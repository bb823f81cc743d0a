import { beforeAll, describe, expect, it } from 'vitest';
import { importFiles } from '../../../src/import/import-files.ts';
import { at } from '../../support/clients/graphql.ts';
import { mutate } from '../../support/clients/mutate.ts';
import { businessLine, participant, writeLines } from '../../support/data/imports.ts';
import {
  answerQuestionnaire,
  generateDraft,
  REPORT,
  runMutation,
} from '../../support/data/socioeconomic-reports.ts';
import { createTestPool } from '../../support/database/test-pool.ts';
import { useGateway } from '../../support/gateway/gateway.ts';

const gateway = useGateway();
beforeAll(async () => await answerQuestionnaire(gateway));

/** How many rows of the participant there are: reports, consents and files. */
async function countOf(participantId: number): Promise<number[]> {
  const tables = ['socioeconomic_reports', 'consents', 'files'] as const;
  return await Promise.all(
    tables.map(async (table) => {
      const { db, service } = gateway;
      const rows = await db
        .selectFrom(table)
        .select('id')
        .where('service_id', '=', service.serviceId)
        .where('participant_id', '=', participantId)
        .execute();
      return rows.length;
    }),
  );
}

/** A final report of the person, whose PDF is a file of theirs; answers its id. */
async function report(businessId: number, participantId: number): Promise<number> {
  const id = await generateDraft(gateway, { businessId, participantId });
  await runMutation(gateway, ['finalizeSocioeconomicReport', { reportId: id }]);
  expect(await countOf(participantId)).toEqual([1, 1, 1]);
  return id;
}

async function find(externalId: number): Promise<{ businessId: number; participantId: number }> {
  const { body } = await gateway.graphql(
    `query ($id: SafeInt!) { business(by: { externalId: $id }) {
      databaseId participants { nodes { databaseId } } } }`,
    { id: externalId },
  );
  const business = at(body, 'data', 'business');
  return {
    businessId: Number(at(business, 'databaseId')),
    participantId: Number(at(business, 'participants', 'nodes', 0, 'databaseId')),
  };
}

async function importLine(line: object): Promise<void> {
  const pool = createTestPool(gateway.databaseUrl);
  const files = [await writeLines([line])];
  try {
    await importFiles({ pool, serviceName: gateway.service.service, files });
  } finally {
    await pool.end();
  }
}

function named(externalPersonId: number): object {
  return { externalPersonId, personType: 'NATURAL_PERSON', name: 'Ana' };
}

describe('reports and consents of a person', () => {
  it('go when an import makes the participant another person', async () => {
    const line = businessLine({ id_negocio: 71, participantes: [participant({ id_persona: 10 })] });
    await importLine(line);
    const { businessId, participantId } = await find(71);
    const id = await report(businessId, participantId);
    await importLine({
      ...line,
      participantes: [participant({ id: participantId, id_persona: 11 })],
    });
    expect(await find(71)).toEqual({ businessId, participantId });
    expect(await countOf(participantId)).toEqual([0, 0, 0]);
    expect((await gateway.request('GET', `${REPORT}/${id}`)).status).toBe(404);
  });

  it('stay when an import says the same person again', async () => {
    const line = businessLine({ id_negocio: 72, participantes: [participant({ id_persona: 20 })] });
    await importLine(line);
    const { businessId, participantId } = await find(72);
    await report(businessId, participantId);
    await importLine(line);
    expect(await countOf(participantId)).toEqual([1, 1, 1]);
  });

  it('go when an upsert puts another person in the place of theirs', async () => {
    const business = { externalId: 73, code: 'F/73' };
    await mutate(gateway, ['upsertBusiness', { ...business, participants: [named(30)] }]);
    const { businessId, participantId } = await find(73);
    const id = await report(businessId, participantId);
    const other = { participants: [named(31)], missingParticipants: 'DELETE' };
    await mutate(gateway, ['upsertBusiness', { ...business, ...other }]);
    expect((await find(73)).participantId).not.toBe(participantId);
    expect(await countOf(participantId)).toEqual([0, 0, 0]);
    expect((await gateway.request('GET', `${REPORT}/${id}`)).status).toBe(404);
  });
});
