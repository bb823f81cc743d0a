import { describe, expect, it } from 'vitest';
import { listBlockingKeys } from '../../../../src/domain/screening/names/blocking-keys.ts';
import type { PartyType } from '../../../../src/domain/screening/words/party-type.ts';

function sharedKeys(one: string, other: string, partyType: PartyType): string[] {
  const keys = new Set(listBlockingKeys(other, partyType).keys);
  return listBlockingKeys(one, partyType).keys.filter((key) => keys.has(key));
}

it.each(['CRÉDITO AHORA SA DE CV', 'ALIMENTOS ANTES Y DESPUÉS'])(
  'AHORA and ANTES may be words of a name: %j',
  (name) => {
    expect(listBlockingKeys(name, 'legal').tokens).toContain(
      name.includes('AHORA') ? 'AHORA' : 'ANTES',
    );
  },
);

describe('the keys of a name', () => {
  it('are its words, how they sound, and both words joined', () => {
    const { core, tokens, keys } = listBlockingKeys('Olmos Cía, S.A. de C.V.', 'legal');
    expect(core).toBe('OLMOS COMPANIA');
    expect(tokens).toEqual(['COMPANIA', 'OLMOS']);
    expect(keys).toEqual(
      expect.arrayContaining(['OLMOS', 's:OLMOS', 'g:ALMS', 'o:ALMS', 'g:ALMSKMBN']),
    );
  });

  it('are of all names in a text', () => {
    const { core, tokens } = listBlockingKeys(
      'FARO LUZ SA, ANTES K OLMO SC // Ahora ZETA ROJA, S.C.',
      'legal',
    );
    expect(core).toBe('FARO LUZ');
    expect(tokens).toEqual(expect.arrayContaining(['FARO', 'OLMO', 'ZETA', 'ROJA']));
  });

  it('leave out words that too many names have, save where there are no others', () => {
    expect(listBlockingKeys('Grupo Olmo', 'legal').keys).not.toContain('GRUPO');
    expect(listBlockingKeys('Grupo Servicios', 'legal').keys).toContain('GRUPO');
  });

  it.each<[string, string, PartyType, string]>([
    ['AL QUIRDA', 'ALQUIRDA', 'legal', 'joined'],
    ['Valdivieso', 'Baldibieso', 'natural', 'as Spanish sounds'],
    ['Zhukov', 'Djukof', 'natural', 'as others sound'],
    ['Quirarte', 'Quiratre', 'natural', 'two letters that changed places'],
    ['Quirarte', 'Quimarte', 'natural', 'a letter that is another'],
    ['Matullah', 'Maullah', 'natural', 'a letter that is missing'],
    ['Pepe', 'José', 'natural', 'a short form'],
    ['Вадим', 'Vadim', 'natural', 'another script'],
    ['كريم', 'Karim', 'natural', 'no vowels'],
    ['عبد الغفور', 'Abdel Ghafour', 'natural', 'an article that is part of a word'],
    [
      'Grupo Comercial Nacional Belimut',
      'Grupo Comercial Nacional Belinut',
      'legal',
      'general words',
    ],
  ])('are shared by %j and %j: %s, %s', (...[one, other, partyType]) => {
    expect(sharedKeys(one, other, partyType)).not.toEqual([]);
  });

  it('are not shared by names that have nothing in common', () => {
    expect(sharedKeys('Ubaldo Quirarte', 'Nicanor Zepeda', 'natural')).toEqual([]);
  });
});
