import type { ListFamily } from '../lists/list-source.ts';
import { ALERT_FROM } from './names/score-names.ts';

/** What a service has the gateway screen by itself. */
export type ScreeningSettings = {
  /** Whether participants are screened when they are new or become another, and when a list does. */
  isOn: boolean;
  /** By which lists; none named is by all. */
  families: ListFamily[];
  threshold: number;
  /** True when two users have to say that a match is a true one, and to take that back. */
  fourEyes: boolean;
  /** User who asked to switch `fourEyes` off, which a second user has to ask for too; null otherwise. */
  fourEyesOffUserId: number | null;
};

type FourEyes = Pick<ScreeningSettings, 'fourEyes' | 'fourEyesOffUserId'>;

/**
 * Changes `fourEyes` for a user, or for an operator where `userId` is null. One user switches it on; to switch it off takes two
 * different users, or an operator.
 */
export function changeFourEyes(
  stored: FourEyes,
  fourEyes: boolean | null | undefined,
  userId: number | null,
): FourEyes {
  // Only these two: callers spread the result over all settings that change.
  if (fourEyes === undefined || fourEyes === null)
    return { fourEyes: stored.fourEyes, fourEyesOffUserId: stored.fourEyesOffUserId };
  const first = stored.fourEyesOffUserId;
  const isSecond = userId === null || (first !== null && first !== userId);
  if (fourEyes || !stored.fourEyes || isSecond) return { fourEyes, fourEyesOffUserId: null };
  return { fourEyes: true, fourEyesOffUserId: userId };
}

/** Of a service that has said nothing. */
export const NO_SCREENING: ScreeningSettings = {
  isOn: false,
  families: [],
  threshold: ALERT_FROM,
  fourEyes: false,
  fourEyesOffUserId: null,
};

export function isScreenedBy({ families }: ScreeningSettings, family: ListFamily): boolean {
  return families.length === 0 || families.includes(family);
}

export const THRESHOLD_MIN = 0.5;
export const THRESHOLD_MAX = 1;
