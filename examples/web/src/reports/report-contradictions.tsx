import { type FragmentOf, graphql, readFragment } from '../graphql.ts';
import { useWords } from '../i18n/use-words.tsx';
import { describeSource, knownSource } from './report-source.ts';

export const reportContradiction = graphql(
  `
    fragment ReportContradiction on SocioeconomicContradiction {
      kind
      fields {
        row
        label
      }
      sources {
        ...KnownSource
      }
    }
  `,
  [knownSource],
);

type Props = { contradictions: readonly FragmentOf<typeof reportContradiction>[] };

/** Contradictions of a draft, which finalizing acknowledges. */
export function ReportContradictions({ contradictions }: Props) {
  const words = useWords().reports;
  if (contradictions.length === 0) return null;
  return (
    <div role="alert">
      {words.contradictionsTitle}
      <ul>
        {contradictions.map((contradiction, index) => {
          const { kind, fields, sources } = readFragment(reportContradiction, contradiction);
          const labels = fields.map(({ row, label }) =>
            row === null ? label : words.cell(label, row + 1),
          );
          const others = sources.map((source) => describeSource(words.sources, source));
          return (
            // Contradictions have no id, and their list is never changed in place.
            <li key={index}>
              {labels.join(', ')}: {words.contradictions[kind]}
              {others.length > 0 && ` (${others.join('; ')})`}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
