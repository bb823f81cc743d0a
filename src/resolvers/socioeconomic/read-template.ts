import type { InputIssue } from '../../errors.ts';
import type { SocioeconomicTemplate } from '../../domain/socioeconomic/template.ts';

/** A fault of a template and the line of the JSON, from 1, that it is in. */
export type TemplateFault = InputIssue & { line: number };
export type ReadTemplate =
  | { kind: 'read'; template: SocioeconomicTemplate }
  | { kind: 'refused'; faults: TemplateFault[] };

/**
 * Reads a template from the text of its JSON. `knownQuestions` gives the question keys of a service's questionnaires; a
 * template that names another questionnaire or question is refused. Whatever version it says is taken as it is.
 */
export function readTemplate(
  json: string,
  knownQuestions: ReadonlyMap<string, ReadonlySet<string>>,
): ReadTemplate {
  throw new Error(`Nothing reads ${json.length} characters with ${knownQuestions.size} yet.`);
}
