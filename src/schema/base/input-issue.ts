import { type InputIssue, ISSUE_CODES } from '../../errors.ts';
import { ISSUE_MEANINGS } from '../../validation/issue-meanings.ts';
import { builder } from './builder.ts';
import { enumWord } from './enum-word.ts';

export const InputIssueCode = builder.enumType('InputIssueCode', {
  description:
    'Rule that an input breaks, for translation. New values may be added. v4: `code` in `data.issues`, in lower case.',
  values: Object.fromEntries(
    ISSUE_CODES.map((code) => [enumWord(code), { value: code, description: ISSUE_MEANINGS[code] }]),
  ),
});

export const InputIssueType = builder.objectRef<InputIssue>('InputIssue').implement({
  description: 'Violation of one rule by an input.',
  fields: (t) => ({
    path: t.exposeStringList('path', {
      description:
        'Path of the value inside the input: ["participants","0","email"]. v4: `path`, with the v4 field names.',
    }),
    code: t.expose('code', {
      type: InputIssueCode,
      description: 'Code of the rule, for translation. v4: `code`.',
    }),
    message: t.exposeString('message', {
      description: 'Sentence for people; never quotes the input. v4: `message`.',
    }),
  }),
});
