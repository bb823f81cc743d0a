import { describe, expect, it } from 'vitest';
import {
  countryCode,
  findCountryCode,
  isSameCountry,
} from '../../../../src/domain/countries/country-code.ts';

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
    for (const way of [code, ...ways]) expect(countryCode(way), way).toBe(code);
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

  it('every name of the package is a country that it names', async () => {
    for (const language of ['en', 'es']) {
      const { default: names } = await import(`i18n-iso-countries/langs/${language}.json`, {
        with: { type: 'json' },
      });
      const shared = ['Congo'];
      for (const [code, said] of Object.entries<string | string[]>(names.countries))
        for (const name of [said].flat())
          if (!shared.includes(name)) expect(findCountryCode(name), name).toBe(code);
    }
  });

  it('what is no country stays as it is written, in capitals', () => {
    expect(countryCode('Atlántida del Sur')).toBe('ATLANTIDA DEL SUR');
    expect(findCountryCode('')).toBeUndefined();
    expect(findCountryCode('REPUBLICA')).toBeUndefined();
    expect(isSameCountry('', '')).toBe(false);
    expect(isSameCountry('MEXICANA', 'MEX')).toBe(true);
    expect(isSameCountry('NIGERIANA', 'NER')).toBe(false);
  });
});
