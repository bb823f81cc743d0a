import { graphql, type ResultOf } from '../graphql.ts';
import { ScreenNow } from '../screening/screen-now.tsx';
import { ScreeningTable, screeningRow } from '../screening/screening-table.tsx';
import { fullName, toWords } from '../shared/format.ts';
import { Problem } from '../shared/problem.tsx';
import { useFreshQuery } from '../shared/use-fresh-query.ts';
import { DecideForm } from './decide-form.tsx';
import { DecisionHistory, decidedMatch } from './decision-history.tsx';
import { MatchCard, matchCard } from './match-card.tsx';

const PERSON = graphql(
  `
    query DeskParticipant($id: ID!) {
      participant(by: { id: $id }) {
        id
        name
        paternalSurname
        maternalSurname
        personType
        hasPendingMatches
        roles
        business {
          id
          code
          name
        }
        personalInformation {
          rfc
          curp
          birthOrConstitutionDate
          nationality
          countryOfBirth
          economicActivity
          isMasked
        }
        matches {
          externalId
          sourceCode
          state
          personGroup
          ...DecidedMatch
          ...MatchCard
        }
        screenings(first: 5) {
          nodes {
            id
            ...ScreeningRow
          }
        }
      }
    }
  `,
  [decidedMatch, matchCard, screeningRow],
);

type Props = { id: string; revision: string | undefined; onClose: () => void };

/** Somebody with whatever lists may say about them: to compare, to decide, and to see what was decided. */
export function DeskPage({ id, revision, onClose }: Props) {
  const { data, error, fetching } = useFreshQuery({ query: PERSON, variables: { id } }, revision);
  const person = data?.participant;
  if (fetching && person === undefined) return <p className="empty">Loading…</p>;

  return (
    <article className="desk">
      <Problem error={error} />
      {person === null && <p className="empty">This participant has been deleted.</p>}
      {person && (
        <>
          <header className="business">
            <div>
              <h2>{fullName(person)}</h2>
              <p className="muted">
                {[person.business.name ?? person.business.code, ...person.roles.map(toWords)].join(
                  ' · ',
                )}
              </p>
            </div>
            <button className="quiet" onClick={onClose}>
              Close
            </button>
          </header>
          <PendingMatches person={person} />
          <DecisionHistory matches={person.matches} />
          <section className="card" aria-label="Screenings">
            <div className="heading">
              <h2>Screenings</h2>
              <ScreenNow participantId={id} />
            </div>
            <ScreeningTable screenings={person.screenings.nodes} />
          </section>
        </>
      )}
    </article>
  );
}

type Person = NonNullable<ResultOf<typeof PERSON>['participant']>;

function PendingMatches({ person }: { person: Person }) {
  const pending = person.matches.filter((one) => one.state === 'PENDING');
  if (!person.hasPendingMatches)
    return <p className="notice">No match of this participant waits for a decision.</p>;
  if (pending.length === 0)
    return (
      <section className="card" aria-label="Pending, without matches">
        <p className="notice">
          A provider says that matches wait for a decision, and has not sent them.
        </p>
        <DecideForm participantId={person.id} match={undefined} />
      </section>
    );
  return pending.map((match) => (
    <MatchCard
      key={nameOf(match)}
      match={match}
      person={person}
      alike={person.matches.filter((one) => mayBeOne(one, match)).map(nameOf)}
    />
  ));
}

type Match = Person['matches'][number];

function nameOf({ sourceCode, externalId }: Match): string {
  return `${sourceCode} ${externalId}`;
}

function mayBeOne(one: Match, other: Match): boolean {
  return one !== other && one.personGroup !== null && one.personGroup === other.personGroup;
}
