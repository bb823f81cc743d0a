import { describe, expect, it } from 'vitest';
import { prepareNames } from '../../../../src/domain/screening/names/prepare-name.ts';
import {
  ALERT_THRESHOLD,
  POSSIBLE_THRESHOLD,
} from '../../../../src/domain/screening/names/score-names.ts';
import { explainNames } from '../../../../src/domain/screening/parties/explain-names.ts';
import { scoreOf } from './score-of.ts';

/** All names are invented; they have the quirks of those that authorities publish. */
describe('companies of Mexico', () => {
  it.each([
    ['VELOMUT, S.A. DE C.V.', 'VELOMUTSA DE CV', 'a form that is glued on'],
    ['RUMBO SUPLEMENTOS, S.A. DE C.V.', 'RUMBO SUPLEMENTOSSA DE CV', 'a form that is glued on'],
    ['COMERCIALIZADORA TIGRE 1310, SA DE CV', 'COMERCIALIZADORA TIGRE 1310SA DE CV', 'to a number'],
    ['TANDEMA, S.A.P.I. DE C.V.', 'TANDEMA S A P I DE CV', 'dots and blanks in a form'],
    ['RIVERLUZ, S.A. DE C.V.', 'RIVERLUZ SA DE DE CV', 'a form written wrong'],
    ['OLMO Y CEDRO S.C. DE R.L. DE C.V.', 'Olmo y Cedro', 'a form left out'],
    ['CONSORCIO LUMBRA, SOCIEDAD CIVIL', 'Consorcio Lumbra S.C.', 'a form in words'],
    ['PEÑA & ÑANDÚ, A.C.', 'PENA & NANDU AC', 'marks'],
    ['CONSTRUCTORA FUENTES DEL LAGO', 'CONTRUCTORA FUENTES DEL LAGO', 'a letter missing'],
    ['CAMINOS Y VIAS TERRESTRES LORIME', 'CAMINOS Y VIAS TERRESTRE LORIME', 'a plural'],
    [
      'BURN MÉXICO CITY, S.A. DE C.V.',
      'BRUN MÉXICO CITY, S.A. DE C.V.',
      'letters in another order',
    ],
    ['LOGÍSTICA PROFESIONAL TERN', 'TERN LOGÍSTICA PROFESIONAL', 'words in another order'],
    [
      'K SOLUTION SERVICIOS SA DE CV',
      'FARO SOLES, S.A., ANTES K SOLUTION SERVICIOS',
      'an older name',
    ],
    ['AKARI CONSULTORA SC', 'OTRA CASA SC // Ahora AKARI CONSULTORA, S.C.', 'a newer name'],
    ['M&Q TALLERES SC', 'M&Q TALLERES, S.C. // En cumplimiento a la sentencia de 2021', 'a note'],
    ['LA TRAVIESA\nDE LEÓN', 'LA TRAVIESA DE LEON', 'a line break'],
  ])('finds %j as %j: %s', (query, candidate) => {
    expect(scoreOf(query, candidate, 'legal')).toBeGreaterThanOrEqual(ALERT_THRESHOLD);
    expect(scoreOf(candidate, query, 'legal')).toBeGreaterThanOrEqual(ALERT_THRESHOLD);
  });

  it.each([
    ['CONSTRUCCIONES GRUPO RGT', 'GRUPO RVP CONSTRUCCIONES', 'the word that tells is another'],
    [
      'COMERCIALIZADORA NORTE VERDE',
      'COMERCIALIZADORA SUR AZUL',
      'only the general word is the same',
    ],
    ['SERVICIOS INTEGRALES', 'SERVICIOS INTEGRALES KABO', 'nothing that tells'],
    ['GRUPO SA DE CV', 'GRUPO W', 'nothing that tells'],
    ['LUMEN', 'LUMEN CORDILLERA PACIFICO', 'two words more'],
    ['PUNTO BLANCO DENNAR', 'PUNTO BLANCO DEL SUR', 'another ending'],
  ])('keeps %j apart from %j: %s', (query, candidate) => {
    expect(scoreOf(query, candidate, 'legal')).toBeLessThan(ALERT_THRESHOLD);
  });

  it('takes another number for another company, and shows it to who asks for what is possible', () => {
    const score = scoreOf('GASOLINERA JAGUAR 2000', 'GASOLINERA JAGUAR 3000', 'legal');
    expect(score).toBeLessThan(ALERT_THRESHOLD);
    expect(score).toBeGreaterThanOrEqual(POSSIBLE_THRESHOLD);
    expect(scoreOf('BRIGADA CUARENTA Y CUATRO', 'BRIGADA 44', 'legal')).toBe(1);
  });
});

describe('companies of elsewhere', () => {
  it.each([
    ['OOO LUMENGAZ', 'Open Joint Stock Company Lumengaz', 'a form in front'],
    ['ООО "ЛУМЕНГАЗ"', 'LUMENGAZ LLC', 'Cyrillic'],
    ['Nordwerk Aktiengesellschaft', 'NordwerkAG', 'a form that is glued on'],
    ['Nordwerk Aktiengeselschaft', 'Nordwerk AG', 'a form with a slip'],
    ['X.Y.Q. Company', 'XYQ Co.', 'dots between letters'],
    ['The Nord Wind Group', 'Nordwind Group', 'joined words and an article'],
    ['1st Nordic Institute', 'First Nordic Institute', 'a number in words'],
    ['Fabrik für Öle GmbH', 'FABRIK FUR OLE GMBH', 'umlauts'],
    ['Nord & Sud AB', 'Nord and Sud AB', 'and'],
  ])('finds %j as %j: %s', (query, candidate) => {
    expect(scoreOf(query, candidate, 'legal')).toBeGreaterThanOrEqual(ALERT_THRESHOLD);
  });
});

