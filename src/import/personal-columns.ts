import type { StagedRow } from '../db/queries/import/tables.ts';
import {
  mergePersonalInformation,
  NO_PERSONAL_INFORMATION,
} from '../domain/business/personal-information.ts';
import { decodePersonalInformation, personalMembers } from '../v4-words/personal-members.ts';

type PersonalColumns = Pick<
  StagedRow<'import_participants'>,
  | 'has_personal_information'
  | 'rfc'
  | 'curp'
  | 'birth_or_constitution_date'
  | 'nationality'
  | 'country_of_birth'
  | 'civil_status'
  | 'economic_activity'
  | 'address'
>;

const PERSONAL_MEMBERS = Object.keys(personalMembers);

/**
 * Returns the personal columns of a staged participant. `has_personal_information` is false for a line without any
 * personal member, which leaves the stored information unchanged.
 */
export function toPersonalColumns(
  record: Parameters<typeof decodePersonalInformation>[0],
): PersonalColumns {
  const sentInformation = decodePersonalInformation(record);
  const information = mergePersonalInformation(sentInformation, NO_PERSONAL_INFORMATION);
  return {
    has_personal_information: PERSONAL_MEMBERS.some((name) => name in record),
    rfc: information.rfc,
    curp: information.curp,
    birth_or_constitution_date: information.birthOrConstitutionDate,
    nationality: information.nationality,
    country_of_birth: information.countryOfBirth,
    civil_status: information.civilStatus,
    economic_activity: information.economicActivity,
    address: information.address === null ? null : JSON.stringify(information.address),
  };
}
