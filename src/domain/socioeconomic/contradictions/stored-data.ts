import { foldWords } from '../../extraction/fold-text.ts';
import { SCREENING_OUTCOMES } from '../../screening/screening.ts';
import { normalizeTaxId } from '../../tax/normalize-id.ts';
import type { FieldContent, ReportContent } from '../content.ts';
import { getSection, listGroupRows } from '../find-content.ts';
import type { ScreeningPart, SocioeconomicTemplate, TemplateGroup } from '../template/template.ts';
import {
  type Contradiction,
  type ContradictionKind,
  NAME_FIELDS,
  OUTSIDE_ROWS,
  type StoredIdentity,
} from './contradiction.ts';
import { createContradiction, type IdentityValue, type IdentityValues } from './identity-values.ts';

/** Returns the values of the identity that differ from the stored data of the participant. */
export function compareWithStoredData(
  { rfc, curp, birthDate, names }: IdentityValues,
  stored: StoredIdentity,
): Contradiction[] {
  return [
    ...compareWithStored('stored_rfc', rfc, stored.rfc && normalizeTaxId(stored.rfc)),
    ...compareWithStored('stored_curp', curp, stored.curp && normalizeTaxId(stored.curp)),
    ...compareWithStored('stored_birth_date', birthDate, stored.birthDate),
    ...NAME_FIELDS.flatMap((field) => {
      const name = names[field];
      const foldedName = name && { ...name, text: foldWords(name.text) };
      return compareWithStored(
        'stored_name',
        foldedName,
        stored[field] && foldWords(stored[field]),
      );
    }),
  ];
}

function compareWithStored(
  kind: ContradictionKind,
  value: IdentityValue | undefined,
  stored: string | null,
): Contradiction[] {
  if (value === undefined || stored === null || stored === '' || value.text === stored) return [];
  return createContradiction(kind, [value]);
}

/**
 * Compares the first row of each group of screenings, which is the newest, with the newest stored screening. A report
 * without rows contradicts a screening that found something.
 */
export function compareWithStoredScreening(
  { sections }: SocioeconomicTemplate,
  content: ReportContent,
  { screening }: StoredIdentity,
): Contradiction[] {
  if (screening === null) return [];
  const hasMatches = screening.outcome === 'alert' || screening.outcome === 'possible';
  return sections.flatMap(({ key: section, groups }) =>
    groups
      .filter(({ rowsFrom }) => rowsFrom === 'screenings')
      .flatMap((group): Contradiction[] => {
        const { key, label } = group;
        const [newestRow] = listGroupRows(getSection(content, section), key);
        const isSame =
          newestRow === undefined ? !hasMatches : isSameResult(group, newestRow.values, screening);
        if (isSame) return [];
        const fields = [{ section, ...OUTSIDE_ROWS, field: key, label }];
        return [{ kind: 'stored_screening', fields, sources: [] }];
      }),
  );
}

function isSameResult(
  { columns }: TemplateGroup,
  values: readonly FieldContent[],
  { outcome, matchesCount }: NonNullable<StoredIdentity['screening']>,
): boolean {
  const find = (part: ScreeningPart): unknown => {
    const column = columns.find(({ feeds }) =>
      feeds.some((feed) => feed.kind === 'screening' && feed.part === part),
    );
    return values.find(({ key }) => key === column?.key)?.value.value;
  };
  const [statedOutcome, statedCount] = [find('outcome'), find('matchesCount')];
  const isOutcome = SCREENING_OUTCOMES.some((code) => code === statedOutcome);
  return (
    (!isOutcome || statedOutcome === outcome) &&
    (typeof statedCount !== 'number' || statedCount === matchesCount)
  );
}
