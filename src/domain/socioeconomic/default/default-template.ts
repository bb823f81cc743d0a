import type { QuestionnaireTemplate } from '../../questionnaire/questionnaire.ts';
import { DEFAULT_TEMPLATE_KEY, type SocioeconomicTemplate } from '../template/template.ts';
import { BACKGROUND, CONCLUSION, CONSENT, REFERENCES, VISIT } from './closing-sections.ts';
import { expandSection, listQuestions } from './expand-section.ts';
import { FAMILY, HOME, HOUSING } from './home-sections.ts';
import { FINANCES, WORK } from './money-sections.ts';
import { DOCUMENTS, EDUCATION, GENERAL, HEALTH } from './person-sections.ts';

const SECTIONS = [
  GENERAL,
  DOCUMENTS,
  HOME,
  FAMILY,
  EDUCATION,
  HEALTH,
  HOUSING,
  FINANCES,
  WORK,
  REFERENCES,
  BACKGROUND,
  VISIT,
  CONCLUSION,
  CONSENT,
];
const TITLE = 'Estudio socioeconómico';

/** Template of reports that name no other. Every change of it requires a new version. */
export const DEFAULT_TEMPLATE: SocioeconomicTemplate = {
  key: DEFAULT_TEMPLATE_KEY,
  version: 1,
  language: 'es',
  title: TITLE,
  questionnaires: [DEFAULT_TEMPLATE_KEY],
  sections: SECTIONS.map(expandSection),
};

/** Questionnaire whose answers feed the default template. */
export const DEFAULT_QUESTIONNAIRE: QuestionnaireTemplate = {
  key: DEFAULT_TEMPLATE_KEY,
  title: TITLE,
  questions: SECTIONS.flatMap(listQuestions),
};
