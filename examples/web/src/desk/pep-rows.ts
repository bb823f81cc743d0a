import { type FragmentOf, graphql, readFragment } from '../graphql.ts';
import type { Words } from '../i18n/language.ts';

export const pepFacts = graphql(`
  fragment PepFacts on PepFacts {
    pepClass
    tenure
    countries
    offices {
      position
      from
      to
      status
    }
    relations {
      kind
      name
      key
      position
    }
  }
`);

type PepRow = { label: string; entry: (string | null)[] };

/** Returns the offices of a politically exposed person, and the office holders it is related to. */
export function comparePep(
  facts: FragmentOf<typeof pepFacts> | null,
  { pep: words, formats }: Words,
): PepRow[] {
  if (facts === null) return [];
  const pep = readFragment(pepFacts, facts);
  const states: Readonly<Record<string, string>> = words.officeStates;
  return [
    { label: words.exposed, entry: [pep.pepClass && words.classes[pep.pepClass]] },
    { label: words.tenure, entry: [pep.tenure && words.tenures[pep.tenure]] },
    { label: words.countries, entry: formats.countries(pep.countries) },
    {
      label: words.offices,
      entry: pep.offices.map(({ position, from, to, status }) =>
        [
          position ?? words.unnamedOffice,
          from && words.from(formats.day(from)),
          to && words.until(formats.day(to)),
          status && (states[status] ?? status),
        ]
          .filter(Boolean)
          .join(', '),
      ),
    },
    {
      label: words.related,
      entry: pep.relations.map(({ kind, name, key, position }) =>
        [words.relation(words.relations[kind], name, key), position].filter(Boolean).join(', '),
      ),
    },
  ];
}
