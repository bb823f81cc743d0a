import { type FragmentOf, graphql, type ResultOf, readFragment } from '../graphql.ts';
import { fullName, toWords } from '../shared/format.ts';
import { comparePep, pepFacts } from './pep-rows.ts';

export const comparedEntry = graphql(
  `
  fragment ComparedEntry on ListEntry {
    key
    list
    name
    names {
      kind
      name
    }
    partyType
    birthDates
    countries
    programs
    status
    identifiers {
      kind
      value
      country
    }
    details {
      name
      text
    }
    pep {
      ...PepFacts
    }
    validFrom
  }
`,
  [pepFacts],
);

/** Of a participant, what stands beside the entry. */
export type ComparedPerson = {
  name: string;
  paternalSurname: string | null;
  maternalSurname: string | null;
  personType: string;
  personalInformation: {
    rfc: string | null;
    curp: string | null;
    birthOrConstitutionDate: string | null;
    nationality: string | null;
    countryOfBirth: string | null;
    economicActivity: string | null;
    isMasked: boolean;
  };
};

type Entry = ResultOf<typeof comparedEntry>;
/** No person: what a participant does not have. */
type Row = { what: string; person?: (string | null)[]; entry: (string | null)[] };
type Props = { person: ComparedPerson; entry: FragmentOf<typeof comparedEntry> };

export function MatchComparison({ person, entry }: Props) {
  const one = readFragment(comparedEntry, entry);
  const rows = compare(person, one).filter((row) =>
    [...(row.person ?? []), ...row.entry].some(Boolean),
  );
  return (
    <table className="comparison">
      <caption>Side by side</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">Participant</th>
          <th scope="col">
            Entry, as of {one.validFrom} in {one.list}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.what}>
            <th scope="row">{row.what}</th>
            {row.person ? <Cell texts={row.person} /> : <td className="muted">–</td>}
            <Cell texts={row.entry} />
          </tr>
        ))}
      </tbody>
      {person.personalInformation.isMasked && (
        <tfoot>
          <tr>
            <td colSpan={3} className="muted">
              What is personal is masked: it needs the scope personal:read.
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

function Cell({ texts }: { texts: (string | null)[] }) {
  const known = texts.filter((one) => one !== null && one !== '');
  if (known.length === 0) return <td className="muted">not known</td>;
  return <td className="lines">{known.join('\n')}</td>;
}

function compare(person: ComparedPerson, entry: Entry): Row[] {
  const { personalInformation: known } = person;
  const isCompany = person.personType === 'LEGAL_ENTITY';
  const numbers = (kind: string) =>
    entry.identifiers.filter((one) => one.kind === kind).map((one) => one.value);
  const others = entry.identifiers.filter((one) => one.kind !== 'RFC' && one.kind !== 'CURP');
  return [
    { what: 'Name', person: [fullName(person)], entry: [entry.name] },
    {
      what: 'Other names',
      entry: entry.names
        .filter((one) => one.name !== entry.name)
        .map((one) => `${one.name} (${KINDS[one.kind]})`),
    },
    {
      what: 'What',
      person: [isCompany ? 'Legal entity' : 'Natural person'],
      entry: [PARTIES[entry.partyType]],
    },
    {
      what: isCompany ? 'Constituted' : 'Born',
      person: [known.birthOrConstitutionDate],
      entry: entry.birthDates,
    },
    { what: 'RFC', person: [known.rfc], entry: numbers('RFC') },
    { what: 'CURP', person: [known.curp], entry: numbers('CURP') },
    {
      what: 'Other numbers',
      entry: others.map((one) =>
        [toWords(one.kind), one.value, one.country].filter(Boolean).join(' '),
      ),
    },
    {
      what: 'Countries',
      person: [...new Set([known.nationality, known.countryOfBirth])],
      entry: entry.countries,
    },
    { what: 'Activity', person: [known.economicActivity], entry: [] },
    { what: 'Programmes', entry: entry.programs },
    { what: 'Status', entry: [entry.status] },
    ...comparePep(entry.pep),
    {
      what: 'Further details',
      entry: entry.details
        .filter((one) => one.name !== 'relatedTo')
        .slice(0, DETAILS_SHOWN)
        .map((one) => `${one.name}: ${one.text}`),
    },
  ];
}

const DETAILS_SHOWN = 20;

const KINDS = {
  PRIMARY: 'main name',
  AKA: 'also known as',
  FKA: 'formerly',
  NKA: 'now',
  ORIGINAL: 'in its own script',
  WEAK: 'weak alias',
} as const;

const PARTIES = {
  NATURAL: 'Natural person',
  LEGAL: 'Legal entity',
  VESSEL: 'Vessel',
  AIRCRAFT: 'Aircraft',
  UNKNOWN: 'Not said',
} as const;
