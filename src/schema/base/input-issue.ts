import { type InputIssue, ISSUE_CODES } from '../../errors.ts';
import { ISSUE_MEANINGS } from '../../issues/issue-meanings.ts';
import { builder } from './builder.ts';
import { enumWord } from './enum-word.ts';

export const InputIssueCode = builder.enumType('InputIssueCode', {
  description:
    'What is wrong, to translate by. More may be added. v4: `code` in `data.issues`, in lower case.',
  values: Object.fromEntries(
    ISSUE_CODES.map((code) => [enumWord(code), { value: code, description: ISSUE_MEANINGS[code] }]),
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
