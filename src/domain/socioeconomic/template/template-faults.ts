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

/** Something in a template that cannot be; `path` leads to it from the template's top. */
export type TemplateRuleFault = {
  path: string[];
  code: 'duplicate' | 'contradicts' | 'not_allowed' | 'not_found' | 'too_many' | 'wrong_format';
  message: string;
};

/** Lists all violations of rules that the schema of a template does not cover. */
export function findTemplateFaults(template: SocioeconomicTemplate): TemplateRuleFault[] {
  const faults = template.sections.flatMap((section, at) =>
    sectionFaults(section, ['sections', String(at)]),
  );
  if (countValues(template) > VALUES_MAX)
    faults.push(fault([], 'too_many', `A template asks for at most ${VALUES_MAX} values`));
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

function sectionFaults(section: TemplateSection, path: string[]): TemplateRuleFault[] {
  const { key, fields, groups } = section;
  if (key === 'consent' && fields.length + groups.length > 0)
    return [fault(path, 'not_allowed', 'The consent is recorded, not asked for in a template')];
  const at = { section: key, group: null };
  return [
    ...repeated(fields, [...path, 'fields']),
    ...repeated(groups, [...path, 'groups']),
    ...fields.flatMap((field, place) => {
      const here = [...path, 'fields', String(place)];
      return [
        ...fieldFaults(field, here),
        ...fieldFeedFaults(field, here),
        ...reserved(field, at, here),
      ];
    }),
    ...groups.flatMap((group, place) =>
      groupFaults(group, section, [...path, 'groups', String(place)]),
    ),
  ];
}

function groupFaults(
  group: TemplateGroup,
  { key: section }: TemplateSection,
  path: string[],
): TemplateRuleFault[] {
  const { columns } = group;
  const at = { section, group: group.key };
  return [
    ...repeated(columns, [...path, 'columns']),
    ...columns.flatMap((column, place) => {
      const here = [...path, 'columns', String(place)];
      return [
        ...fieldFaults(column, here),
        ...columnFeedFaults(column, group, here),
        ...reserved(column, at, here),
      ];
    }),
  ];
}

function fieldFaults({ kind, choices }: TemplateField, path: string[]): TemplateRuleFault[] {
  const isChoice = kind === 'choice';
  const faults = repeated(choices, [...path, 'choices']);
  if (isChoice === choices.length > 0) return faults;
  const message = isChoice ? 'A choice has choices' : 'Only a choice has choices';
  return [...faults, fault([...path, 'choices'], 'contradicts', message)];
}

/** A field is fed by questions, the participant and documents, never by a row. */
function fieldFeedFaults({ feeds }: TemplateField, path: string[]): TemplateRuleFault[] {
  return feeds.flatMap((feed, at) => {
    const here = [...path, 'feeds', String(at)];
    if (feed.kind === 'document' || feed.kind === 'screening')
      return [fault(here, 'not_allowed', 'Only a column of such rows is fed by them')];
    return feed.kind === 'question' ? questionFaults(feed.question, 'once', here) : [];
  });
}

const FEED_OF = { questions: 'question', documents: 'document', screenings: 'screening' } as const;

function columnFeedFaults(
  { feeds }: TemplateField,
  { rowsFrom }: TemplateGroup,
  path: string[],
): TemplateRuleFault[] {
  return feeds.flatMap((feed, at) => {
    const here = [...path, 'feeds', String(at)];
    if (feed.kind !== FEED_OF[rowsFrom])
      return [fault(here, 'not_allowed', `Rows from ${rowsFrom} are fed by nothing else`)];
    return feed.kind === 'question' ? questionFaults(feed.question, 'numbered', here) : [];
  });
}

function questionFaults(
  question: string,
  manner: 'once' | 'numbered',
  path: string[],
): TemplateRuleFault[] {
  const here = [...path, 'question'];
  if (!question.startsWith(QUESTION_PREFIX))
    return [fault(here, 'wrong_format', `Questions of reports begin with ${QUESTION_PREFIX}`)];
  const isNumbered = question.split(ROW_NUMBER).length === 2;
  if (manner === 'numbered' && !isNumbered)
    return [fault(here, 'wrong_format', `Has ${ROW_NUMBER} once, for the number of the row`)];
  if (manner === 'once' && question.includes(ROW_NUMBER))
    return [fault(here, 'wrong_format', `Has no ${ROW_NUMBER} outside of groups`)];
  return [];
}

const RESERVED: readonly ReservedField[] = Object.values(RESERVED_FIELDS);

function reserved(
  { key, kind }: TemplateField,
  place: Pick<ReservedField, 'section' | 'group'>,
  path: string[],
): TemplateRuleFault[] {
  const field = RESERVED.find(
    (candidate) =>
      candidate.section === place.section &&
      candidate.group === place.group &&
      candidate.key === key,
  );
  if (field === undefined || field.kind === kind) return [];
  return [fault([...path, 'kind'], 'contradicts', `Figures are computed from it as ${field.kind}`)];
}

function repeated(members: readonly { key: string }[], path: string[]): TemplateRuleFault[] {
  const keys = members.map(({ key }) => key);
  return keys.flatMap((key, at) =>
    keys.indexOf(key) === at
      ? []
      : [fault([...path, String(at), 'key'], 'duplicate', 'Another has this key')],
  );
}

export function fault(
  path: string[],
  code: TemplateRuleFault['code'],
  message: string,
): TemplateRuleFault {
  return { path, code, message };
}
