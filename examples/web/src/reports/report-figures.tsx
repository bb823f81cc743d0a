import { type FragmentOf, graphql, type ResultOf, readFragment } from '../graphql.ts';
import type { Words } from '../i18n/language.ts';
import { useWords } from '../i18n/use-words.tsx';

export const reportFigures = graphql(`
  fragment ReportFigures on SocioeconomicContent {
    figures {
      key
      kind
      value
      isPartial
    }
  }
`);

/** Figures computed from the values that are known so far. */
export function ReportFigures({ content }: { content: FragmentOf<typeof reportFigures> }) {
  const { formats, reports: words } = useWords();
  const { figures } = readFragment(reportFigures, content);
  return (
    <table className="card">
      <caption>{words.figures}</caption>
      <tbody>
        {figures.map((figure) => (
          <tr key={figure.key}>
            <th scope="row" title={words.formulas[figure.key]}>
              {words.figureNames[figure.key]}
            </th>
            <td className="fixed">
              {formatFigure(figure, formats)}
              {figure.isPartial && <span className="tag warn">{words.partial}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Figure = ResultOf<typeof reportFigures>['figures'][number];

/** Shares and ratios are in hundredths. */
function formatFigure({ kind, value }: Figure, formats: Words['formats']): string {
  if (value === null) return '—';
  if (kind === 'MONEY') return formats.money(value);
  return `${formats.decimal(value / 100)}${kind === 'PERCENT' ? ' %' : ''}`;
}
