import { expect, it } from 'vitest';
import { listBlockingKeys } from '../../../../src/domain/screening/names/blocking-keys.ts';
import { ALERT_THRESHOLD } from '../../../../src/domain/screening/names/score-names.ts';
import {
  KEY_SEPARATOR,
  type NameIndex,
} from '../../../../src/domain/screening/search/name-index.ts';
import { NameIndexBuilder } from '../../../../src/domain/screening/search/name-index-builder.ts';
import { searchIndexes } from '../../../../src/resolvers/list-search/indexed-search.ts';
import { finishSteps } from '../../../support/gateway/finish-steps.ts';
import { makeParty } from '../../../support/probes/compared.ts';
import { scoreOf } from '../../domain/screening/score-of.ts';

const QUERY = 'JUAN HERNANDEZ';
/** Whoever has both words, not side by side, and another that says little. */
const ALIKE = ['GARCIA', 'LOPEZ', 'MARTINEZ', 'RODRIGUEZ', 'GUADALUPE', 'MORENO'].map(
  (word) => `HERNANDEZ ${word} JUAN`,
);
/** More have one of the words than any search may look at. */
const OF_ONE_WORD = 18_000;
/** All consonants of the query and an L or a B, in whatever order: names that are asked for, and are nothing like it. */
const OF_CONSONANTS = 1400;
/** Of two words one is the query's. */
const OF_TWO_WORDS = 700;
const LOOKED_AT = 1000;

function repeat(count: number, name: string): string[] {
  return Array.from({ length: count }, () => name);
}

function shuffled(number: number): string {
  const consonants = (number % 2 === 0 ? 'JNRNTSL' : 'JNRNTSB').split('');
  const vowels = 'AEIOU';
  let [left, text] = [number, ''];
  while (consonants.length > 0) {
    const [letter = ''] = consonants.splice(left % consonants.length, 1);
    text += letter + vowels.charAt((left + text.length) % vowels.length);
    left = Math.floor(left / (consonants.length + 1)) + number;
    if (text.length === 6) text += ' ';
  }
  return text;
}

function indexOf(names: readonly string[]): NameIndex {
  const builder = new NameIndexBuilder();
  const keysOf = new Map<string, string>();
  for (const [entryId, name] of names.entries()) {
    const keys = keysOf.get(name) ?? listBlockingKeys(name, 'natural').keys.join(KEY_SEPARATOR);
    keysOf.set(name, keys);
    builder.add({ entryId, partyType: 'natural', name, keys });
  }
  return finishSteps(builder.finish());
}

it('a name whose words thousands have finds all that are like it, before those that share its consonants', async () => {
  const names = [
    ...ALIKE,
    ...repeat(OF_ONE_WORD, 'JUAN BACEDI LOMUTA'),
    ...repeat(OF_ONE_WORD, 'BACEDI HERNANDEZ LOMUTA'),
    ...repeat(OF_TWO_WORDS, 'JUAN BACEDI'),
    ...repeat(OF_CONSONANTS, '').map((_, at) => shuffled(at)),
  ];
  const held = { serviceId: 0, source: 'frequent', listVersion: '', index: indexOf(names) };
  const sought = { serviceId: 1, parties: [makeParty([QUERY])], limit: LOOKED_AT };
  const found = await searchIndexes(sought, [held]);
  const foundNames = new Set(found.names.map(({ name }) => name));
  const alike = ALIKE.filter((name) => scoreOf(QUERY, name, 'natural') >= ALERT_THRESHOLD);
  expect(alike.length).toBeGreaterThan(3);
  expect(alike.filter((name) => !foundNames.has(name))).toEqual([]);
});
