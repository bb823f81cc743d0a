import { FAILURES } from '../../http/failures.ts';
import { builder } from './builder.ts';

export const ErrorCodeEnum = builder.enumType('ErrorCode', {
  description: 'Code of an error. v4: `code_message`.',
  values: describeCodes(),
});

/** Describes each code of GraphQL, with the `code_message` of every failure that has it. */
function describeCodes(): Record<string, { description: string }> {
  const failures = Object.values(FAILURES).toSorted((a, b) => (a.code < b.code ? -1 : 1));
  const described = failures.map(({ code, description }) => {
    const sameCode = failures.filter((failure) => failure.code === code);
    const words = new Set(sameCode.map(({ codeMessage }) => `\`${codeMessage}\``));
    return [code, { description: `${description} v4: ${[...words].join(' or ')}.` }];
  });
  return Object.fromEntries(described);
}
