/** The parts of an estudio socioeconómico, in the order in which it is read. */
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
