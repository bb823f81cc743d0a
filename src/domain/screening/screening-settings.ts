import type { ListFamily } from '../lists/list-source.ts';
import { ALERT_FROM } from './score-names.ts';

/** What a service has the gateway screen by itself. */
export type ScreeningSettings = {
  /** Whether participants are screened when they are new or become another, and when a list does. */
  isOn: boolean;
  /** By which lists; none named is by all. */
  families: ListFamily[];
  threshold: number;
  /** Whether two users have to say that a match is a true one. */
  fourEyes: boolean;
};

/** Of a service that has said nothing. */
export const NO_SCREENING: ScreeningSettings = {
  isOn: false,
  families: [],
  threshold: ALERT_FROM,
  fourEyes: false,
};

export function isScreenedBy({ families }: ScreeningSettings, family: ListFamily): boolean {
  return families.length === 0 || families.includes(family);
}

export const THRESHOLD_MIN = 0.5;
export const THRESHOLD_MAX = 1;
