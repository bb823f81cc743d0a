import { type FragmentOf, graphql, type ResultOf, readFragment } from '../graphql.ts';
import { useWords } from '../i18n/use-words.tsx';
import { actorName } from './actor-name.ts';
import { DecideForm } from './decide-form.tsx';
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
  /** Other matches that may concern the same person; empty without any. */
  alike: string;
};

/** Pending match: participant and entry side by side, the explanation of the match, and the decision. */
export function MatchCard({ match, person, alike }: Props) {
  const { basis: basisWords, desk: words, formats } = useWords();
  const shown = readFragment(matchCard, match);
  const { sourceCode, externalId, awaitingSecondDecision: first } = shown;
  const title = `${sourceCode} ${externalId}`;
  const basis = matchBasis(basisWords, readFragment(explanationItem, shown.explanation ?? []));
  return (
    <section className="card match" aria-label={words.match(title)}>
      <div className="heading">
        <h2>{title}</h2>
        <span className="tag warn">{basis}</span>
        {shown.score !== null && (
          <span className="tag">{words.alike(formats.share(shown.score))}</span>
        )}
        {shown.raisedBecause === 'ENTRY_CHANGED' && (
          <span className="tag warn">{words.entryChanged}</span>
        )}
        <span className="muted">{words.since(formats.time(shown.createdAt))}</span>
      </div>
      {first !== null && <FirstDecision first={first} />}
      {alike !== '' && <p className="notice">{words.samePerson(alike)}</p>}
      {shown.entry === null ? (
        <p className="notice">{words.sentByNumber(sourceCode)}</p>
      ) : (
        <MatchComparison person={person} entry={shown.entry} />
      )}
      {shown.explanation !== null && <MatchExplanation items={shown.explanation} />}
      <DecideForm
        participantId={person.id}
        match={{ sourceCode, externalId, expectedMatterHash: shown.entry?.matterHash ?? null }}
      />
    </section>
  );
}

type First = NonNullable<ResultOf<typeof matchCard>['awaitingSecondDecision']>;

function FirstDecision({ first }: { first: First }) {
  const { app, decisions, formats } = useWords();
  return (
    <p className="notice">
      {decisions.first(
        actorName(app, first.decidedBy),
        formats.time(first.decidedAt),
        decisions.states[first.decision],
      )}
    </p>
  );
}
