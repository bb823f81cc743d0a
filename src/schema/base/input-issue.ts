import { type InputIssue, ISSUE_CODES, type IssueCode } from '../../errors.ts';
import { builder } from './builder.ts';
import { enumWord } from './enum-word.ts';

const DESCRIPTIONS: Record<IssueCode, string> = {
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
  exactly_one: 'Of these fields exactly one must be given.',
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

export const InputIssueCode = builder.enumType('InputIssueCode', {
  description:
    'What is wrong, to translate by. More may be added. v4: `code` in `data.issues`, in lower case.',
  values: Object.fromEntries(
    ISSUE_CODES.map((code) => [enumWord(code), { value: code, description: DESCRIPTIONS[code] }]),
  ),
});

export const InputIssueType = builder.objectRef<InputIssue>('InputIssue').implement({
  description: 'One thing that is wrong with an input.',
  fields: (t) => ({
    path: t.exposeStringList('path', {
      description:
        'Path inside the input, e.g. ["participants","0","email"]. v4: `path`, in the names of v4.',
    }),
    code: t.expose('code', { type: InputIssueCode, description: 'To translate by. v4: `code`.' }),
    message: t.exposeString('message', {
      description: 'For people; it never quotes the input. v4: `message`.',
    }),
  }),
});
