import type { QuestionnaireTemplate } from '../../questionnaire/questionnaire.ts';
import { DEFAULT_TEMPLATE_KEY, type SocioeconomicTemplate } from '../template/template.ts';
import { BACKGROUND, CONCLUSION, CONSENT, REFERENCES, VISIT } from './closing-sections.ts';
import { FAMILY, HOME, HOUSING } from './home-sections.ts';
import { FINANCES, WORK } from './money-sections.ts';
import { DOCUMENTS, EDUCATION, GENERAL, HEALTH } from './person-sections.ts';
import { questionsOf, spellOut } from './spell-out.ts';

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

/** Whatever changes in it changes its version. */
export const DEFAULT_TEMPLATE: SocioeconomicTemplate = {
  key: DEFAULT_TEMPLATE_KEY,
  version: 1,
  language: 'es',
  title: TITLE,
  questionnaires: [DEFAULT_TEMPLATE_KEY],
  sections: SECTIONS.map(spellOut),
};

/** The questionnaire whose answers feed the default template. */
export const DEFAULT_QUESTIONNAIRE: QuestionnaireTemplate = {
  key: DEFAULT_TEMPLATE_KEY,
  title: TITLE,
  questions: SECTIONS.flatMap(questionsOf),
};
