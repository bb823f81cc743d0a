import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { queueAllParticipants } from '../../../../src/db/queries/screening/queue.ts';
import { at, dataOf } from '../../../support/clients/graphql.ts';
import { mutate } from '../../../support/clients/mutate.ts';
import { makeBusiness } from '../../../support/data/factories.ts';
import { screenAll, switchOn } from '../../../support/data/living-screening.ts';
import { listDecisions } from '../../../support/data/matches.ts';
import { loadSatList, makeSat69List } from '../../../support/data/sat-lists.ts';
import { dumpTables } from '../../../support/database/tables.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway({ WORKER: 'off' });
const RFC = 'CIE150318QX5';
const NAME = 'COMERCIALIZADORA IMAGINARIA DEL ESTE';
const DECIDED = { participant: { hasPendingMatches: false } };
const FALSE = { verdict: 'FALSE_POSITIVE', reason: 'HOMONYM' };
let day = 0;
let participantId = 0;
let personId = 100;

async function load(name: string): Promise<void> {
  day += 1;
  const list = makeSat69List([
    [RFC, name],
    [`FIL0101${String(day).padStart(2, '0')}AA1`, `RELLENO NUMERO ${day}`],
  ]);
  const asOf = `2024-01-${String(day).padStart(2, '0')}`;
  await loadSatList(gateway.databaseUrl, { code: 'sat69-exigibles', list }, { asOf });
}

const work = async () => await screenAll(gateway.db, gateway.service.serviceId);

/** What is seen of the entry of the participant's only match. */
async function look(): Promise<{ name: string; matterHash: string }> {
  const query = `{ participant(by: { databaseId: ${participantId} }) { matches { entry { name matterHash } } } }`;
  const matches = at(dataOf(await gateway.graphql(query)), 'participant', 'matches');
  const seen = z.tuple([
    z.object({ entry: z.object({ name: z.string(), matterHash: z.string() }) }),
  ]);
  return seen.parse(matches)[0].entry;
}

const ofGraph = async (expectedMatterHash: string | null) =>
  await mutate(gateway, [
    'resolveParticipantMatches',
    {
      participant: { databaseId: participantId },
      ...FALSE,
      matches: [{ externalId: RFC, expectedMatterHash }],
    },
  ]);

async function ofV4(matter_hash: string | null) {
  const decision = { resolution: 'FALSE_POSITIVE', reason: 'homonym' };
  const body = { id_persona: personId, ...decision, matches: [{ match_id: RFC, matter_hash }] };
  return await gateway.request('POST', '/api/v4/fiduciary/person/matches/resolved', { body });
}

beforeEach(async () => {
  const { db, service } = gateway;
  personId += 1;
  await load(`${NAME} SA DE CV`);
  await switchOn(db, service.serviceId);
  const participants = [{ name: NAME, personExternalId: personId, personType: 'legal' as const }];
  const business = await makeBusiness(db, service.serviceId, { participants });
  const query = `{ business(by: { databaseId: ${business.id} }) { participants(first: 1) { nodes { databaseId } } } }`;
  const found = at(dataOf(await gateway.graphql(query)), 'business', 'participants', 'nodes', 0);
  participantId = z.object({ databaseId: z.number() }).parse(found).databaseId;
  await queueAllParticipants(db, service.serviceId);
  await work();
});

describe('a decision about an entry that was looked at', () => {
  it('is a conflict on both wires and changes nothing where the entry says another thing since', async () => {
    const seen = await look();
    await load(`${NAME} Y DEL OESTE SA DE CV`);
    await work();
    const now = await look();
    expect(now.name).not.toBe(seen.name);
    const before = await dumpTables(gateway.db);
    const refused = { __typename: 'ConflictError', code: 'CONFLICT' };
    expect(await ofGraph(seen.matterHash)).toMatchObject(refused);
    expect(await ofV4(seen.matterHash)).toMatchObject({
      status: 409,
      body: { code_message: 'conflict' },
    });
    expect(await dumpTables(gateway.db)).toEqual(before);
    expect(await ofV4(now.matterHash)).toMatchObject({
      status: 200,
      body: { data: { resolved: 1 } },
    });
    expect(await listDecisions(gateway.db, participantId)).toHaveLength(1);
  });

  it('holds where the entry is as it was, and is left alone where it is sent again', async () => {
    const { matterHash } = await look();
    expect(await ofGraph(matterHash)).toMatchObject(DECIDED);
    await load(`${NAME} SC`);
    expect(await ofGraph(matterHash)).toMatchObject(DECIDED);
    expect(await listDecisions(gateway.db, participantId)).toHaveLength(1);
    await work();
    // It is raised again: what was decided was about another entry.
    expect(await ofGraph(matterHash)).toMatchObject({ __typename: 'ConflictError' });
  });

  it('is not looked at where nothing is said of it, and refused where it can be nothing of an entry', async () => {
    expect(await ofGraph('none')).toMatchObject({ __typename: 'InputValidationError' });
    expect(await ofV4('none')).toMatchObject({ status: 400 });
    expect(await ofGraph(null)).toMatchObject(DECIDED);
  });
});
