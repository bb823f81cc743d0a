import { useState } from 'react';
import type { ParticipantFilter } from '../graphql.ts';
import { Choice, type Option } from '../shared/choice.tsx';
import { formatCount } from '../shared/format.ts';
import { isSearchable } from '../shared/is-searchable.ts';

type Props = {
  filter: ParticipantFilter;
  count: number | undefined;
  onChange: (filter: ParticipantFilter) => void;
};

const PERSON_TYPES: Option<NonNullable<ParticipantFilter['personType']>>[] = [
  { value: 'NATURAL_PERSON', label: 'Natural persons' },
  { value: 'LEGAL_ENTITY', label: 'Legal entities' },
];
const ANSWERS: Option<boolean>[] = [
  { value: true, label: 'Yes' },
  { value: false, label: 'No' },
];
/** The yes-or-no filters of the graph. */
const FLAGS = [
  { flag: 'hasLegalActFolio', label: 'With a folio' },
  { flag: 'hasMissingDocuments', label: 'Documents missing' },
  { flag: 'hasPendingMatches', label: 'Matches pending' },
] as const;

export function ParticipantFilters({ filter, count, onChange }: Props) {
  const [text, setText] = useState('');

  function searchFor(next: string) {
    setText(next);
    onChange({ ...filter, nameContains: isSearchable(next) ? next : null });
  }

  return (
    <div className="filters" role="group" aria-label="Filters">
      <input
        type="search"
        placeholder="Part of a name…"
        aria-label="Search participants"
        value={text}
        onChange={(event) => searchFor(event.target.value)}
      />
      <Choice
        label="Person type"
        value={filter.personType}
        options={PERSON_TYPES}
        onChange={(personType) => onChange({ ...filter, personType })}
      />
      {FLAGS.map(({ flag, label }) => (
        <Choice
          key={flag}
          label={label}
          value={filter[flag]}
          options={ANSWERS}
          onChange={(answer) => onChange({ ...filter, [flag]: answer })}
        />
      ))}
      {count !== undefined && (
        <span className="muted count">{formatCount(count, 'participant')}</span>
      )}
    </div>
  );
}
