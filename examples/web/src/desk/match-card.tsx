import { type FragmentOf, graphql, type ResultOf, readFragment } from '../graphql.ts';
import { formatShare, formatTime, toWords } from '../shared/format.ts';
import { DecideForm } from './decide-form.tsx';
import { actorName, DECISION_WORDS } from './decision-words.ts';
import { matchBasis } from './match-basis.ts';
import { type ComparedPerson, comparedEntry, MatchComparison } from './match-comparison.tsx';
import { explanationItem, MatchExplanation } from './match-explanation.tsx';

export const matchCard = graphql(
  `
    fragment MatchCard on ParticipantMatch {
      externalId
      sourceCode
      score
      raisedBecause
      createdAt
      awaitingSecondDecision {
        decision
        decidedAt
        decidedBy {
          userId
          name
        }
      }
      entry {
        matterHash
        ...ComparedEntry
      }
      explanation {
        ...ExplanationItem
      }
    }
  `,
  [comparedEntry, explanationItem],
);

type Props = {
  match: FragmentOf<typeof matchCard>;
  person: ComparedPerson & { id: string };
  /** Other matches that may be of the same person. */
  alike: readonly string[];
};

/** A match that waits: the two side by side, why they are thought alike, and the decision. */
export function MatchCard({ match, person, alike }: Props) {
  const one = readFragment(matchCard, match);
  const { sourceCode, externalId, awaitingSecondDecision: first } = one;
  const title = `${sourceCode} ${externalId}`;
  const basis = matchBasis(readFragment(explanationItem, one.explanation ?? []));
  return (
    <section className="card match" aria-label={`Match ${title}`}>
      <div className="heading">
        <h2>{title}</h2>
        <span className="tag warn">{basis}</span>
        {one.score !== null && <span className="tag">{formatShare(one.score)} alike</span>}
        {one.raisedBecause === 'ENTRY_CHANGED' && (
          <span className="tag warn">decided before; the entry has changed since</span>
        )}
        <span className="muted">since {formatTime(one.createdAt)}</span>
      </div>
      {first !== null && <FirstDecision first={first} />}
      {alike.length > 0 && (
        <p className="notice">
          Maybe the same person as {alike.join(' and ')}. Each is decided by itself.
        </p>
      )}
      {one.entry === null ? (
        <p className="notice">
          A provider sent this match by its number only: compare with what {toWords(sourceCode)}{' '}
          says of it.
        </p>
      ) : (
        <MatchComparison person={person} entry={one.entry} />
      )}
      {one.explanation !== null && <MatchExplanation items={one.explanation} />}
      <DecideForm
        participantId={person.id}
        match={{ sourceCode, externalId, expectedMatterHash: one.entry?.matterHash ?? null }}
      />
    </section>
  );
}

type First = NonNullable<ResultOf<typeof matchCard>['awaitingSecondDecision']>;

function FirstDecision({ first }: { first: First }) {
  return (
    <p className="notice">
      {DECISION_WORDS.first(
        actorName(first.decidedBy),
        formatTime(first.decidedAt),
        DECISION_WORDS.decisions[first.decision],
      )}
    </p>
  );
}
