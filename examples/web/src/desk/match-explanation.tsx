import { type FragmentOf, graphql, type ResultOf, readFragment } from '../graphql.ts';
import { useWords } from '../i18n/use-words.tsx';
import { toWords } from '../shared/format.ts';

export const explanationItem = graphql(`
  fragment ExplanationItem on ScreeningItem {
    feature
    query
    isMasked
    candidate
    score
    weight
    effect
  }
`);

type Props = { items: FragmentOf<typeof explanationItem>[] };

/** Compared items of a match, each with its effect. */
export function MatchExplanation({ items }: Props) {
  const words = useWords().explanation;
  const columns = [
    words.compared,
    words.participant,
    words.entry,
    words.similarity,
    words.weight,
    words.effect,
  ];
  return (
    <table>
      <caption>{words.title}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {readFragment(explanationItem, items).map((item, index) => (
          // An explanation never changes its order.
          <ItemRow key={index} item={item} />
        ))}
      </tbody>
    </table>
  );
}

function ItemRow({ item }: { item: ResultOf<typeof explanationItem> }) {
  const { explanation: words, formats } = useWords();
  const features: Readonly<Record<string, string>> = words.features;
  const effects: Readonly<Record<string, string>> = words.effects;
  return (
    <tr>
      <th scope="row">{features[item.feature] ?? toWords(item.feature)}</th>
      <td>
        {item.query === null ? (
          <Absent text={item.isMasked ? words.hidden : words.nothing} />
        ) : (
          formats.day(item.query)
        )}
      </td>
      <td>
        {item.candidate === null ? <Absent text={words.nothing} /> : formats.day(item.candidate)}
      </td>
      <td>{formats.share(item.score)}</td>
      <td>{formats.number(item.weight)}</td>
      <td>
        <span className={tagOf(item.effect)}>{effects[item.effect] ?? item.effect}</span>
      </td>
    </tr>
  );
}

/** Placeholder of a value; masked values are shown in the comparison to callers with the scope. */
function Absent({ text }: { text: string }) {
  return <span className="muted">{text}</span>;
}

function tagOf(effect: string): string {
  if (effect === 'contradicts' || effect === 'limits') return 'tag warn';
  return effect.startsWith('extra') ? 'tag' : 'tag good';
}
