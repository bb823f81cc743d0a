import type { IssueCode } from '../errors.ts';

/** Description of each issue code, in the graph, in OpenAPI and in the documents. */
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
  not_found: 'Object that the value refers to does not exist.',
  ambiguous: 'Value refers to several objects.',
  duplicate: 'Value occurs more than once in the input.',
  contradicts: 'Value contradicts another field.',
  contradicted_by_evidence:
    'Reason contradicts the compared data of the match; a note must explain the decision.',
  not_acknowledged: 'Warning that must be confirmed is missing in the request.',
  exactly_one: 'Exactly one of these fields is required.',
  unreadable_document: 'File is corrupt, or is not a document that can be read.',
  empty: 'File has no bytes.',
  wrong_file_type: 'File type is not supported, or differs from the announced type.',
  unsafe_archive: 'Workbook is corrupt, or its uncompressed size exceeds the limit.',
  size_differs: 'File size differs from the announced size.',
  digest_differs: 'SHA-256 of the file differs from the announced digest.',
  cut_off: 'Upload ended before the file was complete.',
  infected: 'Malware was found in the file.',
  not_sent: 'Bytes of the file have not been received, or were rejected.',
  not_awaited: 'File is already complete, or its upload has expired.',
};
