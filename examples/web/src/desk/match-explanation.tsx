import { type FragmentOf, graphql, readFragment } from '../graphql.ts';
import { formatShare, toWords } from '../shared/format.ts';

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

/** What was compared, item by item, and which way each speaks. */
export function MatchExplanation({ items }: Props) {
  return (
    <table>
      <caption>Comparison</caption>
      <thead>
        <tr>
          <th scope="col">Compared</th>
          <th scope="col">Participant</th>
          <th scope="col">Entry</th>
          <th scope="col">Alike</th>
          <th scope="col">Counts</th>
          <th scope="col">It says</th>
        </tr>
      </thead>
      <tbody>
        {readFragment(explanationItem, items).map((one, index) => (
          // An explanation never changes its order.
          <tr key={index}>
            <th scope="row">{LABELS.get(one.feature) ?? toWords(one.feature)}</th>
            <td>{one.query ?? <Absent what={one.isMasked ? 'as above' : 'nothing'} />}</td>
            <td>{one.candidate ?? <Absent what="nothing" />}</td>
            <td>{formatShare(one.score)}</td>
            <td>{one.weight.toLocaleString()}</td>
            <td>
              <span className={tagOf(one.effect)}>{EFFECTS.get(one.effect) ?? one.effect}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What is masked is shown above, to whoever may read it. */
function Absent({ what }: { what: string }) {
  return <span className="muted">{what}</span>;
}

const LABELS = new Map([
  ['word', 'Word'],
  ['limit', 'Limit'],
  ['weak_alias', 'Only a weak alias'],
  ['fuller_name', 'A fuller name of it says otherwise'],
  ['unlike_and_short', 'Words are missing and one is only alike'],
  ['unlike_and_common', 'Only common words are the same and one is only alike'],
  ['other_name', 'Words that differ are both names of their own'],
  ['turned_surnames', 'The surnames stand in the other order'],
  ['few_sounds', 'Two ways of writing agree by too little'],
  ['ship_or_plane', 'It is a ship or a plane'],
  ['rfc', 'RFC'],
  ['rfc10', 'RFC without its end'],
  ['curp', 'CURP'],
  ['sex', 'Sex by CURP'],
]);

const EFFECTS = new Map([
  ['same', 'the same'],
  ['spelling', 'spelt alike'],
  ['sound', 'sounds alike'],
  ['consonants', 'the same consonants'],
  ['turned', 'letters changed places'],
  ['nickname', 'a short form'],
  ['abbreviation', 'a word cut short'],
  ['initial', 'an initial'],
  ['supports', 'speaks for it'],
  ['contradicts', 'speaks against it'],
]);

function tagOf(effect: string): string {
  if (effect === 'contradicts' || effect === 'limits') return 'tag warn';
  return effect.startsWith('extra') ? 'tag' : 'tag good';
}
