import { type FragmentOf, graphql, readFragment } from '../graphql.ts';

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

type PepRow = { what: string; entry: (string | null)[] };

/** Of lists of people in office: why somebody counts, and whose relative or associate it is. */
export function comparePep(facts: FragmentOf<typeof pepFacts> | null): PepRow[] {
  if (facts === null) return [];
  const pep = readFragment(pepFacts, facts);
  return [
    { what: 'Exposed', entry: [pep.pepClass && PEP_CLASSES[pep.pepClass]] },
    { what: 'Office', entry: [pep.tenure && TENURES[pep.tenure]] },
    { what: 'Countries of the offices', entry: pep.countries },
    {
      what: 'Offices',
      entry: pep.offices.map(({ position, from, to, status }) =>
        [position ?? 'unnamed', from && `from ${from}`, to && `until ${to}`, status]
          .filter(Boolean)
          .join(', '),
      ),
    },
    {
      what: 'Related to',
      entry: pep.relations.map(({ kind, name, key, position }) =>
        [`${RELATIONS[kind]} of ${name} (${key})`, position].filter(Boolean).join(', '),
      ),
    },
  ];
}

const PEP_CLASSES = {
  NATIONAL: 'In office in Mexico',
  FOREIGN: 'In office in another country',
  ASSOCIATE: 'Relative or associate of one in office',
} as const;

const TENURES = {
  CURRENT: 'held',
  WITHIN_LOOK_BACK: 'ended, within the time that is looked back',
  FORMER: 'ended before the time that is looked back',
  UNKNOWN: 'the list does not say whether it is held',
} as const;

const RELATIONS = {
  SPOUSE: 'spouse or partner',
  CHILD: 'child',
  PARENT: 'parent',
  SIBLING: 'brother or sister',
  ASSOCIATE: 'associate',
  OTHER: 'other family',
} as const;
