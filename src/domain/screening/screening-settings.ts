import type { ListFamily } from '../lists/list-source.ts';
import type { FourEyes } from '../matches/four-eyes-rule.ts';
import { ALERT_FROM } from './names/score-names.ts';

/** What a service has the gateway screen by itself. */
export type ScreeningSettings = {
  /** Whether participants are screened when they are new or become another, and when a list does. */
  isOn: boolean;
  /** By which lists; none named is by all. */
  families: ListFamily[];
  threshold: number;
} & FourEyes;

/** Of a service that has said nothing. */
export const NO_SCREENING: ScreeningSettings = {
  isOn: false,
  families: [],
  threshold: ALERT_FROM,
  fourEyesRule: 'none',
  fourEyesRequest: null,
};

export function isScreenedBy({ families }: ScreeningSettings, family: ListFamily): boolean {
  return families.length === 0 || families.includes(family);
}

export const THRESHOLD_MIN = 0.5;
export const THRESHOLD_MAX = 1;
