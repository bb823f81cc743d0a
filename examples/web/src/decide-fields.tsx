import { type ChangeEvent, useId } from 'react';
import type { MatchReason, MatchVerdict } from './graphql.ts';

export type Decision = { verdict: MatchVerdict | null; reason: MatchReason | null; note: string };

export const UNDECIDED: Decision = { verdict: null, reason: null, note: '' };

const REASONS: { reason: MatchReason; label: string; verdict?: MatchVerdict }[] = [
  { reason: 'HOMONYM', label: 'Another person with the same name', verdict: 'FALSE_POSITIVE' },
  { reason: 'DIFFERENT_NAME', label: 'Different name', verdict: 'FALSE_POSITIVE' },
  { reason: 'DIFFERENT_BIRTH_DATE', label: 'Different birth date', verdict: 'FALSE_POSITIVE' },
  {
    reason: 'DIFFERENT_IDENTIFIER',
    label: 'Another RFC, CURP or number',
    verdict: 'FALSE_POSITIVE',
  },
  { reason: 'DIFFERENT_COUNTRY', label: 'Different country', verdict: 'FALSE_POSITIVE' },
  { reason: 'SAME_PERSON', label: 'The same person', verdict: 'TRUE_MATCH' },
  { reason: 'OTHER', label: 'Another reason, in the note' },
];

const VERDICTS: { verdict: MatchVerdict; label: string }[] = [
  { verdict: 'FALSE_POSITIVE', label: 'Another person (false positive)' },
  { verdict: 'TRUE_MATCH', label: 'The very person (true match)' },
];

const NOTE_MIN = 10;
const NOTE_MAX = 2000;

export function isComplete(decision: Decision): boolean {
  return decision.verdict !== null && decision.reason !== null && !needsNote(decision);
}

function needsNote({ reason, note }: Decision): boolean {
  return reason === 'OTHER' && note.trim().length < NOTE_MIN;
}

type Props = { decision: Decision; onChange: (decision: Decision) => void };

/** Who it is, why, and what else there is to say. */
export function DecideFields({ decision, onChange }: Props) {
  const group = useId();
  const { verdict, reason } = decision;
  const reasons = REASONS.filter((one) => (one.verdict ?? verdict) === verdict);
  const choose = ({ target }: ChangeEvent<HTMLSelectElement>): void =>
    onChange({ ...decision, reason: reasons[target.selectedIndex - 1]?.reason ?? null });

  return (
    <>
      <fieldset>
        <legend>Who is it?</legend>
        {VERDICTS.map((one) => (
          <label key={one.verdict}>
            <input
              type="radio"
              name={group}
              checked={one.verdict === verdict}
              onChange={() => onChange({ ...decision, verdict: one.verdict, reason: null })}
            />
            {one.label}
          </label>
        ))}
      </fieldset>
      <label>
        Reason
        <select value={reason ?? ''} disabled={verdict === null} onChange={choose}>
          <option value="">Choose…</option>
          {reasons.map((one) => (
            <option key={one.reason} value={one.reason}>
              {one.label}
            </option>
          ))}
        </select>
      </label>
      <label>
        Note
        <textarea
          rows={2}
          value={decision.note}
          maxLength={NOTE_MAX}
          onChange={(event) => onChange({ ...decision, note: event.target.value })}
        />
        {needsNote(decision) && <span className="muted">At least {NOTE_MIN} characters.</span>}
      </label>
    </>
  );
}
