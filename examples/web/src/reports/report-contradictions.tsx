import type { Words } from '../i18n/language.ts';
import { useWords } from '../i18n/use-words.tsx';

type Kind = keyof Words['reports']['contradictions'];

type Props = {
  contradictions: readonly { kind: Kind; fields: readonly { label: string }[] }[];
};

/** Contradictions of a draft, which finalizing acknowledges. */
export function ReportContradictions({ contradictions }: Props) {
  const words = useWords().reports;
  if (contradictions.length === 0) return null;
  return (
    <div role="alert">
      {words.contradictionsTitle}
      <ul>
        {contradictions.map(({ kind, fields }) => (
          <li key={kind}>
            {fields.map(({ label }) => label).join(', ')}: {words.contradictions[kind]}
          </li>
        ))}
      </ul>
    </div>
  );
}
