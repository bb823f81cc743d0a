import { isUtf8 } from 'node:buffer';
import { checkInput } from '../validation/input-issues.ts';
import { type ImportRecord, recordSchema } from './records.ts';

/** Maximum length of a line in bytes: about 100,000 participants of one business. */
export const LINE_BYTES_MAX: number = 64 * 1024 * 1024;

/** Reason why a line cannot be stored. `field` is empty for the whole line. */
export type Fault = { field: string; reason: string };

export type ParsedLine =
  | { kind: 'blank' }
  | { kind: 'record'; record: ImportRecord }
  | { kind: 'bad'; faults: Fault[] };

/** Parses one line. `bytes` is undefined for a line longer than LINE_BYTES_MAX, which is rejected. */
export function parseLine(bytes: Buffer | undefined): ParsedLine {
  if (bytes === undefined) return rejectLine(`Longer than ${LINE_BYTES_MAX / 1024 / 1024} MiB`);
  if (!isUtf8(bytes)) return rejectLine('Not valid UTF-8');
  const line = bytes.toString('utf8').replace(/^\uFEFF/, '');
  if (line.trim() === '') return { kind: 'blank' };
  return checkRecord(line);
}

function checkRecord(line: string): ParsedLine {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    // The message of the parser quotes the line, so it is dropped.
    return rejectLine('Not valid JSON');
  }
  const result = checkInput(recordSchema, value);
  if (result.success) return { kind: 'record', record: result.data };
  const faults = result.issues.map(({ path, message }) => ({
    field: path.map(formatMemberName).join('.'),
    reason: message,
  }));
  return { kind: 'bad', faults };
}

/**
 * Returns a member name of a path. A name with other characters than letters, digits, `_` and `-` is quoted, and its
 * control characters, which a terminal would interpret, are escaped or replaced.
 */
function formatMemberName(name: string): string {
  return /^[\w-]+$/.test(name) ? name : JSON.stringify(name).replace(/[\x7f-\x9f]/g, '?');
}

function rejectLine(reason: string): ParsedLine {
  return { kind: 'bad', faults: [{ field: '', reason }] };
}
