/** Sections of a socio-economic report (estudio socioeconómico), in their order. */
export const SECTION_KEYS = [
  'general',
  'documents',
  'home',
  'family',
  'education',
  'health',
  'housing',
  'finances',
  'work',
  'references',
  'background',
  'visit',
  'conclusion',
  'consent',
] as const;
export type SectionKey = (typeof SECTION_KEYS)[number];
