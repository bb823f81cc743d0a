import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import spanish from 'i18n-iso-countries/langs/es.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import {
  findCountryCode,
  isSameCountry,
  toCountryCode,
  toSpanishCountryName,
} from '../../../../src/domain/countries/country-code.ts';

type Written = { name: string; code: string };

/** Names of a language of the package, less those that two countries share. */
function listWritten(countries: Record<string, string | string[]>): Written[] {
  return Object.entries(countries)
    .flatMap(([code, said]) => [said].flat().map((name) => ({ name, code })))
    .filter(({ name }) => name !== 'Congo');
}

describe('countryCode', () => {
  it.each([
    ['VE', 'VEN', 'Venezuela', 'venezolana', 'República Bolivariana de Venezuela'],
    ['YE', 'YEM', 'Yemen', 'YEMENI', 'Republic of Yemen', 'YD'],
    [
      'DE',
      'DEU',
      'D',
      'D<<',
      'Germany',
      'Alemania',
      'alemana',
      'Federal Republic of Germany',
      'DD',
    ],
    ['RS', 'SRB', 'Serbia', 'SERBIA', 'serbia', 'Republic of Serbia'],
    ['XK', 'RKS', 'Kosovo', 'KOSOVAR'],
    ['HK', 'HKG', 'Hong Kong', 'China, Hong Kong SAR'],
    ['TT', 'TTO', 'Trinidad and Tobago', 'Trinidad y Tobago'],
    [
      'GB',
      'GBR',
      'UK',
      'GBD',
      'GBN',
      'GBO',
      'GBP',
      'GBS',
      'United Kingdom',
      'Reino Unido',
      'INGLESA',
    ],
    ['DK', 'DNK', 'Dinamarca', 'danesa', 'Danish'],
    ['MX', 'MEX', 'México', 'MEXICANA', 'mexicano', 'Mexican', 'Estados Unidos Mexicanos'],
    ['US', 'USA', 'ESTADOUNIDENSE', 'E.U.A.', 'EE. UU.', 'United States of America', 'American'],
    ['KP', 'PRK', 'Korea, North', "Democratic People's Republic of Korea"],
    ['KR', 'KOR', 'Korea, South', 'Korea, Republic of', 'SURCOREANA'],
    ['CD', 'COD', 'Congo, Democratic Republic of the', 'ZR', 'Zaire'],
    ['CG', 'COG', 'Congo, Republic of the', 'Congo'],
    ['IR', 'IRN', 'Iran (Islamic Republic of)', 'República Islámica del Irán', 'IRANI'],
    ['TW', 'TWN', 'Taiwan, Province of China', 'Republic of China'],
    ['CN', 'CHN', "People's Republic of China", 'CHINA', 'chino'],
    ['MM', 'MMR', 'Burma', 'BU', 'BUR'],
    ['CI', 'CIV', "Côte d'Ivoire", 'Costa de Marfil'],
    ['VU', 'VUT', 'NH'],
    ['FR', 'FRA', 'French Republic', 'República Francesa', 'FRANCESES'],
    ['ES', 'ESP', 'ESPAÑOLA', 'Reino de España'],
    ['GY', 'GUY', 'Co-operative Republic of Guyana'],
  ])('%s is one country however it is written', (code, ...ways) => {
    const all = [code, ...ways];
    const found = all.map((way) => ({ way, code: toCountryCode(way) }));
    expect(found).toEqual(all.map((way) => ({ way, code })));
  });

  it('every current code is its own country, and never a withdrawn one', async () => {
    const { default: codes } = await import('i18n-iso-countries/codes.json', {
      with: { type: 'json' },
    });
    expect(codes.length).toBeGreaterThan(240);
    for (const [alpha2 = '', alpha3 = ''] of codes) {
      expect(findCountryCode(alpha2)).toBe(alpha2);
      expect(findCountryCode(alpha3)).toBe(alpha2);
    }
  });

  it.each([
    ['English', english],
    ['Spanish', spanish],
  ])('every %s name of the package is a country that it names', (_, { countries }) => {
    const written = listWritten(countries);
    expect(written.length).toBeGreaterThan(240);
    const found = written.map(({ name }) => ({ name, code: findCountryCode(name) }));
    expect(found).toEqual(written);
  });

  it('what is no country stays as it is written, in capitals', () => {
    expect(toCountryCode('Atlántida del Sur')).toBe('ATLANTIDA DEL SUR');
    expect(findCountryCode('')).toBeUndefined();
    expect(findCountryCode('REPUBLICA')).toBeUndefined();
    expect(isSameCountry('', '')).toBe(false);
    expect(isSameCountry('MEXICANA', 'MEX')).toBe(true);
    expect(isSameCountry('NIGERIANA', 'NER')).toBe(false);
  });
});

describe('spanishCountryName', () => {
  it.each([
    ['MX', 'México'],
    ['MEX', 'México'],
    ['Mexico', 'México'],
    ['mexicana', 'México'],
    ['United States', 'Estados Unidos'],
    ['Atlantis', 'Atlantis'],
  ])('names the country of %s in one way', (text, name) => {
    expect(toSpanishCountryName(text)).toContain(name);
  });
});
