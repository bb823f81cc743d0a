import { DecideForm } from './decide-form.tsx';
import { formatShare, formatTime, toWords } from './format.ts';
import { type FragmentOf, graphql, readFragment } from './graphql.ts';
import { type ComparedPerson, comparedEntry, MatchComparison } from './match-comparison.tsx';
import { explanationItem, MatchExplanation } from './match-explanation.tsx';

export const matchCard = graphql(
  `
    fragment MatchCard on ParticipantMatch {
      externalId
      sourceCode
      band
      score
      raisedBecause
      createdAt
      awaitingSecondDecision {
        userId
        decidedAt
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
  return (
    <section className="card match" aria-label={`Match ${title}`}>
      <div className="heading">
        <h2>{title}</h2>
        {one.band !== null && <span className="tag warn">{BANDS[one.band]}</span>}
        {one.score !== null && <span className="tag">{formatShare(one.score)} alike</span>}
        {one.raisedBecause === 'ENTRY_CHANGED' && (
          <span className="tag warn">decided before; the entry has changed since</span>
        )}
        <span className="muted">since {formatTime(one.createdAt)}</span>
      </div>
      {first !== null && (
        <p className="notice">
          Awaiting a second decision: user {first.userId} said on {formatTime(first.decidedAt)} that
          this is the very person. Another user has to say so too; anybody may say that it is not.
        </p>
      )}
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

const BANDS = {
  IDENTIFIER_EXACT: 'the same identifier',
  RFC10_PLUS_NAME: 'the same RFC but for its end, and a like name',
  NAME_PLUS_DOB: 'the name and the birth',
  NAME_EXACT_NO_DOB: 'the same name',
  NAME_FUZZY: 'a like name',
  NAME_CONTRADICTED: 'a like name, and much against it',
} as const;
