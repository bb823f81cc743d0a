import { type FragmentOf, graphql, type ResultOf, readFragment } from '../graphql.ts';
import type { Words } from '../i18n/language.ts';
import { useWords } from '../i18n/use-words.tsx';
import { fullName } from '../shared/format.ts';
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

/** Data of the participant that is compared with the entry. */
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
/** Row without `person` where participants have no such data. */
type Row = { label: string; person?: (string | null)[]; entry: (string | null)[] };
type Props = { person: ComparedPerson; entry: FragmentOf<typeof comparedEntry> };

export function MatchComparison({ person, entry }: Props) {
  const words = useWords();
  const { comparison, formats } = words;
  const listEntry = readFragment(comparedEntry, entry);
  const rows = compareData(person, listEntry, words).filter((row) =>
    [...(row.person ?? []), ...row.entry].some(Boolean),
  );
  return (
    <table className="comparison">
      <caption>{comparison.sideBySide}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{comparison.participant}</th>
          <th scope="col">{comparison.entry(formats.day(listEntry.validFrom), listEntry.list)}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.label}>
            <th scope="row">{row.label}</th>
            {row.person ? <Cell texts={row.person} /> : <td className="muted">–</td>}
            <Cell texts={row.entry} />
          </tr>
        ))}
      </tbody>
      {person.personalInformation.isMasked && (
        <tfoot>
          <tr>
            <td colSpan={3} className="muted">
              {comparison.masked}
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

function Cell({ texts }: { texts: (string | null)[] }) {
  const { comparison } = useWords();
  const known = texts.filter((text) => text !== null && text !== '');
  if (known.length === 0) return <td className="muted">{comparison.notKnown}</td>;
  return <td className="lines">{known.join('\n')}</td>;
}

function compareData(person: ComparedPerson, entry: Entry, words: Words): Row[] {
  const { personalInformation: known } = person;
  const { comparison, formats } = words;
  const isCompany = person.personType === 'LEGAL_ENTITY';
  const birth = known.birthOrConstitutionDate;
  return [
    { label: comparison.name, person: [fullName(person)], entry: [entry.name] },
    {
      label: comparison.otherNames,
      entry: entry.names
        .filter(({ name }) => name !== entry.name)
        .map(({ name, kind }) => `${name} (${comparison.nameKinds[kind]})`),
    },
    {
      label: comparison.partyType,
      person: [comparison.partyTypes[isCompany ? 'LEGAL' : 'NATURAL']],
      entry: [comparison.partyTypes[entry.partyType]],
    },
    {
      label: isCompany ? comparison.constituted : comparison.born,
      person: [birth && formats.day(birth)],
      entry: entry.birthDates.map(formats.day),
    },
    ...compareIdentifiers(person, entry, words),
    {
      label: comparison.countries,
      person: formats.countries([known.nationality, known.countryOfBirth]),
      entry: formats.countries(entry.countries),
    },
    { label: comparison.activity, person: [known.economicActivity], entry: [] },
    { label: comparison.programs, entry: entry.programs },
    { label: comparison.status, entry: [entry.status] },
    ...comparePep(entry.pep, words),
    { label: comparison.details, entry: describeDetails(entry, words) },
  ];
}

function compareIdentifiers(
  { personalInformation: known }: ComparedPerson,
  { identifiers }: Entry,
  { comparison, formats }: Words,
): Row[] {
  const valuesOf = (kind: string) =>
    identifiers.filter((identifier) => identifier.kind === kind).map(({ value }) => value);
  const others = identifiers.filter(({ kind }) => kind !== 'RFC' && kind !== 'CURP');
  return [
    { label: comparison.identifierKinds.RFC, person: [known.rfc], entry: valuesOf('RFC') },
    { label: comparison.identifierKinds.CURP, person: [known.curp], entry: valuesOf('CURP') },
    {
      label: comparison.otherNumbers,
      entry: others.map(({ kind, value, country }) =>
        [comparison.identifierKinds[kind], value, ...formats.countries([country])].join(' '),
      ),
    },
  ];
}

const DETAILS_SHOWN = 20;

function describeDetails({ details }: Entry, { details: words, formats }: Words): string[] {
  const names: Readonly<Record<string, string>> = words.names;
  const values: Readonly<Record<string, string>> = words.values;
  return details
    .filter(({ name }) => name !== 'relatedTo')
    .slice(0, DETAILS_SHOWN)
    .map(({ name, text }) => {
      const value = CODED.has(name) ? values[text] : undefined;
      return `${names[name] ?? name}: ${value ?? formats.day(text)}`;
    });
}

/** Details whose texts are codes of the list's own format. */
const CODED = new Set(['schema', 'topics', 'status', 'gender', 'stage']);
