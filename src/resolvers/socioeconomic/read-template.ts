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

/** Issue of a template with its line in the JSON, counted from 1. */
export type TemplateFault = InputIssue & { line: number };
export type TemplateReading =
  | {
      kind: 'read';
      template: SocioeconomicTemplate;
      findLine: LineFinder;
    }
  | { kind: 'refused'; faults: TemplateFault[] };

/** Maximum number of reported issues of a template. */
const FAULTS_MAX = 50;

/**
 * Parses and validates a template from its JSON text. Issues have a path and a line, and do not quote the template.
 * findQuestionFaults checks that its questions exist.
 */
export function readTemplate(json: string): TemplateReading {
  if (Buffer.byteLength(json) > TEMPLATE_BYTES_MAX)
    return toRefusal([{ path: [], code: 'too_large', message: TOO_LARGE }], () => 1);
  const parsed = parseJson(json);
  if (parsed.kind === 'refused') return parsed;
  const findLine = createLineFinder(json);
  const checked = checkInput(templateSchema, parsed.value);
  if (!checked.success) return toRefusal(checked.issues, findLine);
  const faults = findTemplateFaults(checked.data);
  if (faults.length > 0) return toRefusal(faults, findLine);
  return { kind: 'read', template: checked.data, findLine };
}

const TOO_LARGE = `A template has at most ${TEMPLATE_BYTES_MAX} bytes`;

/** Returns an issue for each question of the template that none of the questionnaires has. */
export function findQuestionFaults(
  { template, findLine }: Extract<TemplateReading, { kind: 'read' }>,
  knownQuestions: KnownQuestions,
): TemplateFault[] {
  return withLines(findUnknownQuestions(template, knownQuestions), findLine);
}

type Parsed = { kind: 'parsed'; value: unknown } | Extract<TemplateReading, { kind: 'refused' }>;

function parseJson(json: string): Parsed {
  try {
    return { kind: 'parsed', value: JSON.parse(json) };
  } catch (error) {
    // The message quotes the text, which is not passed on, and ends in the position: `(line 3 column 5)`.
    const [, line] = /\(line (\d+) column \d+\)/.exec(String(error)) ?? [];
    const message = 'Not valid JSON from here';
    return toRefusal([{ path: [], code: 'wrong_format', message }], () => Number(line ?? 1));
  }
}

function toRefusal(
  issues: readonly InputIssue[],
  findLine: LineFinder,
): Extract<
  TemplateReading,
  {
    kind: 'refused';
  }
> {
  return { kind: 'refused', faults: withLines(issues, findLine) };
}

function withLines(issues: readonly InputIssue[], findLine: LineFinder): TemplateFault[] {
  return issues.slice(0, FAULTS_MAX).map((issue) => ({ ...issue, line: findLine(issue.path) }));
}
