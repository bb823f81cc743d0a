import { describe, expect, it } from 'vitest';
import { prepareNames } from '../../../../src/domain/screening/names/prepare-name.ts';
import {
  ALERT_THRESHOLD,
  POSSIBLE_THRESHOLD,
} from '../../../../src/domain/screening/names/score-names.ts';
import { screenParty } from '../../../../src/domain/screening/parties/screen-party.ts';
import type { ScreenedParty } from '../../../../src/domain/screening/parties/screened-party.ts';
import type { PartyType } from '../../../../src/domain/screening/words/party-type.ts';

function partyOf(name: string, partyType: PartyType, birthDates: string[] = []): ScreenedParty {
  return {
    partyType: partyType === 'other' ? 'unknown' : partyType,
    names: prepareNames(name, partyType),
    weakNames: [],
    rfcs: [],
    curps: [],
    passports: [],
    birthDates,
    countries: [],
  };
}

function scoreOf(query: string, entry: string, partyType: PartyType): number {
  return screenParty(partyOf(query, partyType), partyOf(entry, partyType), 0)?.score ?? 0;
}

describe('two names that people have', () => {
  it.each([
    ['MARIO TREVIÑO SOTO', 'MARIA TREVIÑO SOTO'],
    ['JULIO MOCTEZUMA RICO', 'JULIAN MOCTEZUMA RICO'],
    ['ANA ROSAS LUJAN', 'ANA ROJAS LUJAN'],
    ['LU WU', 'LI WU'],
    ['JUAN CARLOS GARCIA HERNANDEZ', 'HERNANDEZ GARCIA JUAN CARLOS'],
    ['ZUHAIR BIN TARIQ AL-QUBAISI', 'TARIQ BIN ZUHAIR AL-QUBAISI'],
  ])('%s and %s are possible and no alert', (query, entry) => {
    const score = scoreOf(query, entry, 'natural');
    expect(score).toBeGreaterThanOrEqual(POSSIBLE_THRESHOLD);
    expect(score).toBeLessThan(ALERT_THRESHOLD);
  });

  it.each([
    ['MARIO TREVINO SOTOO', 'MARIO TREVIÑO SOTO'],
    ['ANA SEPULBEDA LUJAN', 'ANA SEPULVEDA LUJAN'],
    ['JUAN GONZALES PEREA', 'JUAN GONZALEZ PEREA'],
    ['GARCIA HERNANDEZ JUAN CARLOS', 'JUAN CARLOS GARCIA HERNANDEZ'],
  ])('%s and %s alert: one is a slip, or only the order is another', (query, entry) => {
    expect(scoreOf(query, entry, 'natural')).toBeGreaterThanOrEqual(ALERT_THRESHOLD);
  });

  it('alert where a birth agrees', () => {
    const [query, entry] = ['MARIO TREVIÑO SOTO', 'MARIA TREVIÑO SOTO'].map((name) =>
      partyOf(name, 'natural', ['1971-02-03']),
    );
    if (query === undefined || entry === undefined) throw new Error('No parties.');
    expect(screenParty(query, entry, 0)?.score).toBeGreaterThanOrEqual(ALERT_THRESHOLD);
  });
});

describe('MA', () => {
  it.each(['MA. LUISA SOTO', 'MA LUISA SOTO', 'MA DEL SOCORRO TZOMPA'])(
    'of %s is MARIA',
    (name) => {
      expect(scoreOf(name, name.replace(/^MA\.?/, 'MARIA'), 'natural')).toBe(1);
    },
  );

  it('of a name that is not Spanish is a surname', () => {
    expect(scoreOf('MA, LIN', 'MARIA LIN', 'natural')).toBeLessThan(POSSIBLE_THRESHOLD);
  });
});

describe('companies', () => {
  it.each([
    ['ALDESA SA DE CV', 'ALPESA SA DE CV'],
    ['VIVIENDA FASE II SA', 'VIVIENDA FASE III SA'],
    ['11420 CORP', '11421 CORP'],
  ])('%s and %s are no alert', (query, entry) => {
    expect(scoreOf(query, entry, 'legal')).toBeLessThan(ALERT_THRESHOLD);
  });

  it.each([
    ['GRUPO DOS MIL DIEZ SA', 'GRUPO 2010 SA DE CV'],
    ['FARMACIA QUINCE', 'FARMACIA 15 SA'],
    ['CLUB VEINTIUNO', 'CLUB 21'],
    ['EDITORIAL SIGLO XXI', 'EDITORIAL SIGLO 21 SA'],
    ['FRACCIONAMIENTO CUARENTA Y CUATRO', 'FRACCIONAMIENTO 44'],
  ])('%s is %s', (query, entry) => {
    expect(scoreOf(query, entry, 'legal')).toBe(1);
  });

  it.each([
    ['ING. Y TEC. MAQUIVERDE', 'INGENIERIA Y TECNOLOGIA MAQUIVERDE SA DE CV'],
    ['CORP. LOG. VANDERI', 'CORPORATIVO LOGISTICO VANDERI SA'],
    ['ORTIGOZA MFRG', 'ORTIGOZA MANUFACTURING INC'],
    ['INST. NAL. VANDERI', 'INSTITUTO NACIONAL VANDERI'],
    ['CONST VANDERI', 'CONSTRUCTORA VANDERI'],
    ['CONST VANDERI', 'CONSTRUCCIONES VANDERI'],
    ['CONSTRUCC. Y PROY. INTEG. ORTIGOZA', 'CONSTRUCCIONES Y PROYECTOS INTEGRALES ORTIGOZA'],
  ])('%s alerts for %s: the beginning of a general word stands for it', (query, entry) => {
    expect(scoreOf(query, entry, 'legal')).toBeGreaterThanOrEqual(ALERT_THRESHOLD);
  });

  it('the beginning of a word that tells does not stand for it', () => {
    expect(scoreOf('GRUPO MAQUI', 'GRUPO MAQUIVERDE', 'legal')).toBeLessThan(ALERT_THRESHOLD);
  });
});

describe('a name in Hebrew', () => {
  it('is possible and no alert by fewer than six consonants', () => {
    const score = scoreOf('יוסף כהן', 'Yosef Cohen', 'natural');
    expect(score).toBeGreaterThanOrEqual(POSSIBLE_THRESHOLD);
    expect(score).toBeLessThan(ALERT_THRESHOLD);
  });
});
