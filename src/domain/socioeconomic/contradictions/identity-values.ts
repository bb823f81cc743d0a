import { normalizeTaxId } from '../../tax/normalize-id.ts';
import type { ReportContent } from '../content.ts';
import { findValue, getSection } from '../find-content.ts';
import type { SocioeconomicTemplate, TemplateField } from '../template/template.ts';
import {
  type ContradictingField,
  type Contradiction,
  type ContradictionKind,
  NAME_FIELDS,
  OUTSIDE_ROWS,
} from './contradiction.ts';

export type IdentityValue = ContradictingField & { text: string };

/** Identity of the person in a report; undefined for a value that the report lacks. */
export type IdentityValues = {
  rfc: IdentityValue | undefined;
  curp: IdentityValue | undefined;
  birthDate: IdentityValue | undefined;
  sex: IdentityValue | undefined;
  birthPlace: IdentityValue | undefined;
  names: Record<(typeof NAME_FIELDS)[number], IdentityValue | undefined>;
};

type FieldSelector = { participant?: string; extraction?: string; key?: string };

/** Finds the values by the feeds of their fields, because templates choose their own field keys. */
export function findIdentityValues(
  template: SocioeconomicTemplate,
  content: ReportContent,
): IdentityValues {
  const find = (selector: FieldSelector): IdentityValue | undefined => {
    for (const section of template.sections) {
      const { fields } = getSection(content, section.key);
      for (const field of section.fields) {
        const value = matchesSelector(field, selector) ? findValue(fields, field.key) : undefined;
        const { key: fieldKey, label } = field;
        const location = { section: section.key, ...OUTSIDE_ROWS, field: fieldKey, label };
        if (typeof value === 'string') return { ...location, text: value };
      }
    }
    return undefined;
  };
  return {
    rfc: normalizeValue(find({ participant: 'rfc' })),
    curp: normalizeValue(find({ participant: 'curp' })),
    birthDate: find({ participant: 'birthDate' }),
    sex: find({ extraction: 'sex', key: 'sex' }),
    birthPlace: find({ extraction: 'birthState', key: 'birth_place' }),
    names: {
      fullName: find({ participant: 'fullName' }),
      name: find({ participant: 'name' }),
      paternalSurname: find({ participant: 'paternalSurname' }),
      maternalSurname: find({ participant: 'maternalSurname' }),
    },
  };
}

function matchesSelector({ key, feeds }: TemplateField, selector: FieldSelector): boolean {
  if (key === selector.key) return true;
  return feeds.some(
    (feed) =>
      (feed.kind === 'participant' && feed.field === selector.participant) ||
      (feed.kind === 'extraction' && feed.field === selector.extraction),
  );
}

function normalizeValue(value: IdentityValue | undefined): IdentityValue | undefined {
  return value && { ...value, text: normalizeTaxId(value.text) };
}

/** Returns a list of one contradiction, of the values that are defined. */
export function createContradiction(
  kind: ContradictionKind,
  values: readonly (IdentityValue | undefined)[],
): Contradiction[] {
  const fields = values.flatMap((value) => {
    if (value === undefined) return [];
    const { text: _, ...field } = value;
    return [field];
  });
  return [{ kind, fields, sources: [] }];
}
