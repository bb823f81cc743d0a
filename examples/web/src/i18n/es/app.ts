import type { English } from '../en/catalogue.ts';
import { FORMATS } from './formats.ts';

export const APP = {
  title: 'Participantes',
  language: 'Idioma',
  views: 'Vistas',
  businesses: 'Negocios',
  desk: 'Mesa de cumplimiento',
  signOut: 'Cerrar sesión',
  close: 'Cerrar',
  loading: 'Cargando…',
  previous: '← Anterior',
  next: 'Siguiente →',
  page: (number) => `Página ${FORMATS.number(number)}`,
  all: 'Todos',
  yes: 'Sí',
  no: 'No',
  participantDeleted: 'Este participante ya fue eliminado.',
  countParticipants: (count) =>
    FORMATS.count(count, {
      one: 'participante',
      other: 'participantes',
      many: 'de participantes',
    }),
  countDocuments: (count) =>
    FORMATS.count(count, { one: 'documento', other: 'documentos', many: 'de documentos' }),
  countMatches: (count) =>
    FORMATS.count(count, {
      one: 'coincidencia',
      other: 'coincidencias',
      many: 'de coincidencias',
    }),
  countLists: (count) => FORMATS.count(count, { one: 'lista', other: 'listas' }),
  countDays: (count) => FORMATS.count(count, { one: 'día', other: 'días' }),
  deletedUser: (id) => `usuario ${id}, que ya no existe`,
} satisfies English['app'];

export const SIGN_IN = {
  title: 'Iniciar sesión para trabajar con participantes.',
  email: 'Correo electrónico',
  password: 'Contraseña',
  signIn: 'Iniciar sesión',
  signingIn: 'Iniciando sesión…',
} satisfies English['signIn'];

export const OVERVIEW = {
  title: 'Resumen',
  choose: 'Elegir un negocio.',
  naturalPersons: 'Personas físicas',
  legalEntities: 'Personas morales',
  pendingMatches: 'Con coincidencias pendientes',
  missingDocuments: 'Documentos faltantes',
  audit: 'Bitácora',
  auditLine: (action, caller) => `${action}, por ${caller}`,
  auditLineOfBusiness: (action, business, caller) => `${action}: ${business}, por ${caller}`,
  quotas: 'Cuotas',
  usedOf: (used, limit) => `${FORMATS.number(used)} de ${FORMATS.number(limit)}`,
} satisfies English['overview'];

export const EVENTS = {
  title: 'Eventos',
  live: 'en vivo',
  offline: 'sin conexión',
  empty: 'Todavía no hay eventos.',
  businessCreated: (name) => `Se dio de alta ${name}`,
  businessUpdated: (name) => `Se actualizó ${name}`,
  matchesFound: (names) => `Se encontraron coincidencias de ${names}`,
  matchesResolved: (name) => `Se dictaminaron coincidencias de ${name}`,
  documentAvailable: (name) => `Ya está disponible el archivo de ${name}`,
  documentExtracted: 'Se leyó un documento',
  reportFinalized: (id) => `Se emitió la versión definitiva del estudio ${id}`,
  deletedReportFinalized: 'Se emitió la versión definitiva de un estudio ya eliminado',
  answersImported: (templates) => `Se importaron respuestas de ${templates}`,
  businessCompleted: (participants) =>
    `Una conclusión de negocio eliminó ${APP.countParticipants(participants)}`,
  unknown: 'Evento de un tipo nuevo',
  deletedSubject: 'datos ya eliminados',
  andOthers: (name, others) => `${name} y ${FORMATS.number(others)} más`,
} satisfies English['events'];
