import { type FragmentOf, graphql, type ResultOf, readFragment } from '../graphql.ts';
import { toWords } from '../shared/format.ts';
import { formatMoney } from './report-values.ts';

export const reportFigures = graphql(`
  fragment ReportFigures on SocioeconomicContent {
    figures {
      key
      kind
      value
      formula
      isPartial
    }
  }
`);

/** What follows from what is known so far. */
export function ReportFigures({ content }: { content: FragmentOf<typeof reportFigures> }) {
  const { figures } = readFragment(reportFigures, content);
  return (
    <table className="card">
      <caption>Figures</caption>
      <tbody>
        {figures.map((one) => (
          <tr key={one.key}>
            <th scope="row" title={one.formula}>
              {toWords(one.key)}
            </th>
            <td className="fixed">
              {formatFigure(one)}
              {one.isPartial && <span className="tag warn">partial</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Figure = ResultOf<typeof reportFigures>['figures'][number];

/** Shares and ratios are in hundredths. */
function formatFigure({ kind, value }: Figure): string {
  if (value === null) return '—';
  if (kind === 'MONEY') return formatMoney(value);
  return `${(value / 100).toFixed(2)}${kind === 'PERCENT' ? ' %' : ''}`;
}
