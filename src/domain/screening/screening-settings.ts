import type { ListFamily } from '../lists/list-source.ts';
import type { FourEyes } from '../matches/four-eyes-rule.ts';
import { ALERT_THRESHOLD } from './names/score-names.ts';

/** Settings of the automatic screening of a service. */
export type ScreeningSettings = {
  /** True when participants are screened on creation, on change and when a list changes. */
  isOn: boolean;
  /** List families to screen against; empty means all. */
  families: ListFamily[];
  threshold: number;
} & FourEyes;

/** Settings of a service that has not set any. */
export const DEFAULT_SCREENING_SETTINGS: ScreeningSettings = {
  isOn: false,
  families: [],
  threshold: ALERT_THRESHOLD,
  fourEyesRule: 'none',
  fourEyesRequest: null,
};

export function includesFamily({ families }: ScreeningSettings, family: ListFamily): boolean {
  return families.length === 0 || families.includes(family);
}

/** Limits of the threshold of a service; below the minimum, names match by chance. */
export const THRESHOLD_MIN = 0.5;
export const THRESHOLD_MAX = 1;
