import type { English } from '../en/catalogue.ts';
import { APP } from './app.ts';

export const SCREENING = {
  latest: 'Últimas consultas en listas',
  title: 'Consultas en listas',
  empty: 'Todavía no hay consultas en listas.',
  screened: 'Consulta',
  outcome: 'Resultado',
  lists: 'Listas',
  report: 'Reporte',
  unnamed: 'Persona sin nombre',
  outcomes: {
    ALERT: 'Con coincidencias',
    POSSIBLE: 'Con coincidencias débiles',
    CLEAR: 'Sin coincidencias',
    INCOMPLETE: 'Incompleta',
  },
  triggers: {
    ASKED: 'a petición',
    LISTS: 'por cambio en una lista',
    UPSERTED: 'por alta o cambio del participante',
  },
  old: (lists) => `desactualizadas: ${lists}`,
  notCompared: (lists) => `sin datos que comparar: ${lists}`,
  notLoaded: (lists) => `sin cargar: ${lists}`,
  partCompared: 'solo se comparó el comienzo del nombre',
  run: 'Consultar ahora',
  running: 'Consultando…',
  result: (outcome, matches, lists) =>
    `${outcome}: ${APP.countMatches(matches)} en ${APP.countLists(lists)}.`,
  reportOf: (time) => `Reporte, ${time}`,
  reportAsPdf: (time) => `Reporte en PDF, ${time}`,
  reportAsJson: (time) => `Reporte en JSON, ${time}`,
  preparing: 'Preparando…',
} satisfies English['screening'];