describe('persons', () => {
  it.each([
    ['Zárate Quiroga Andrés Manuel', 'Andres Manuel ZARATE QUIROGA', 'order and marks'],
    ['Marcelo Ebrián', 'Marcelo Luis Ebrián Casaubón', 'second names are missing'],
    ['Zulema Quiroga Alcántara', 'QUIROGA, Zulema', 'the list lacks a surname'],
    ['MA GPE HDEZ ZÚÑIGA', 'MARIA GUADALUPE HERNANDEZ ZUNIGA', 'abbreviations'],
    ['J. Ubaldo Quiroga', 'José Ubaldo Quiroga', 'an initial'],
    ['N. Zarabayev', 'Nurlan Zarabayev', 'an initial and a rare surname'],
    ['Lic. Ubaldo Quiroga Ríos', 'Ubaldo Quiroga Rios', 'a title'],
    ['Ubaldo de la Quiroga y Ríos', 'UBALDO QUIROGA RIOS', 'particles'],
    ['Pepe Quirarte Olmos', 'José Quirarte Olmos', 'a short form'],
    ['Valdivieso Zepeda Bruno', 'BALDIBIESO CEPEDA BRUNO', 'how it sounds'],
    ['UbaldoQuirarte', 'Ubaldo Quirarte', 'no blank'],
    ['Quir arte Ubaldo', 'Ubaldo Quirarte', 'a blank too many'],
    ['Ubaldo Ubaldo Quirarte', 'Ubaldo Quirarte', 'a word twice'],
    ['otrapliM otreblE', 'Elberto Milparto', 'written backwards'],
    ['Vadim Borisovich Zarubin', 'Vadim Zarubin', 'a father’s name'],
    ['Вадим Зарубин', 'Vadim ZARUBIN', 'Cyrillic'],
    ['Уолодымир Зарубенко', 'Uolodymyr Zarubenko', 'another way to write Cyrillic'],
    ['كريم السلطاني', 'Karim al-Sultani', 'Arabic, which has no vowels'],
    ['عبد الغفور الزروقي', 'Abdel Ghafour el-Zarouqi', 'Arabic, whose article is part of a word'],
    ['Κυριάκος Ζαρούκης', 'Kyriakos Zarukis', 'Greek'],
    ['习远平', 'Xi Yuanping', 'Han'],
    ['김태은', 'Kim Tae-un', 'Hangul'],
    ['Uba1do Qu1rarte', 'Ubaldo Quirarte', 'digits for letters'],
    ['Ubаldо Quirarte', 'Ubaldo Quirarte', 'Cyrillic letters in a Latin word'],
    ['Ub\u200baldo\u0000 Quirarte\u202e', 'Ubaldo Quirarte', 'signs that nobody sees'],
    ['Ｕｂａｌｄｏ Quirarte', 'Ubaldo Quirarte', 'wide letters'],
  ])('finds %j as %j: %s', (query, candidate) => {
    expect(scoreOf(query, candidate, 'natural')).toBeGreaterThanOrEqual(ALERT_THRESHOLD);
  });

  it.each([
    ['Ubaldo Quirarte', 'Nicanor Quirarte', 'another given name'],
    ['Ubaldo Quirarte Olmos', 'Ubaldo Quirarte Zepeda', 'another second surname'],
    ['Vadim Borisovich Zarubin', 'Vadim Petrovich Zarubin', 'another father'],
    ['Juan O. Quirarte', 'Juan Pedro Quirarte', 'another initial'],
    ['Ubaldo', 'Ubaldo Quirarte Olmos', 'one word of three'],
    ['Ahmed A.', 'Ahmed Aghazade', 'a common word and an initial'],
    ['习远鹏', '习远平', 'another syllable in Han'],
    ['كريم بن سلمان', 'Karim bin Zayed', 'another name in Arabic'],
  ])('keeps %j apart from %j: %s', (query, candidate) => {
    expect(scoreOf(query, candidate, 'natural')).toBeLessThan(ALERT_THRESHOLD);
  });

  it('counts a missing surname less against a list than against a query', () => {
    const [short, long] = ['Zulema Quiroga', 'Zulema Quiroga Alcántara'];
    expect(scoreOf(short, long, 'natural')).toBeGreaterThan(scoreOf(long, short, 'natural'));
  });
});

it('finds a ship without what stands before its name', () => {
  expect(scoreOf('MV Nordic Lantern', 'Nordic Lantern', 'other')).toBeGreaterThanOrEqual(
    ALERT_THRESHOLD,
  );
});

it('explains itself word by word', () => {
  const [query] = prepareNames('Uvaldo Quirarte', 'natural');
  const [candidate] = prepareNames('QUIRARTE OLMOS, Ubaldo', 'natural');
  if (query === undefined || candidate === undefined) throw new Error('Both are names.');
  expect(explainNames(query, candidate)).toEqual([
    {
      feature: 'word',
      query: 'UVALDO',
      candidate: 'UBALDO',
      score: 0.96,
      weight: 1,
      effect: 'sound',
    },
    {
      feature: 'word',
      query: 'QUIRARTE',
      candidate: 'QUIRARTE',
      score: 1,
      weight: 1,
      effect: 'same',
    },
    {
      feature: 'word',
      query: null,
      candidate: 'OLMOS',
      score: 0,
      weight: 1,
      effect: 'extra word in list name',
    },
  ]);
});
