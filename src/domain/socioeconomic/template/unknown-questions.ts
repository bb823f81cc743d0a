import type { Feed, SocioeconomicTemplate } from './template.ts';
import { ROW_NUMBER } from './template.ts';
import { fault, type TemplateRuleFault } from './template-faults.ts';

/** The question keys of each of a service's questionnaires, by its key. */
export type KnownQuestions = ReadonlyMap<string, ReadonlySet<string>>;

type Asked = { feed: Feed; numbers: readonly number[]; path: string[] };

/** Lists questionnaires that the service does not have, and questions that none of the named questionnaires has. */
export function findUnknownQuestions(
  template: SocioeconomicTemplate,
  knownQuestions: KnownQuestions,
): TemplateRuleFault[] {
  const questions = new Set(
    template.questionnaires.flatMap((key) => [...(knownQuestions.get(key) ?? [])]),
  );
  return [
    ...template.questionnaires.flatMap((key, at) =>
      knownQuestions.has(key)
        ? []
        : [
            fault(
              ['questionnaires', String(at)],
              'not_found',
              'The service has no such questionnaire',
            ),
          ],
    ),
    ...askedIn(template).flatMap(({ feed, numbers, path }) => {
      if (feed.kind !== 'question') return [];
      const { question } = feed;
      const lacking = numbers.some(
        (number) => !questions.has(question.replace(ROW_NUMBER, `${number}`)),
      );
      if (!lacking) return [];
      const message = 'None of its questionnaires asks this question';
      return [fault([...path, 'question'], 'not_found', message)];
    }),
  ];
}

function askedIn({ sections }: SocioeconomicTemplate): Asked[] {
  return sections.flatMap(({ fields, groups }, at) => {
    const path = ['sections', String(at)];
    return [
      ...fields.flatMap(({ feeds }, place) =>
        placed(feeds, [1], [...path, 'fields', String(place)]),
      ),
      ...groups.flatMap(({ columns, rowsAsked }, group) => {
        const numbers = Array.from({ length: rowsAsked }, (_, row) => row + 1);
        return columns.flatMap(({ feeds }, place) =>
          placed(feeds, numbers, [...path, 'groups', String(group), 'columns', String(place)]),
        );
      }),
    ];
  });
}

function placed(feeds: readonly Feed[], numbers: readonly number[], path: string[]): Asked[] {
  return feeds.map((feed, at) => ({ feed, numbers, path: [...path, 'feeds', String(at)] }));
}
