import type { IdentifierKind, NameKind, PartyType } from '../../domain/lists/list-entry.ts';
import type { PepRelationKind } from '../../domain/lists/pep-relation.ts';
import type { PepClass } from '../../domain/reports/pep-facts.ts';
import type { ReportNote } from '../../domain/reports/screening-report.ts';
import type { Effect, ExplanationItem } from '../../domain/screening/parties/explanation.ts';
import type { ScreeningOutcome } from '../../domain/screening/screening.ts';
import type { Tenure } from '../../domain/screening/tenure.ts';

/** Symbol, title and explanation of each outcome. The symbols differ, so that they need no colour. */
export const OUTCOMES: Record<ScreeningOutcome, { mark: string; title: string; text: string }> = {
  alert: {
    mark: '▲',
    title: 'Con coincidencias',
    text: 'Al menos una entrada de las listas alcanza el umbral de alerta o tiene el mismo identificador. Una persona debe revisar las coincidencias.',
  },
  possible: {
    mark: '◆',
    title: 'Con coincidencias débiles',
    text: 'Ninguna entrada alcanza el umbral de alerta; las que se muestran se parecen menos.',
  },
  clear: {
    mark: '●',
    title: 'Sin coincidencias',
    text: 'Ninguna entrada de las listas consultadas se parece a la persona consultada.',
  },
  incomplete: {
    mark: '■',
    title: 'Incompleto: faltan listas o datos',
    text: 'No se encontraron coincidencias, pero al menos una lista no estaba cargada o no se pudo comparar por completo. Este resultado no equivale a «sin coincidencias».',
  },
};

export const PARTIES: Record<PartyType, string> = {
  natural: 'Persona física',
  legal: 'Persona moral',
  vessel: 'Embarcación',
  aircraft: 'Aeronave',
  unknown: 'Sin clasificar',
};

export const NAME_KIND_WORDS: Record<NameKind, string> = {
  primary: 'principal',
  aka: 'también conocido como',
  fka: 'antes',
  nka: 'ahora',
  weak: 'alias débil',
  original: 'en su escritura original',
};

export const IDENTIFIER_WORDS: Record<IdentifierKind, string> = {
  rfc: 'RFC',
  rfc10: 'RFC sin homoclave',
  curp: 'CURP',
  passport: 'Pasaporte',
  national_id: 'Identificación nacional',
  tax_id: 'Identificación fiscal',
  registration: 'Registro',
  imo: 'Número OMI',
  wallet: 'Monedero de activos virtuales',
  other: 'Otro número',
};

export const PEP_CLASS_WORDS: Record<PepClass, string> = {
  national: 'Persona políticamente expuesta nacional',
  foreign: 'Persona políticamente expuesta extranjera',
  associate: 'Asimilada: familiar o persona cercana a quien ocupa u ocupó un cargo',
};

export const TENURE_WORDS: Record<Tenure, string> = {
  current: 'Vigente a la fecha de las listas',
  within_look_back: 'Concluido, dentro del periodo que se revisa',
  former: 'Concluido antes del periodo que se revisa',
  unknown: 'La lista no dice si está vigente',
};

export const PEP_RELATION_WORDS: Record<PepRelationKind, string> = {
  spouse: 'Cónyuge o pareja',
  child: 'Hija o hijo',
  parent: 'Madre o padre',
  sibling: 'Hermana o hermano',
  associate: 'Persona cercana',
  other: 'Otro familiar',
};

const FEATURES: Record<ExplanationItem['feature'], string> = {
  word: 'Palabra',
  limit: 'Tope',
  weak_alias: 'Sólo un alias débil',
  fuller_name: 'Otro nombre más completo no coincide',
  unlike_and_short: 'Faltan palabras y otra sólo se parece',
  unlike_and_common: 'Sólo coinciden palabras comunes y otra se parece',
  other_name: 'Las palabras distintas son nombres propios',
  turned_surnames: 'Los apellidos están en otro orden',
  few_sounds: 'Poca coincidencia entre dos sistemas de escritura',
  ship_or_plane: 'Es una embarcación o una aeronave',
  birth: 'Nacimiento',
  sex: 'Sexo (CURP)',
  country: 'País',
  rfc: 'RFC',
  rfc10: 'RFC sin homoclave',
  curp: 'CURP',
  passport: 'Pasaporte',
};

const EFFECTS: Record<Effect, string> = {
  same: 'igual',
  'same without homoclave': 'igual sin homoclave',
  sound: 'suena igual',
  consonants: 'mismas consonantes',
  turned: 'letras en otro orden',
  nickname: 'forma familiar',
  abbreviation: 'palabra abreviada',
  initial: 'inicial',
  spelling: 'ortografía parecida',
  'extra word in query': 'sólo en el nombre consultado',
  'extra word in list name': 'sólo en la lista',
  limits: 'limita la puntuación',
  supports: 'a favor',
  neutral: 'no decide',
  contradicts: 'en contra',
};

const WORDS: ReadonlyMap<string, string> = new Map(Object.entries({ ...FEATURES, ...EFFECTS }));

/** Translates a feature or an effect of an explanation. Returns an unknown one, of another version, unchanged. */
export function translateExplanation(name: string): string {
  return WORDS.get(name) ?? name;
}

export const TRIGGERS = {
  asked: 'a petición',
  upserted: 'por alta o cambio de datos de la persona',
  lists: 'por actualización de las listas',
} as const;

/** Explains the brackets of a transliterated name. */
export const BRACKETS =
  'Un nombre entre corchetes es la transliteración de caracteres que este documento no puede mostrar.';

export const NOTES: Record<ReportNote, string> = {
  lists_not_loaded:
    'Al menos una lista no estaba cargada y no se consultó: este reporte no permite concluir que la persona no figure en ella.',
  not_compared:
    'Con al menos una lista no se comparó nada: no hay un nombre que comparar y la lista no contiene los identificadores proporcionados. Esto no significa que la persona no figure en ella.',
  name_cut:
    'El nombre rebasa la longitud que se compara: sólo se comparó su comienzo, y el resto podría coincidir.',
  lists_stale:
    'Al menos una lista es antigua o su fecha de corte no consta en el archivo: la autoridad puede haber publicado otra desde entonces. La tabla «Listas consultadas» indica cuáles.',
  match_is_no_decision:
    'Una coincidencia no es una decisión: indica cuánto se parecen los datos, no que se trate de la misma persona. Ser persona políticamente expuesta no es, por sí mismo, un dato adverso.',
  form_not_registration:
    'El RFC y la CURP se comparan tal como están escritos; no se consultaron el padrón del SAT ni el RENAPO.',
  article_49_bis_not_covered:
    'Este reporte no cubre el artículo 49 Bis del Código Fiscal de la Federación ni listas que no aparecen en la tabla anterior.',
  cut: 'Se muestran las coincidencias más fuertes y, de cada una, una parte de sus datos; el total aparece al principio. El resto puede consultarse en la propia búsqueda.',
};
