import { type InputIssue, ISSUE_CODES } from '../../errors.ts';
import { ISSUE_MEANINGS } from '../../validation/issue-meanings.ts';
import { builder } from './builder.ts';
import { toEnumValue } from './enum-value.ts';

export const InputIssueCode = builder.enumType('InputIssueCode', {
  description:
    'Kind of violation of a validation rule, for translation by the client. New values may be added. v4: `code` in `data.issues`, in lower case.',
  values: Object.fromEntries(
    ISSUE_CODES.map((code) => [
      toEnumValue(code),
      { value: code, description: ISSUE_MEANINGS[code] },
    ]),
  ),
});

export const InputIssueType = builder.objectRef<InputIssue>('InputIssue').implement({
  description: 'Violation of a validation rule by one value of the input.',
  fields: (t) => ({
    path: t.exposeStringList('path', {
      description:
        'Path of the value in the input: ["participants","0","email"]. v4: `path`, with the v4 field names.',
    }),
    code: t.expose('code', {
      type: InputIssueCode,
      description: 'Code of the violation, for translation by the client. v4: `code`.',
    }),
    message: t.exposeString('message', {
      description:
        'Human-readable description of the violation, in English. Never quotes the input. v4: `message`.',
    }),
  }),
});
