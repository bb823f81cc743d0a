import { graphql, type ResultOf } from '../graphql.ts';
import { useWords } from '../i18n/use-words.tsx';
import { ScreenNow } from '../screening/screen-now.tsx';
import { ScreeningTable, screeningRow } from '../screening/screening-table.tsx';
import { describeCode, fullName } from '../shared/format.ts';
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

/** Participant with its pending matches, its decisions and its screenings. */
export function DeskPage({ id, revision, onClose }: Props) {
  const words = useWords();
  const { data, error, fetching } = useFreshQuery({ query: PERSON, variables: { id } }, revision);
  const person = data?.participant;
  if (fetching && person === undefined) return <p className="empty">{words.app.loading}</p>;

  return (
    <article className="desk">
      <Problem error={error} />
      {person === null && <p className="empty">{words.app.participantDeleted}</p>}
      {person && (
        <>
          <header className="business">
            <div>
              <h2>{fullName(person)}</h2>
              <p className="muted">
                {[
                  person.business.name ?? person.business.code,
                  ...person.roles.map((role) => describeCode(words.codes.roles, role)),
                ].join(' · ')}
              </p>
            </div>
            <button className="quiet" onClick={onClose}>
              {words.app.close}
            </button>
          </header>
          <PendingMatches person={person} />
          <DecisionHistory matches={person.matches} />
          <section className="card" aria-label={words.screening.title}>
            <div className="heading">
              <h2>{words.screening.title}</h2>
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
  const { desk: words, formats } = useWords();
  const pending = person.matches.filter((match) => match.state === 'PENDING');
  if (!person.hasPendingMatches) return <p className="notice">{words.nothingPending}</p>;
  if (pending.length === 0)
    return (
      <section className="card" aria-label={words.pendingWithoutMatches}>
        <p className="notice">{words.providerNotice}</p>
        <DecideForm participantId={person.id} match={undefined} />
      </section>
    );
  return pending.map((match) => (
    <MatchCard
      key={nameOf(match)}
      match={match}
      person={person}
      alike={formats.list(person.matches.filter((other) => isSameGroup(other, match)).map(nameOf))}
    />
  ));
}

type Match = Person['matches'][number];

function nameOf({ sourceCode, externalId }: Match): string {
  return `${sourceCode} ${externalId}`;
}

function isSameGroup(match: Match, other: Match): boolean {
  return match !== other && match.personGroup !== null && match.personGroup === other.personGroup;
}
