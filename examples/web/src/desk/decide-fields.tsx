import { type ChangeEvent, useId } from 'react';
import type { MatchReason, MatchVerdict } from '../graphql.ts';
import { useWords } from '../i18n/use-words.tsx';

export type Decision = { verdict: MatchVerdict | null; reason: MatchReason | null; note: string };

export const UNDECIDED: Decision = { verdict: null, reason: null, note: '' };

const REASONS: { reason: MatchReason; verdict?: MatchVerdict }[] = [
  { reason: 'HOMONYM', verdict: 'FALSE_POSITIVE' },
  { reason: 'DIFFERENT_NAME', verdict: 'FALSE_POSITIVE' },
  { reason: 'DIFFERENT_BIRTH_DATE', verdict: 'FALSE_POSITIVE' },
  { reason: 'DIFFERENT_IDENTIFIER', verdict: 'FALSE_POSITIVE' },
  { reason: 'DIFFERENT_COUNTRY', verdict: 'FALSE_POSITIVE' },
  { reason: 'SAME_PERSON', verdict: 'TRUE_MATCH' },
  { reason: 'OTHER' },
];

const VERDICTS: readonly MatchVerdict[] = ['FALSE_POSITIVE', 'TRUE_MATCH'];

const NOTE_MIN = 10;
const NOTE_MAX = 2000;

export function isComplete(decision: Decision): boolean {
  return decision.verdict !== null && decision.reason !== null && !needsNote(decision);
}

function needsNote({ reason, note }: Decision): boolean {
  return reason === 'OTHER' && note.trim().length < NOTE_MIN;
}

type Props = { decision: Decision; onChange: (decision: Decision) => void };

/** Verdict, reason and note of a decision. */
export function DecideFields({ decision, onChange }: Props) {
  const words = useWords().decisions;
  const group = useId();
  const { verdict, reason } = decision;
  const reasons = REASONS.filter((option) => (option.verdict ?? verdict) === verdict);
  const choose = ({ target }: ChangeEvent<HTMLSelectElement>): void =>
    onChange({ ...decision, reason: reasons[target.selectedIndex - 1]?.reason ?? null });

  return (
    <>
      <fieldset>
        <legend>{words.who}</legend>
        {VERDICTS.map((choice) => (
          <label key={choice}>
            <input
              type="radio"
              name={group}
              checked={choice === verdict}
              onChange={() => onChange({ ...decision, verdict: choice, reason: null })}
            />
            {words.states[choice]}
          </label>
        ))}
      </fieldset>
      <label>
        {words.reason}
        <select value={reason ?? ''} disabled={verdict === null} onChange={choose}>
          <option value="">{words.choose}</option>
          {reasons.map((option) => (
            <option key={option.reason} value={option.reason}>
              {words.reasons[option.reason]}
            </option>
          ))}
        </select>
      </label>
      <label>
        {words.note}
        <textarea
          rows={2}
          value={decision.note}
          maxLength={NOTE_MAX}
          onChange={(event) => onChange({ ...decision, note: event.target.value })}
        />
        {needsNote(decision) && <span className="muted">{words.noteLength(NOTE_MIN)}</span>}
      </label>
    </>
  );
}
