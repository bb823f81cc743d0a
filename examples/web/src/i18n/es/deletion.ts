import type { English } from '../en/catalogue.ts';
import { APP } from './app.ts';
import { FORMATS } from './formats.ts';

export const DELETION = {
  title: 'Concluir el negocio',
  intro: 'El acto fiduciario está concluido. Elegir los datos que se eliminarán:',
  modes: {
    WITHOUT_LEGAL_ACT_FOLIO: 'Participantes sin folio de acto jurídico',
    WITH_LEGAL_ACT_FOLIO: 'Participantes con folio de acto jurídico',
    ALL: 'Todo: los participantes y el negocio',
  },
  changed: 'La vista previa muestra los datos actuales.',
  summary: (participants, documents) =>
    `Se eliminarán ${APP.countParticipants(participants)} y ${APP.countDocuments(documents)}. No es posible deshacerlo.`,
  summaryWithBusiness: (participants, documents) =>
    `Se eliminarán ${APP.countParticipants(participants)}, ${APP.countDocuments(documents)} y el propio negocio. No es posible deshacerlo.`,
  warnings: {
    PENDING_MATCHES: (count) =>
      `Coincidencias por eliminar que están pendientes de dictamen: ${FORMATS.number(count)}.`,
    TRUE_MATCHES: (count) =>
      `Coincidencias por eliminar que son verdaderas: ${FORMATS.number(count)}.`,
  },
  alsoDeleted: 'También se eliminarán',
  participants: 'Participantes',
  documents: 'Documentos',
  matches: 'Coincidencias',
  matchesWithDecisions: 'Coincidencias, con todos sus dictámenes',
  screenings: 'Consultas en listas',
  reports: 'Estudios',
  consents: 'Consentimientos',
  extractions: 'Lecturas de documentos',
  files: 'Archivos',
  business: 'Negocio',
  sure: 'Revisé los datos que se eliminarán.',
  confirm: 'Eliminar definitivamente',
  cancel: 'Cancelar',
  deleted: 'Datos eliminados',
  keepReceipt:
    'Conservar este acuse. No contiene datos personales y permanece después de la eliminación.',
  notCounted: 'sin contar',
  businessDeleted: 'eliminado',
  businessKept: 'se conserva',
  when: 'Fecha y hora',
  receipt: 'Acuse',
  digest: 'Huella criptográfica',
} satisfies English['deletion'];
