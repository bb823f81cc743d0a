import { sql } from 'kysely';
import type { Db } from '../../../src/db/client.ts';
import type { ListEntry } from '../../../src/domain/lists/list-entry.ts';
import { prepareNames } from '../../../src/domain/screening/names/prepare-name.ts';
import { ALERT_THRESHOLD } from '../../../src/domain/screening/names/score-names.ts';
import { screenParty } from '../../../src/domain/screening/parties/screen-party.ts';
import { prepareEntryNames } from '../../../src/domain/screening/screened-parties.ts';
import { createRandom } from '../stats.ts';
import type { Screened } from './fill-screened.ts';
import { createParty, kindOf } from './scoring.ts';

export type Recall = { participants: number; pairs: number; alerts: number; missed: number };

/** Compares some participants with every name of every entry, and counts the matches that screening did not raise. */
export async function compareAllPairs(
  db: Db,
  { parties, entries }: { parties: readonly Screened[]; entries: readonly ListEntry[] },
  most: number,
): Promise<Recall> {
  const random = createRandom(3);
  const share = most / parties.length;
  const sample = parties.filter(({ isPlanted }) => isPlanted || random() < share);
  const raised = await listRaised(db);
  const theirs = entries.map((entry) => {
    const { key, partyType } = entry;
    return { key, party: createParty(partyType, prepareEntryNames(entry)) };
  });
  const alerts = sample.flatMap(({ id, party: { name, partyType } }) => {
    const names = prepareNames(name, partyType);
    const ours = createParty(kindOf(partyType), { names, weakNames: [] });
    return theirs
      .filter(({ party }) => screenParty(ours, party, ALERT_THRESHOLD) !== undefined)
      .map(({ key }) => `${id} ${key}`);
  });
  const missed = alerts.filter((one) => !raised.has(one)).length;
  const pairs = sample.length * entries.length;
  return { participants: sample.length, pairs, alerts: alerts.length, missed };
}

async function listRaised(db: Db): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ said: string }>`
    select participant_id || ' ' || external_id as said from participant_matches
    where service_id = 1`.execute(db);
  return new Set(rows.map(({ said }) => said));
}

export async function countRaised(db: Db): Promise<number> {
  return (await listRaised(db)).size;
}
