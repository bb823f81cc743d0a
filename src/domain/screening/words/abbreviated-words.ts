import { GENERIC_WORDS } from './common-words.ts';
import { isSpanishName } from './spanish-names.ts';

/**
 * Words of company names that are often abbreviated. Source: words in at least 25 of 12,982 company names of the SAT's
 * lists 69 and 69-B, or at least 15 of those of OFAC, with their other genders and numbers.
 */
const FREQUENT_WORDS = `
  ABASTECEDORA ACABADOS ACEROS ADMINISTRACION ADMINISTRADORA ADMINISTRATIVA ADMINISTRATIVO ADMINISTRATIVOS AGRICOLA AGROPECUARIA
  AGROPECUARIO ALIMENTOS ALIMENTICIOS ARQUITECTURA ARQUITECTOS ARRENDADORA ARRENDAMIENTO ASESORES ASESORIA ASESORIAS ASOCIADOS
  ASOCIACION ASSOCIATES ASSOCIATION AUTOMOTRIZ AUTOPARTES BUSINESS CALIDAD CAPACITACION CENTER CENTRO CHEMICAL CIVILES COMERCIAL
  COMERCIALES COMERCIALIZACION COMERCIALIZADORA COMERCIO COMMERCIAL COMMERCE COMMUNICATIONS COMPANIA COMPANY 
  COMUNICACIONES CONSORCIO CONSTRUCCION CONSTRUCCIONES CONSTRUCTION CONSTRUCTOR CONSTRUCTORA CONSTRUCTORES CONSULTING CONSULTORES
  CONSULTORIA CONTABLES CONTROL COOPERATIVA CORPORACION CORPORATION CORPORATIVA CORPORATIVO CORPORATIVOS DEPARTMENT DESARROLLADORA
  DESARROLLO DESARROLLOS DEVELOPMENT DISENO DISENOS DISTRIBUCION DISTRIBUCIONES DISTRIBUIDORA DISTRIBUIDORES DISTRIBUTION EDIFICACIONES
  EDUCACION ELECTRICA ELECTRICOS ELECTRONICA ELECTRONICS EMPRESA EMPRESARIAL EMPRESARIALES EMPRESAS ENERGETICOS ENGINEERING ENTERPRISE
  ENTERPRISES EQUIPMENT EQUIPOS ESPECIALIZADA ESPECIALIZADOS ESTABLISHMENT ESTRATEGIAS EXCHANGE EXPORT FABRICACION FARMACEUTICA FINANCIAL
  FINANCIERA FINANCIEROS FISCAL FOUNDATION FUNDACION GENERAL GESTION GOVERNMENT GROUP GRUPO HOLDING HOLDINGS HOSPITAL HUMANO HUMANOS
  IMPORT IMPORTACIONES IMPORTADORA IMPULSORA INDUSTRIA INDUSTRIAL INDUSTRIALES INDUSTRIAS INDUSTRIES INDUSTRY INFRAESTRUCTURA INGENIERIA
  INGENIEROS INMOBILIARIA INMOBILIARIO INMOBILIARIOS INNOVACION INSTALACIONES INSTITUTE INSTITUTO INSTITUCION INSUMOS INSURANCE INTEGRADORA
  INTEGRAL INTEGRALES INTERNACIONAL INTERNACIONALES INTERNATIONAL INVERSIONES INVESTMENT INVESTMENTS LABORATORIO LABORATORIOS LIMPIEZA
  LOGISTICA LOGISTICS LOGISTICO MANAGEMENT MANTENIMIENTO MANUFACTURAS MANUFACTURING MAQUINARIA MARITIME MARKETING MATERIALES MEDICAL MEDICOS
  METALES METALURGICA MEXICANA MEXICANO MEXICO MINERA MINISTRY MULTISERVICIOS NACIONAL NACIONALES NATIONAL OCCIDENTE OPERADORA
  ORGANIZACION ORGANIZATION PACIFICO PERSONAL PETROCHEMICAL PETROLEUM PHARMACEUTICAL PHARMACEUTICALS PRESTADORA PRIVADA PROCESOS PRODUCTOS
  PRODUCTS PRODUCCIONES PROFESIONAL PROFESIONALES PROMOCIONES PROMOTORA PROPERTIES PROVEEDORA PROYECTOS PUBLICIDAD QUIMICA QUIMICOS RECURSOS
  REPRESENTACIONES RESEARCH SECURITY SEGURIDAD SERVICE SERVICES SERVICIO SERVICIOS SHIPPING SISTEMAS SOCIEDAD SOLUCIONES SOLUTIONS SUMINISTROS
  SURESTE SYSTEMS TECHNICAL TECHNOLOGIES TECHNOLOGY TECNICA TECNICOS TECNOLOGIA TECNOLOGIAS TECNOLOGICA TELECOMMUNICATIONS TELECOMUNICACIONES
  TEXTILES TRADING TRANSPORT TRANSPORTACION TRANSPORTATION TRANSPORTE TRANSPORTES UNIVERSIDAD UNIVERSITY URBANIZADORA URBANIZACIONES
`;

