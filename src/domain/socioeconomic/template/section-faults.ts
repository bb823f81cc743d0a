import type { SectionFault, TypedSection } from '../content.ts';
import type { ReportValue } from '../value.ts';
import {
  ROWS_MAX,
  type TemplateField,
  type TemplateGroup,
  type TemplateSection,
} from './template.ts';

/**
 * Lists typed values that do not fit the section of the template. Limits of the values themselves are checked before.
 */
export function findSectionFaults(form: TemplateSection, typed: TypedSection): SectionFault[] {
  return [
    ...fieldFaults(form.fields, typed.fields, ['fields']),
    ...repeated(typed.groups, ['groups']),
    ...typed.groups.flatMap((group, at) =>
      groupFaults(
        form.groups.find((candidate) => candidate.key === group.key),
        group,
        ['groups', String(at)],
      ),
    ),
  ];
}

type TypedValue = { key: string; value: ReportValue | null };

function fieldFaults(
  fields: readonly TemplateField[],
  values: readonly TypedValue[],
  path: readonly string[],
): SectionFault[] {
  const faults = values.flatMap(({ key, value }, at): SectionFault[] => {
    const place = [...path, String(at)];
    const field = fields.find((candidate) => candidate.key === key);
    if (field === undefined)
      return [fault([...place, 'key'], 'not_found', 'The template has no such field here')];
    return value === null ? [] : valueFaults(field, value, [...place, 'value']);
  });
  return [...repeated(values, path), ...faults];
}

function valueFaults(
  { kind, choices }: TemplateField,
  value: ReportValue,
  path: string[],
): SectionFault[] {
  if (value.kind !== kind) return [fault(path, 'wrong_type', `The template wants a ${kind} here`)];
  if (value.kind !== 'choice' || choices.some(({ key }) => key === value.value)) return [];
  return [fault(path, 'not_allowed', 'Must be one of the choices of the template')];
}

function groupFaults(
  form: TemplateGroup | undefined,
  { rows }: TypedSection['groups'][number],
  path: readonly string[],
): SectionFault[] {
  if (form === undefined)
    return [fault([...path, 'key'], 'not_found', 'The template has no such group here')];
  if (form.rowsFrom === 'screenings')
    return [fault([...path], 'not_allowed', 'What screenings found is not typed')];
  if (rows.length > ROWS_MAX)
    return [fault([...path, 'rows'], 'too_many', `At most ${ROWS_MAX} rows`)];
  return rows.flatMap((row, at) => fieldFaults(form.columns, row, [...path, 'rows', String(at)]));
}

function repeated(members: readonly { key: string }[], path: readonly string[]): SectionFault[] {
  const seen = new Set<string>();
  return members.flatMap(({ key }, at) => {
    if (seen.has(key))
      return [fault([...path, String(at), 'key'], 'duplicate', 'It stands in the section already')];
    seen.add(key);
    return [];
  });
}

function fault(path: string[], code: SectionFault['code'], message: string): SectionFault {
  return { path, code, message };
}
