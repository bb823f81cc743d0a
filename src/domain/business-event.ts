export const BUSINESS_EVENT_TYPES = [
  'business_upserted',
  'matches_resolved',
  'document_available',
  'answers_imported',
  'business_completed',
] as const;
export type BusinessEventType = (typeof BUSINESS_EVENT_TYPES)[number];
