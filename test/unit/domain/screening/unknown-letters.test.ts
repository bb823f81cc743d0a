import { describe, expect, it } from 'vitest';
import { listBlockingKeys } from '../../../../src/domain/screening/names/blocking-keys.ts';
import { prepareNames } from '../../../../src/domain/screening/names/prepare-name.ts';
import { ALERT_THRESHOLD, scoreNames } from '../../../../src/domain/screening/names/score-names.ts';
import { repairMojibake } from '../../../../src/domain/screening/words/mojibake.ts';
import type { PartyType } from '../../../../src/domain/screening/words/party-type.ts';

function bestOf(query: string, candidate: string, partyType: PartyType): number {
  const others = prepareNames(candidate, partyType);
  const scores = prepareNames(query, partyType).flatMap((one) =>
    others.map((other) => scoreNames(one, other)),
  );
  return Math.max(0, ...scores);
}

type Broken = { name: string; broken: string };

/** Whether each broken name alerts for its name, and has a key by which it is found. */
function expectFound(all: readonly Broken[]): void {
  const found = all.map(({ name, broken }) => {
    const keys = new Set(listBlockingKeys(name, 'natural').keys);
    return {
      name,
      broken,
      isAlert: bestOf(broken, name, 'natural') >= ALERT_THRESHOLD,
      hasKey: listBlockingKeys(broken, 'natural').keys.some((key) => keys.has(key)),
    };
  });
  expect(found).toEqual(all.map((one) => ({ ...one, isAlert: true, hasKey: true })));
}

const SIGNS = ['&', '#', '_', '?', '¥', '¤', '�', '��', '¿', '±'];
const PEOPLE = [
  'ROSALÍA NÚÑEZ MUÑOZ',
  'IÑAKI PEÑA',
  'BEGOÑA ZUÑIGA ORDÓÑEZ',
  'JOSÉ ÁNGEL CASTAÑEDA',
];

describe('a lost letter', () => {
  it.each(SIGNS)('%s for Ñ inside a word: the name is found and alerts', (sign) => {
    expectFound(PEOPLE.map((name) => ({ name, broken: name.replaceAll('Ñ', sign) })));
  });

  it('each letter of a word may be the lost one', () => {
    const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    const broken = 'FABRIZIO TE�ORIO';
    expectFound(letters.map((letter) => ({ name: `FABRIZIO TE${letter}ORIO`, broken })));
  });

  it('of a company it is one letter, and & and _ part words as well', () => {
    const name = 'CONSTRUCTORA PIÑATELLI SA DE CV';
    expect(bestOf('CONSTRUCTORA PI&ATELLI SA DE CV', name, 'legal')).toBeGreaterThan(
      ALERT_THRESHOLD,
    );
    expect(bestOf('JOHNSON&ORTEGA', 'JOHNSON & ORTEGA', 'legal')).toBe(1);
    expect(bestOf('JUAN_PEREZ_SOTO', 'JUAN PEREZ SOTO', 'natural')).toBe(1);
  });

  it('is not less than a letter: another word stays another', () => {
    expect(bestOf('ANA MU?OZ', 'ANA MUNIVE', 'natural')).toBeLessThan(ALERT_THRESHOLD);
  });
});

/** UTF-8 read as Latin-1, as what goes wrong in most files. */
function garble(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

describe('mojibake', () => {
  it.each(PEOPLE)('%s is repaired, once or twice garbled', (name) => {
    expect(repairMojibake(garble(name))).toBe(name);
    expect(repairMojibake(garble(garble(name)))).toBe(name);
  });

  it.each([
    ['NUÃ‘EZ', 'NUÑEZ'],
    ['GÃ“MEZ', 'GÓMEZ'],
    ['muã±oz', 'muñoz'],
    ['JOÃO', 'JOÃO'],
    ['ÅSA ÖBERG', 'ÅSA ÖBERG'],
    ['ÑÑ', 'ÑÑ'],
  ])('%s reads %s', (written, meant) => {
    expect(repairMojibake(written)).toBe(meant);
  });
});
