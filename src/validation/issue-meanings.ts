import type { IssueCode } from '../errors.ts';

/** Description of each issue code, for the GraphQL schema, OpenAPI and the documents. */
export const ISSUE_MEANINGS: Record<IssueCode, string> = {
  required: 'Required value is missing.',
  wrong_type: 'Value has the wrong type.',
  wrong_format: 'Text does not have the required format.',
  too_short: 'Text has too few characters, or is blank.',
  too_long: 'Text has too many characters.',
  too_small: 'Number is below the minimum.',
  too_large: 'Number is above the maximum, or the file is too large.',
  too_few: 'List has too few items.',
  too_many: 'List has too many items.',
  unknown_field: 'Field with this name does not exist.',
  not_allowed: 'Value is not one of the allowed values.',
  not_found: 'Object that the value identifies does not exist in the service.',
  ambiguous: 'Value identifies several objects.',
  duplicate: 'Value occurs more than once in the input.',
  contradicts: 'Value contradicts another field.',
  contradicted_by_evidence:
    'Reason of the decision is contradicted by the compared data of the match. A note that explains the decision is required.',
  not_acknowledged:
    'Warning or contradiction that the caller must acknowledge is missing in `acknowledge`.',
  exactly_one: 'Exactly one of several fields is required.',
  unreadable_document: 'File is corrupt, or is not a document that can be read.',
  empty: 'File has no bytes.',
  wrong_file_type: 'File type is not supported, or differs from the declared type.',
  unsafe_archive: 'Workbook is corrupt, or exceeds the size limit when it is uncompressed.',
  size_differs: 'Number of received bytes differs from the declared number.',
  digest_differs: 'SHA-256 of the received bytes differs from the declared digest.',
  cut_off: 'Upload ended before all bytes of the file were received.',
  infected: 'Malware was found in the file.',
  not_sent: 'Bytes of the file have not been received, or were rejected.',
  not_awaited: 'Upload of the file is already completed, or has expired.',
};
