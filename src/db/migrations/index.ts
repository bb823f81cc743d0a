import type { Migration } from 'kysely/migration';
import * as services from './0001-services.ts';
import * as people from './0002-people.ts';
import * as businesses from './0003-businesses.ts';
import * as questionnaires from './0004-questionnaires.ts';
import * as records from './0005-records.ts';
import * as idempotency from './0006-idempotency.ts';
import * as reading from './0007-reading.ts';
import * as participantPersons from './0008-participant-persons.ts';
import * as businessEvents from './0009-business-events.ts';
import * as rateLimits from './0010-rate-limits.ts';
import * as upsertReceipts from './0011-upsert-receipts.ts';
import * as trustedDocuments from './0012-trusted-documents.ts';
import * as personalInformation from './0013-personal-information.ts';
import * as files from './0014-files.ts';
import * as jobs from './0015-jobs.ts';
import * as searching from './0016-searching.ts';
import * as desk from './0017-desk.ts';
import * as usersTemplatesRefusals from './0018-users-templates-refusals.ts';
import * as webhooks from './0019-webhooks.ts';
import * as watchLists from './0020-watch-lists.ts';
import * as screenings from './0021-screenings.ts';
import * as screeningDesk from './0022-screening-desk.ts';
import * as screeningReports from './0023-screening-reports.ts';
import * as extractions from './0024-extractions.ts';
import * as listFetches from './0028-list-fetches.ts';
import * as extractionProgress from './0033-extraction-progress.ts';
import * as socioeconomic from './0034-socioeconomic.ts';
import * as apiKeyPrefix from './0036-api-key-prefix.ts';
import * as countedEventsAndReceipts from './0040-counted-events-and-receipts.ts';
import * as countedSooner from './0041-counted-sooner.ts';
import * as listsAgain from './0042-lists-again.ts';
import * as sealedSigningKey from './0043-sealed-signing-key.ts';
import * as fourEyesOff from './0044-four-eyes-off.ts';
import * as tokenScope from './0045-token-scope.ts';
import * as countedIds from './0046-counted-ids.ts';
import * as opaqueAuditIds from './0047-opaque-audit-ids.ts';
import * as revokedReportKeys from './0051-revoked-report-keys.ts';
import * as quotas from './0060-quotas.ts';
import * as fourEyesRule from './0065-four-eyes-rule.ts';
import * as receiptsOfAll from './0066-receipts-of-all.ts';
import * as listDays from './0067-list-days.ts';
import * as listRedates from './0068-list-redates.ts';
import * as listKeyRules from './0069-list-key-rules.ts';

/** Migrations by name, in order; a released migration is never changed. */
export const MIGRATIONS: Record<string, Migration> = {
  '0001-services': services,
  '0002-people': people,
  '0003-businesses': businesses,
  '0004-questionnaires': questionnaires,
  '0005-records': records,
  '0006-idempotency': idempotency,
  '0007-reading': reading,
  '0008-participant-persons': participantPersons,
  '0009-business-events': businessEvents,
  '0010-rate-limits': rateLimits,
  '0011-upsert-receipts': upsertReceipts,
  '0012-trusted-documents': trustedDocuments,
  '0013-personal-information': personalInformation,
  '0014-files': files,
  '0015-jobs': jobs,
  '0016-searching': searching,
  '0017-desk': desk,
  '0018-users-templates-refusals': usersTemplatesRefusals,
  '0019-webhooks': webhooks,
  '0020-watch-lists': watchLists,
  '0021-screenings': screenings,
  '0022-screening-desk': screeningDesk,
  '0023-screening-reports': screeningReports,
  '0024-extractions': extractions,
  '0028-list-fetches': listFetches,
  '0033-extraction-progress': extractionProgress,
  '0034-socioeconomic': socioeconomic,
  '0036-api-key-prefix': apiKeyPrefix,
  '0040-counted-events-and-receipts': countedEventsAndReceipts,
  '0041-counted-sooner': countedSooner,
  '0042-lists-again': listsAgain,
  '0043-sealed-signing-key': sealedSigningKey,
  '0044-four-eyes-off': fourEyesOff,
  '0045-token-scope': tokenScope,
  '0046-counted-ids': countedIds,
  '0047-opaque-audit-ids': opaqueAuditIds,
  '0051-revoked-report-keys': revokedReportKeys,
  '0060-quotas': quotas,
  '0065-four-eyes-rule': fourEyesRule,
  '0066-receipts-of-all': receiptsOfAll,
  '0067-list-days': listDays,
  '0068-list-redates': listRedates,
  '0069-list-key-rules': listKeyRules,
};
