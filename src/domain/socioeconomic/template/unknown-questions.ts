import type { Feed, SocioeconomicTemplate } from './template.ts';
import { ROW_NUMBER } from './template.ts';
import { createFault, type TemplateRuleFault } from './template-faults.ts';

/** Question keys of the questionnaires of a service, by questionnaire key. */
export type KnownQuestions = ReadonlyMap<string, ReadonlySet<string>>;

/** Feed with the row numbers of its question and its path in the template. */
type FeedUse = { feed: Feed; numbers: readonly number[]; path: string[] };

/** Lists questionnaires that the service does not have, and questions that none of the named questionnaires has. */
export function findUnknownQuestions(
  template: SocioeconomicTemplate,
  knownQuestions: KnownQuestions,
): TemplateRuleFault[] {
  const questions = new Set(
    template.questionnaires.flatMap((key) => [...(knownQuestions.get(key) ?? [])]),
  );
  return [
    ...template.questionnaires.flatMap((key, index) =>
      knownQuestions.has(key)
        ? []
        : [
            createFault(
              ['questionnaires', String(index)],
              'not_found',
              'The service has no such questionnaire',
            ),
          ],
    ),
    ...listFeedUses(template).flatMap(({ feed, numbers, path }) => {
      if (feed.kind !== 'question') return [];
      const { question } = feed;
      const isMissing = numbers.some(
        (number) => !questions.has(question.replace(ROW_NUMBER, `${number}`)),
      );
      if (!isMissing) return [];
      const message = 'None of its questionnaires asks this question';
      return [createFault([...path, 'question'], 'not_found', message)];
    }),
  ];
}

function listFeedUses({ sections }: SocioeconomicTemplate): FeedUse[] {
  return sections.flatMap(({ fields, groups }, sectionIndex) => {
    const path = ['sections', String(sectionIndex)];
    return [
      ...fields.flatMap(({ feeds }, index) =>
        // Questions of fields have no row number, so that they are checked once.
        toFeedUses(feeds, [1], [...path, 'fields', String(index)]),
      ),
      ...groups.flatMap(({ columns, rowsAsked }, groupIndex) => {
        const numbers = Array.from({ length: rowsAsked }, (_, row) => row + 1);
        const groupPath = [...path, 'groups', String(groupIndex)];
        return columns.flatMap(({ feeds }, index) =>
          toFeedUses(feeds, numbers, [...groupPath, 'columns', String(index)]),
        );
      }),
    ];
  });
}

function toFeedUses(feeds: readonly Feed[], numbers: readonly number[], path: string[]): FeedUse[] {
  return feeds.map((feed, index) => ({ feed, numbers, path: [...path, 'feeds', String(index)] }));
}