const genericWords = new Set([...FREQUENT_WORDS.split(/\s+/), ...GENERIC_WORDS]);
const byInitial = Map.groupBy(genericWords, (word) => word.charAt(0));

/** Minimum length of an abbreviation, and of the prefix that it shares with the word. */
export const ABBREVIATION_LENGTH_MIN = 3;
/** Minimum number of letters that an abbreviation omits. */
const OMITTED_LETTERS_MIN = 2;
/** Maximum length of a contraction. */
const CONTRACTION_LENGTH_MAX = 5;
const VOWEL = /[AEIOU]/;
const NO_WORDS: readonly string[] = [];

/** Returns the generic words that a text may abbreviate: by truncation or, for short texts, by contraction. */
export function listExpansions(text: string): readonly string[] {
  if (text.length < ABBREVIATION_LENGTH_MIN) return NO_WORDS;
  const candidates = byInitial.get(text.charAt(0)) ?? NO_WORDS;
  const expansions = candidates.filter(
    (word) => word.length - text.length >= OMITTED_LETTERS_MIN && isAbbreviationOf(text, word),
  );
  return expansions.length === 0 ? NO_WORDS : expansions;
}

/** True when a text is the beginning of a word of which it omits some letters. */
export function isTruncationOf(text: string, word: string): boolean {
  return (
    text.length >= ABBREVIATION_LENGTH_MIN &&
    word.length - text.length >= OMITTED_LETTERS_MIN &&
    word.startsWith(text)
  );
}

/**
 * Suffixes that derive actions, trades, collectives and qualities in Spanish (Real Academia Española, Nueva gramática,
 * chapters 5 to 7) and English. Words that end in them name a business, hardly ever a brand.
 */
const DERIVED = new RegExp(
  `(?:${[
    '[CST]ION(?:ES|S)?',
    'DOR(?:A|ES|AS)?',
    'ERIAS?',
    'MIENTOS?',
    '(?:LOG|NOM|GRAF|METR)IAS?',
    'IC[OA]S?',
    '[TS]IV[OA]S?',
    '[ITUN]ARI[OA]S?',
    '(?:ION|C[IU]|R[IU]|MENT)AL(?:ES)?',
    'IDAD(?:ES)?',
    '[EA]NCIAS?',
    'TURAS?',
    'MENTS?',
    'ICALS?',
    'EERING',
    'OLOG(?:Y|IES)',
    'TUR(?:ES?|ING)',
  ].join('|')})$`,
);
/** Minimum length of a derived word: shorter ones may be names that happen to end so. */
const DERIVED_LENGTH_MIN = 7;

/** True for a word formed by a suffix of trades or qualities, whose beginning may stand for it: FERRETERIA. */
export function isDerivedWord(text: string): boolean {
  return text.length >= DERIVED_LENGTH_MIN && DERIVED.test(text) && !isSpanishName(text);
}

function isAbbreviationOf(text: string, word: string): boolean {
  return (
    word.startsWith(text) ||
    (text.length <= CONTRACTION_LENGTH_MAX && isContractionOf(text, word)) ||
    isContractionWithEnding(text, word)
  );
}

/** True for consonants of the word in order, or for its first and last letters: MFRG, NAL. */
function isContractionOf(text: string, word: string): boolean {
  if (!VOWEL.test(text.slice(1))) return isSubsequence(word, text);
  const end = text.slice(1);
  return text.length === ABBREVIATION_LENGTH_MIN && word.endsWith(end);
}

function isSubsequence(word: string, letters: string): boolean {
  let matchedCount = 0;
  for (const letter of word) if (letter === letters.charAt(matchedCount)) matchedCount += 1;
  return matchedCount === letters.length;
}

/** Lengths of a contraction that keeps an ending, and of the beginning and the ending that it keeps. */
const LETTERS_WITH_ENDING = { min: 4, max: 7 };
const START_LENGTH = 2;
const ENDING_LENGTH = 2;

/** True for letters of the word in order that keep its beginning and its ending: ADMVOS, DEPTO. */
function isContractionWithEnding(text: string, word: string): boolean {
  return (
    text.length >= LETTERS_WITH_ENDING.min &&
    text.length <= LETTERS_WITH_ENDING.max &&
    word.startsWith(text.slice(0, START_LENGTH)) &&
    word.endsWith(text.slice(-ENDING_LENGTH)) &&
    isSubsequence(word, text)
  );
}
