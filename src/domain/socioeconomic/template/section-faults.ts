import type { SectionFault, TypedSection } from '../content.ts';
import type { ReportValue } from '../value.ts';
import {
  ROWS_MAX,
  type TemplateField,
  type TemplateGroup,
  type TemplateSection,
} from './template.ts';

/**
 * Lists the typed values that do not fit the section of the template. The input schema has checked the limits of the
 * values.
 */
export function findSectionFaults(
  templateSection: TemplateSection,
  typed: TypedSection,
): SectionFault[] {
  return [
    ...findFieldFaults(templateSection.fields, typed.fields, ['fields']),
    ...findDuplicates(typed.groups, ['groups']),
    ...typed.groups.flatMap((group, index) =>
      findGroupFaults(
        templateSection.groups.find((candidate) => candidate.key === group.key),
        group,
        ['groups', String(index)],
      ),
    ),
  ];
}

type TypedValue = { key: string; value: ReportValue | null };

function findFieldFaults(
  fields: readonly TemplateField[],
  values: readonly TypedValue[],
  path: readonly string[],
): SectionFault[] {
  const faults = values.flatMap(({ key, value }, index): SectionFault[] => {
    const fieldPath = [...path, String(index)];
    const field = fields.find((candidate) => candidate.key === key);
    if (field === undefined)
      return [
        createFault([...fieldPath, 'key'], 'not_found', 'The template has no such field here'),
      ];
    return value === null ? [] : findValueFaults(field, value, [...fieldPath, 'value']);
  });
  return [...findDuplicates(values, path), ...faults];
}

function findValueFaults(
  { kind, choices }: TemplateField,
  value: ReportValue,
  path: string[],
): SectionFault[] {
  if (value.kind !== kind)
    return [createFault(path, 'wrong_type', `The template wants a ${kind} here`)];
  if (value.kind !== 'choice' || choices.some(({ key }) => key === value.value)) return [];
  return [createFault(path, 'not_allowed', 'Must be one of the choices of the template')];
}

function findGroupFaults(
  templateGroup: TemplateGroup | undefined,
  { rows }: TypedSection['groups'][number],
  path: readonly string[],
): SectionFault[] {
  if (templateGroup === undefined)
    return [createFault([...path, 'key'], 'not_found', 'The template has no such group here')];
  if (templateGroup.rowsFrom === 'screenings')
    return [createFault([...path], 'not_allowed', 'What screenings found is not typed')];
  if (rows.length > ROWS_MAX)
    return [createFault([...path, 'rows'], 'too_many', `At most ${ROWS_MAX} rows`)];
  return rows.flatMap((row, index) =>
    findFieldFaults(templateGroup.columns, row, [...path, 'rows', String(index)]),
  );
}

function findDuplicates(
  members: readonly { key: string }[],
  path: readonly string[],
): SectionFault[] {
  const seenKeys = new Set<string>();
  return members.flatMap(({ key }, index) => {
    if (seenKeys.has(key))
      return [
        createFault(
          [...path, String(index), 'key'],
          'duplicate',
          'It stands in the section already',
        ),
      ];
    seenKeys.add(key);
    return [];
  });
}

function createFault(path: string[], code: SectionFault['code'], message: string): SectionFault {
  return { path, code, message };
}
