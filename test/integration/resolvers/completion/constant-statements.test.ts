import { expect, it } from 'vitest';
import { at, dataOf } from '../../../support/clients/graphql.ts';
import { RESOLVED, sendPerson } from '../../../support/data/matches.ts';
import { type Holding, makeHoldings } from '../../../support/data/random-holdings.ts';
import { useGateway } from '../../../support/gateway/gateway.ts';

const gateway = useGateway({ WORKER: 'off' });

/** Runs a request twice and returns the statements of the second run, when everything is warm. */
async function countStatements(request: () => Promise<unknown>): Promise<number> {
  await request();
  gateway.statements.length = 0;
  await request();
  return gateway.statements.length;
}

const HOLDING: Holding = {
  hasFolio: false,
  files: [71, 72, null],
  uploads: [2, 1],
  matches: ['pending', 'true_match', 'false_positive'],
  screenings: [{ reports: ['json', 'pdf'] }, { reports: [] }],
  consents: 2,
  studies: 1,
};

it('a completion preview takes as many statements for twenty participants as for one', async () => {
  const counts: number[] = [];
  for (const participants of [1, 20]) {
    const holdings = Array.from({ length: participants }, () => HOLDING);
    const id = await makeHoldings(gateway.db, gateway.service, holdings);
    const query = `{ completionPreview(business: { databaseId: ${id} }, deleteMode: ALL) {
      version warnings participantsToDelete documentsToDelete matchesToDelete pendingMatchesToDelete
      screeningsToDelete reportsToDelete consentsToDelete extractionsToDelete filesToDelete } }`;
    const ask = async () => dataOf(await gateway.graphql(query));
    expect(at(await ask(), 'completionPreview', 'matchesToDelete')).toBe(3 * participants);
    counts.push(await countStatements(ask));
  }
  expect(counts[1]).toBe(counts[0]);
});

const DECISIONS = `matches { state resolutions { decision reason note isMasked
  reviewer { name email } decidedBy { userId name apiKeyId } } }`;

/** A person in one business with these numbers of matches, each dismissed and then confirmed. */
async function decideTwice(person: number, matches: number): Promise<number> {
  const known = Array.from({ length: matches }, (_, n) => ({ list: `L${n}`, match_id: `m${n}` }));
  const id = await sendPerson(gateway, { business: person, person, matches: known });
  const decision = { id_persona: person, reviewer: { name: 'Eva', email: 'eva@example.test' } };
  const first = { ...decision, resolution: 'FALSE_POSITIVE', reason: 'homonym', note: 'Primera' };
  await gateway.request('POST', RESOLVED, { body: first });
  const second = { ...decision, resolution: 'TRUE_MATCH', reason: 'same_person', note: 'Segunda' };
  const { status } = await gateway.request('POST', RESOLVED, { body: { ...second, reopen: true } });
  expect(status).toBe(200);
  return id;
}

it('decisions are read in as many statements for thirty matches as for one, on both wires', async () => {
  const counts: number[][] = [];
  for (const [person, matches] of [
    [8101, 1],
    [8102, 30],
  ] as const) {
    const id = await decideTwice(person, matches);
    const query = `{ participant(by: { databaseId: ${id} }) { ${DECISIONS} } }`;
    const graph = async () => dataOf(await gateway.graphql(query));
    const v4 = async () =>
      await gateway.request('GET', `/api/v4/fiduciary/participant/detail?id=${id}`);
    expect(JSON.stringify(await graph()).split('"Segunda"')).toHaveLength(matches + 1);
    expect(JSON.stringify((await v4()).body).split('"Segunda"')).toHaveLength(matches + 1);
    counts.push([await countStatements(graph), await countStatements(v4)]);
  }
  expect(counts[1]).toEqual(counts[0]);
});
