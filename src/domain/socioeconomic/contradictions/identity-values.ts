import { normalizeTaxId } from '../../tax/normalize-id.ts';
import type { ReportContent } from '../content.ts';
import { sectionOf, valueOf } from '../find-content.ts';
import type { SocioeconomicTemplate, TemplateField } from '../template/template.ts';
import type { ContradictingField } from './contradiction.ts';

export type Said = ContradictingField & { text: string };

/** Identity of the person in a report; undefined for a value that the report lacks. */
export type IdentityValues = {
  rfc: Said | undefined;
  curp: Said | undefined;
  birthDate: Said | undefined;
  sex: Said | undefined;
  birthPlace: Said | undefined;
};

type Wanted = { participant?: string; extraction?: string; key?: string };

/** Reads them by what feeds a field, so that a template may call its fields as it likes. */
export function identityValues(
  template: SocioeconomicTemplate,
  content: ReportContent,
): IdentityValues {
  const find = (wanted: Wanted): Said | undefined => {
    for (const section of template.sections) {
      const { fields } = sectionOf(content, section.key);
      for (const field of section.fields) {
        const value = isWanted(field, wanted) ? valueOf(fields, field.key) : undefined;
        const place = { section: section.key, field: field.key, label: field.label };
        if (typeof value === 'string') return { ...place, text: value };
      }
    }
    return undefined;
  };
  return {
    rfc: normalized(find({ participant: 'rfc' })),
    curp: normalized(find({ participant: 'curp' })),
    birthDate: find({ participant: 'birthDate' }),
    sex: find({ extraction: 'sex', key: 'sex' }),
    birthPlace: find({ extraction: 'birthState', key: 'birth_place' }),
  };
}

function isWanted({ key, feeds }: TemplateField, wanted: Wanted): boolean {
  if (key === wanted.key) return true;
  return feeds.some(
    (feed) =>
      (feed.kind === 'participant' && feed.field === wanted.participant) ||
      (feed.kind === 'extraction' && feed.field === wanted.extraction),
  );
}

function normalized(said: Said | undefined): Said | undefined {
  return said && { ...said, text: normalizeTaxId(said.text) };
}
