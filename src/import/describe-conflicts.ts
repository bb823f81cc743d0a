import type { Conflict, ConflictRow } from '../db/queries/import/checks.ts';
import type { BadLine } from './bad-lines.ts';
import type { Fault } from './parse-line.ts';

/** Field and reason of each conflict. Fields have the names of the import format. */
const FAULTS: Record<Conflict, Fault> = {
  user_id_repeated: { field: 'id', reason: 'An earlier line has the same user id' },
  user_email_repeated: { field: 'email', reason: 'An earlier user line has the same e-mail' },
  user_email_taken: { field: 'email', reason: 'Another user of the service has this e-mail' },
  user_repeated: { field: 'email', reason: 'An earlier line names the same user by its id' },
  template_repeated: { field: 'key', reason: 'An earlier template line has the same key' },
  questionnaire_repeated: {
    field: 'template',
    reason: 'An earlier answers line has the same user and template',
  },
  questionnaire_user_unknown: {
    field: 'user_id',
    reason: 'Neither the service nor the import has a user with this id',
  },
  questionnaire_template_unknown: {
    field: 'template',
    reason: 'Neither the service nor the import has a template with this key',
  },
  business_id_repeated: { field: 'id', reason: 'An earlier line has the same business id' },
  business_key_repeated: { field: 'id_negocio', reason: 'An earlier line has the same id_negocio' },
  business_key_taken: {
    field: 'id_negocio',
    reason: 'Is the id_negocio of another business id in the service',
  },
  business_repeated: {
    field: 'id_negocio',
    reason: 'An earlier line names the same business by its id',
  },
  participant_id_repeated: {
    field: 'id',
    reason: 'An earlier participant of the import has the same id',
  },
  participant_id_taken: { field: 'id', reason: 'A participant of another business has this id' },
  file_taken: {
    field: 'tipo_doctos',
    reason:
      'An id_descarga is that of a file which was uploaded, and is for or of another business',
  },
};

/** Converts conflicts to bad lines: one for each record, without conflicts that follow from others. */
export function describeConflicts(conflicts: readonly ConflictRow[]): BadLine[] {
  return [...Map.groupBy(conflicts, (conflict) => conflict.record)].map(([record, rows]) => ({
    record,
    faults: rows.filter((conflict) => !isImplied(conflict, rows)).map(toFault),
  }));
}

/** Conflicts that imply another one, which is then omitted. */
const IMPLIED_BY: Partial<Record<Conflict, readonly Conflict[]>> = {
  user_repeated: ['user_id_repeated', 'user_email_repeated'],
  business_repeated: ['business_id_repeated', 'business_key_repeated'],
};

function isImplied({ conflict }: ConflictRow, rows: readonly ConflictRow[]): boolean {
  const implyingConflicts = IMPLIED_BY[conflict] ?? [];
  return rows.some((row) => implyingConflicts.includes(row.conflict));
}

function toFault({ ordinal, conflict }: ConflictRow): Fault {
  const { field, reason } = FAULTS[conflict];
  return { field: ordinal === null ? field : `participantes.${ordinal}.${field}`, reason };
}
