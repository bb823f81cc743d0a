import type { IssueCode } from '../errors.ts';

/** Description of each issue code, in the graph, in OpenAPI and in the documents. */
export const ISSUE_MEANINGS: Record<IssueCode, string> = {
  required: 'It is left out and needed.',
  wrong_type: 'A value of another type is needed.',
  wrong_format: 'The text is not written as it must be.',
  too_short: 'The text has too few characters, or is blank.',
  too_long: 'The text has too many characters.',
  too_small: 'The number is too small.',
  too_large: 'The number, or the file, is too large.',
  too_few: 'The list has too few items.',
  too_many: 'The list has too many items.',
  unknown_field: 'There is no field of this name.',
  not_allowed: 'It is none of the values that are allowed here.',
  not_found: 'What it names is not there.',
  ambiguous: 'It names several things.',
  duplicate: 'It stands in the input already.',
  contradicts: 'It does not go with another field.',
  contradicted_by_evidence:
    'What was compared of the match contradicts the reason: a note has to say why it holds.',
  not_acknowledged: 'The request does not name a warning that has to be confirmed.',
  exactly_one: 'Of these fields exactly one must be given.',
  unreadable_document: 'The bytes are broken, or no document that can be read.',
  empty: 'The file has no bytes.',
  wrong_file_type: 'The file is of no type that is taken, or of another than was announced.',
  unsafe_archive: 'The workbook is broken, or unpacks to far more than it is.',
  size_differs: 'The file has not the announced size.',
  digest_differs: 'The file has not the announced SHA-256.',
  cut_off: 'The file ended before it was whole.',
  infected: 'A scan found malware in the file.',
  not_sent: 'The bytes of the file have not come, or were refused.',
  not_awaited: 'The file is completed already, or its time is over.',
};
