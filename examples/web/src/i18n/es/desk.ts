import type { English } from '../en/catalogue.ts';
import { FORMATS } from './formats.ts';

export const DESK = {
  title: 'Mesa',
  choose: 'Elegir a un participante de la izquierda para comparar y dictaminar.',
  pendingMatches: 'Coincidencias pendientes',
  waiting: 'Pendientes de dictamen',
  noneWaiting: 'No hay coincidencias pendientes de dictamen.',
  sentWithoutMatches: 'reportado por un proveedor, sin coincidencias',
  pendingWithoutMatches: 'Pendiente, sin coincidencias',
  providerNotice:
    'Un proveedor reporta coincidencias pendientes de dictamen, pero no las ha enviado.',
  nothingPending: 'Este participante no tiene coincidencias pendientes de dictamen.',
  match: (name) => `Coincidencia ${name}`,
  alike: (share) => `${share} de similitud`,
  entryChanged: 'ya dictaminada; el registro de la lista cambió después',
  since: (time) => `desde el ${time}`,
  samePerson: (matches) =>
    `Posiblemente sea la misma persona que ${matches}. Cada coincidencia se dictamina por separado.`,
  sentByNumber: (list) =>
    `Un proveedor envió solo el número de esta coincidencia: comparar con el registro de ${list}.`,
} satisfies English['desk'];

export const LISTS = {
  title: 'Listas',
  list: 'Lista',
  asOf: 'Fecha de corte',
  seenAtSource: 'Verificada en la fuente',
  rows: 'Registros',
  age: 'Antigüedad',
  unknown: 'no consta',
  notLoaded: 'sin cargar',
  dayUnknown: 'fecha de corte desconocida',
  tooOld: (age) => `${age}: desactualizada`,
  unitedNations: 'Naciones Unidas',
  titles: {
    'ofac-sdn': 'Nacionales especialmente designados (SDN)',
    'ofac-cons': 'Lista consolidada (distinta de la SDN)',
    'un-sc': 'Lista consolidada del Consejo de Seguridad',
    'sat69-firmes': 'Artículo 69: créditos firmes',
    'sat69-exigibles': 'Artículo 69: créditos exigibles',
    'sat69-no-localizados': 'Artículo 69: no localizados',
    'sat69-cancelados': 'Artículo 69: créditos cancelados',
    'sat69-sentencias': 'Artículo 69: sentencias',
    'sat69-csd': 'Artículo 69: certificados de sello digital sin efectos',
    'sat69-entes': 'Artículo 69: entes públicos y de gobierno omisos',
    sat69b: 'Artículo 69-B: listado completo',
    'sat69b-bis': 'Artículo 69-B Bis: listado completo',
    'pep-cia': 'Dirigentes mundiales',
    'pep-mx-congreso': 'Congreso de la Unión',
    opensanctions: 'Personas políticamente expuestas de OpenSanctions',
    sfp: 'Proveedores y contratistas sancionados',
  },
} satisfies English['lists'];

export const DECISIONS = {
  title: 'Dictámenes',
  empty: 'Todavía no hay dictámenes.',
  when: 'Fecha y hora',
  match: 'Coincidencia',
  decision: 'Dictamen',
  reason: 'Motivo',
  by: 'Dictaminó',
  note: 'Nota',
  who: '¿Se trata de la misma persona?',
  choose: 'Elegir…',
  noteLength: (minimum) => `Al menos ${FORMATS.number(minimum)} caracteres.`,
  record: 'Registrar dictamen',
  markDecided: 'Marcar como dictaminado',
  states: {
    PENDING: 'Pendiente',
    FALSE_POSITIVE: 'Es otra persona (falso positivo)',
    TRUE_MATCH: 'Es la misma persona (coincidencia verdadera)',
    SKIPPED: 'Omitida: otra coincidencia de la lista es la verdadera',
  },
  reasons: {
    HOMONYM: 'Homónimo',
    DIFFERENT_NAME: 'Nombre distinto',
    DIFFERENT_BIRTH_DATE: 'Fecha de nacimiento distinta',
    DIFFERENT_IDENTIFIER: 'RFC, CURP o número distinto',
    DIFFERENT_COUNTRY: 'País distinto',
    SAME_PERSON: 'Datos de la misma persona',
    OTHER: 'Otro motivo, indicado en la nota',
  },
  awaitsSecond: 'en espera de un segundo usuario',
  masked: 'oculta: requiere el alcance personal:read',
  reviewedFor: (reviewer) => `en nombre de ${reviewer}`,
  first: (actor, time, decision) =>
    `En espera de un segundo dictamen: ${actor} dictaminó el ${time}: ${decision}. Otro usuario debe registrar el mismo dictamen.`,
} satisfies English['decisions'];

export const BASIS = {
  sameName: 'mismo nombre',
  similarName: 'nombre parecido',
  sameRfc: 'mismo RFC',
  sameCurp: 'misma CURP',
  samePassport: 'mismo pasaporte',
  sameRfcStem: 'mismo RFC sin homoclave',
  differentRfc: 'RFC distinto',
  differentCurp: 'CURP distinta',
  sameBirth: 'misma fecha de nacimiento',
  closeBirth: 'fecha de nacimiento cercana',
  differentBirth: 'fecha de nacimiento distinta',
  differentSex: 'sexo distinto',
} satisfies English['basis'];
