import { createLineFinder, type LineFinder } from '../../domain/socioeconomic/json-lines.ts';
import type { SocioeconomicTemplate } from '../../domain/socioeconomic/template/template.ts';
import { TEMPLATE_BYTES_MAX } from '../../domain/socioeconomic/template/template.ts';
import { findTemplateFaults } from '../../domain/socioeconomic/template/template-faults.ts';
import {
  findUnknownQuestions,
  type KnownQuestions,
} from '../../domain/socioeconomic/template/unknown-questions.ts';
import type { InputIssue } from '../../errors.ts';
import { checkInput } from '../../validation/input-issues.ts';
import { templateSchema } from './template-schema.ts';

/** A fault of a template and the line of the JSON, from 1, that it is in. */
export type TemplateFault = InputIssue & { line: number };
export type ReadTemplate =
  | { kind: 'read'; template: SocioeconomicTemplate; lineOf: LineFinder }
  | { kind: 'refused'; faults: TemplateFault[] };

/** Maximum number of reported issues of a template. */
const FAULTS_MAX = 50;

/**
 * Reads a template from the text of its JSON, without asking whether there are such questions; that checkQuestions
 * does. Every fault has its path and its line, and none quotes the template.
 */
export function readTemplate(json: string): ReadTemplate {
  if (Buffer.byteLength(json) > TEMPLATE_BYTES_MAX)
    return refuse([{ path: [], code: 'too_large', message: tooLarge }], () => 1);
  const parsed = parseJson(json);
  if (parsed.kind === 'refused') return parsed;
  const lineOf = createLineFinder(json);
  const checked = checkInput(templateSchema, parsed.value);
  if (!checked.success) return refuse(checked.issues, lineOf);
  const faults = findTemplateFaults(checked.data);
  if (faults.length > 0) return refuse(faults, lineOf);
  return { kind: 'read', template: checked.data, lineOf };
}

const tooLarge = `A template has at most ${TEMPLATE_BYTES_MAX} bytes`;

/**
 * The faults of a template that was read, for a service that has these questionnaires; none where it asks only what
 * they ask.
 */
export function checkQuestions(
  { template, lineOf }: Extract<ReadTemplate, { kind: 'read' }>,
  knownQuestions: KnownQuestions,
): TemplateFault[] {
  return withLines(findUnknownQuestions(template, knownQuestions), lineOf);
}

type Parsed = { kind: 'parsed'; value: unknown } | Extract<ReadTemplate, { kind: 'refused' }>;

function parseJson(json: string): Parsed {
  try {
    return { kind: 'parsed', value: JSON.parse(json) };
  } catch (error) {
    // The message states the position and quotes the text, which is not passed on.
    const [, line] = /\(line (\d+) column \d+\)/.exec(String(error)) ?? [];
    const message = 'Not valid JSON from here';
    return refuse([{ path: [], code: 'wrong_format', message }], () => Number(line ?? 1));
  }
}

function refuse(
  issues: readonly InputIssue[],
  lineOf: LineFinder,
): Extract<ReadTemplate, { kind: 'refused' }> {
  return { kind: 'refused', faults: withLines(issues, lineOf) };
}

function withLines(issues: readonly InputIssue[], lineOf: LineFinder): TemplateFault[] {
  return issues.slice(0, FAULTS_MAX).map((issue) => ({ ...issue, line: lineOf(issue.path) }));
}
