import type { ReportContent } from './content.ts';
import type { ReportMaterial } from './material.ts';
import type { SocioeconomicTemplate } from './template.ts';

/** The content of a new report: what the gateway holds already, each value with its source. */
export function gatherSections(
  template: SocioeconomicTemplate,
  material: ReportMaterial,
): ReportContent {
  throw new Error(`Nothing gathers ${template.key} from ${material.answers.length} answers yet.`);
}
