import type { Db } from '../db/client.ts';
import {
  insertBusinesses,
  lockImportedBusinesses,
  lockServiceForImport,
  recordChangedBusinesses,
  resolveBusinesses,
  updateBusinesses,
} from '../db/queries/import/businesses.ts';
import { insertNewDocuments, replaceDocuments } from '../db/queries/import/documents.ts';
import { assignIds, type IdAssignment } from '../db/queries/import/ids.ts';
import {
  forgetReplacedPersons,
  insertImportedMatches,
  setImportedPendingFlags,
} from '../db/queries/import/matches.ts';
import {
  deleteRemovedParticipants,
  insertParticipants,
  recordRemovedParticipants,
  resolveParticipants,
  updateParticipants,
  updatePersonalInformation,
} from '../db/queries/import/participants.ts';
import { storeQuestionnaires, storeTemplates } from '../db/queries/import/questionnaires.ts';
import { addImportedCounts, recordCountsBefore } from '../db/queries/import/service-counts.ts';
import {
  deleteUnreferencedRows,
  detachDocumentFiles,
  insertFiles,
  insertPersons,
  lockSharedRowsForImport,
  recordNewPersons,
  recordUnreferencedRows,
} from '../db/queries/import/shared-rows.ts';
import {
  insertResponsibles,
  insertUsers,
  resolveResponsibles,
  resolveUsers,
  updateResponsibles,
  updateUsers,
} from '../db/queries/import/users.ts';
import { analyzeTables } from '../db/staging/analyze-tables.ts';
import type { Quotas } from '../domain/access/quota.ts';

/** Step of the merge, which runs a constant number of statements. */
export type MergeStep = (db: Db, serviceId: number, quotas: Quotas) => Promise<void>;

/** Steps that lock rows in the order that deletions use, and resolve existing users and businesses. */
export const RESOLVE_STEPS: readonly MergeStep[] = [
  lockServiceForImport,
  lockImportedBusinesses,
  resolveUsers,
  resolveBusinesses,
  async (db) => await analyzeTables(db, ['import_user_ids', 'import_business_ids']),
];

/** Steps that write the differences only: an unchanged row keeps its version, update time and position. */
export const STORE_STEPS: readonly MergeStep[] = [
  createAssignStep('user', 'import_user_ids'),
  updateUsers,
  insertUsers,
  resolveResponsibles,
  createAssignStep('user', 'import_responsibles'),
  insertResponsibles,
  updateResponsibles,
  storeTemplates,
  createAssignStep('business', 'import_business_ids'),
  insertBusinesses,
  resolveParticipants,
  createAssignStep('participant', 'import_participant_ids'),
  recordCountsBefore,
  forgetReplacedPersons,
  setImportedPendingFlags,
  recordRemovedParticipants,
  recordUnreferencedRows,
  lockSharedRowsForImport,
  recordNewPersons,
  createAssignStep('person', 'import_new_persons'),
  insertPersons,
  insertFiles,
  detachDocumentFiles,
  deleteRemovedParticipants,
  updateParticipants,
  updatePersonalInformation,
  insertParticipants,
  insertImportedMatches,
  insertNewDocuments,
  replaceDocuments,
  recordChangedBusinesses,
  updateBusinesses,
  deleteUnreferencedRows,
  storeQuestionnaires,
  // The import may have multiplied the rows, so the planner needs new statistics before the next request.
  async (db) => await analyzeTables(db, STORED_TABLES),
  addImportedCounts,
];

const STORED_TABLES = [
  'users',
  'persons',
  'files',
  'businesses',
  'participants',
  'documents',
  'participant_matches',
  'filled_questionnaires',
  'answers',
];

function createAssignStep(kind: IdAssignment['kind'], table: IdAssignment['table']): MergeStep {
  return async (db, serviceId) => await assignIds(db, { serviceId, kind, table });
}
