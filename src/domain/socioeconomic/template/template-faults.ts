import { RESERVED_FIELDS, type ReservedField } from './reserved-fields.ts';
import {
  QUESTION_PREFIX,
  ROW_NUMBER,
  type SocioeconomicTemplate,
  type TemplateField,
  type TemplateGroup,
  type TemplateSection,
  VALUES_MAX,
} from './template.ts';

/** Violation of a rule of templates; `path` is from the root of the template. */
export type TemplateRuleFault = {
  path: string[];
  code: 'duplicate' | 'contradicts' | 'not_allowed' | 'not_found' | 'too_many' | 'wrong_format';
  message: string;
};

/** Lists all violations of rules that the schema of a template does not cover. */
export function findTemplateFaults(template: SocioeconomicTemplate): TemplateRuleFault[] {
  const faults = template.sections.flatMap((section, index) =>
    findSectionFaults(section, ['sections', String(index)]),
  );
  if (countValues(template) > VALUES_MAX)
    faults.push(createFault([], 'too_many', `A template asks for at most ${VALUES_MAX} values`));
  return faults;
}

function countValues({ sections }: SocioeconomicTemplate): number {
  return sections
    .flatMap(({ fields, groups }) => [
      fields.length,
      ...groups.map(({ columns, rowsAsked }) => columns.length * rowsAsked),
    ])
    .reduce((sum, count) => sum + count, 0);
}

function findSectionFaults(section: TemplateSection, path: string[]): TemplateRuleFault[] {
  const { key, fields, groups } = section;
  if (key === 'consent' && fields.length + groups.length > 0)
    return [
      createFault(path, 'not_allowed', 'The consent is recorded, not asked for in a template'),
    ];
  const location = { section: key, group: null };
  return [
    ...findDuplicates(fields, [...path, 'fields']),
    ...findDuplicates(groups, [...path, 'groups']),
    ...fields.flatMap((field, index) => {
      const fieldPath = [...path, 'fields', String(index)];
      return [
        ...findFieldFaults(field, fieldPath),
        ...findFieldFeedFaults(field, fieldPath),
        ...findReservedFieldFaults(field, location, fieldPath),
      ];
    }),
    ...groups.flatMap((group, index) =>
      findGroupFaults(group, section, [...path, 'groups', String(index)]),
    ),
  ];
}

function findGroupFaults(
  group: TemplateGroup,
  { key: section }: TemplateSection,
  path: string[],
): TemplateRuleFault[] {
  const { columns } = group;
  const location = { section, group: group.key };
  return [
    ...findDuplicates(columns, [...path, 'columns']),
    ...columns.flatMap((column, index) => {
      const fieldPath = [...path, 'columns', String(index)];
      return [
        ...findFieldFaults(column, fieldPath),
        ...findColumnFeedFaults(column, group, fieldPath),
        ...findReservedFieldFaults(column, location, fieldPath),
      ];
    }),
  ];
}

function findFieldFaults({ kind, choices }: TemplateField, path: string[]): TemplateRuleFault[] {
  const isChoice = kind === 'choice';
  const faults = findDuplicates(choices, [...path, 'choices']);
  if (isChoice === choices.length > 0) return faults;
  const message = isChoice ? 'A choice has choices' : 'Only a choice has choices';
  return [...faults, createFault([...path, 'choices'], 'contradicts', message)];
}

/** Checks the feeds of a field outside of groups, which cannot be the document or screening of a row. */
function findFieldFeedFaults({ feeds }: TemplateField, path: string[]): TemplateRuleFault[] {
  return feeds.flatMap((feed, index) => {
    const feedPath = [...path, 'feeds', String(index)];
    if (feed.kind === 'document' || feed.kind === 'screening')
      return [createFault(feedPath, 'not_allowed', 'Only a column of such rows is fed by them')];
    return feed.kind === 'question' ? findQuestionFaults(feed.question, 'once', feedPath) : [];
  });
}

const FEED_KIND_BY_ROW_SOURCE = {
  questions: 'question',
  documents: 'document',
  screenings: 'screening',
} as const;

function findColumnFeedFaults(
  { feeds }: TemplateField,
  { rowsFrom }: TemplateGroup,
  path: string[],
): TemplateRuleFault[] {
  return feeds.flatMap((feed, index) => {
    const feedPath = [...path, 'feeds', String(index)];
    if (feed.kind !== FEED_KIND_BY_ROW_SOURCE[rowsFrom])
      return [
        createFault(feedPath, 'not_allowed', `Rows from ${rowsFrom} are fed by nothing else`),
      ];
    return feed.kind === 'question' ? findQuestionFaults(feed.question, 'numbered', feedPath) : [];
  });
}

function findQuestionFaults(
  question: string,
  use: 'once' | 'numbered',
  path: string[],
): TemplateRuleFault[] {
  const questionPath = [...path, 'question'];
  if (!question.startsWith(QUESTION_PREFIX))
    return [
      createFault(
        questionPath,
        'wrong_format',
        `Questions of reports begin with ${QUESTION_PREFIX}`,
      ),
    ];
  const isNumbered = question.split(ROW_NUMBER).length === 2;
  if (use === 'numbered' && !isNumbered)
    return [
      createFault(
        questionPath,
        'wrong_format',
        `Has ${ROW_NUMBER} once, for the number of the row`,
      ),
    ];
  if (use === 'once' && question.includes(ROW_NUMBER))
    return [createFault(questionPath, 'wrong_format', `Has no ${ROW_NUMBER} outside of groups`)];
  return [];
}

const RESERVED: readonly ReservedField[] = Object.values(RESERVED_FIELDS);

function findReservedFieldFaults(
  { key, kind }: TemplateField,
  location: Pick<ReservedField, 'section' | 'group'>,
  path: string[],
): TemplateRuleFault[] {
  const field = RESERVED.find(
    (candidate) =>
      candidate.section === location.section &&
      candidate.group === location.group &&
      candidate.key === key,
  );
  if (field === undefined || field.kind === kind) return [];
  return [
    createFault([...path, 'kind'], 'contradicts', `Figures are computed from it as ${field.kind}`),
  ];
}

function findDuplicates(members: readonly { key: string }[], path: string[]): TemplateRuleFault[] {
  const keys = members.map(({ key }) => key);
  return keys.flatMap((key, index) =>
    keys.indexOf(key) === index
      ? []
      : [createFault([...path, String(index), 'key'], 'duplicate', 'Another has this key')],
  );
}

export function createFault(
  path: string[],
  code: TemplateRuleFault['code'],
  message: string,
): TemplateRuleFault {
  return { path, code, message };
}
