import { useState } from 'react';
import type { ParticipantFilter } from '../graphql.ts';
import { useWords } from '../i18n/use-words.tsx';
import { Choice, type Option } from '../shared/choice.tsx';
import { isSearchable } from '../shared/is-searchable.ts';

type Props = {
  filter: ParticipantFilter;
  count: number | undefined;
  onChange: (filter: ParticipantFilter) => void;
};

const PERSON_TYPES = ['NATURAL_PERSON', 'LEGAL_ENTITY'] as const;

/** Boolean filters of the graph. */
const FLAGS = ['hasLegalActFolio', 'hasMissingDocuments', 'hasPendingMatches'] as const;

export function ParticipantFilters({ filter, count, onChange }: Props) {
  const { app, businesses: words } = useWords();
  const answers: Option<boolean>[] = [
    { value: true, label: app.yes },
    { value: false, label: app.no },
  ];
  const [text, setText] = useState('');

  function searchFor(next: string) {
    setText(next);
    onChange({ ...filter, nameContains: isSearchable(next) ? next : null });
  }

  return (
    <div className="filters" role="group" aria-label={words.filters}>
      <input
        type="search"
        placeholder={words.partOfName}
        aria-label={words.searchParticipants}
        value={text}
        onChange={(event) => searchFor(event.target.value)}
      />
      <Choice
        label={words.personType}
        value={filter.personType}
        options={PERSON_TYPES.map((value) => ({ value, label: words.personTypeFilters[value] }))}
        onChange={(personType) => onChange({ ...filter, personType })}
      />
      {FLAGS.map((flag) => (
        <Choice
          key={flag}
          label={words[flag]}
          value={filter[flag]}
          options={answers}
          onChange={(answer) => onChange({ ...filter, [flag]: answer })}
        />
      ))}
      {count !== undefined && <span className="muted count">{app.countParticipants(count)}</span>}
    </div>
  );
}
