/** Rules by which decisions need two users, weakest first. */
export const FOUR_EYES_RULES = ['none', 'true_match', 'identifier', 'all'] as const;
export type FourEyesRule = (typeof FOUR_EYES_RULES)[number];

/** Rule of a service that enables the four-eyes principle without choosing a rule. */
export const DEFAULT_FOUR_EYES: FourEyesRule = 'identifier';

/** Request of a user for a weaker rule. It takes effect when a second user makes the same request. */
export type FourEyesRequest = { userId: number; rule: FourEyesRule };

export type FourEyes = {
  fourEyesRule: FourEyesRule;
  /** Null when no request is open. */
  fourEyesRequest: FourEyesRequest | null;
};

/**
 * Changes the rule on behalf of a user, or of an operator when `userId` is null. One user can make it stronger; a
 * weaker rule takes two different users who request the same rule, or an operator.
 */
export function changeFourEyes(
  { fourEyesRule: stored, fourEyesRequest: request }: FourEyes,
  rule: FourEyesRule | undefined,
  userId: number | null,
): FourEyes {
  if (rule === undefined) return { fourEyesRule: stored, fourEyesRequest: request };
  const isWeaker = FOUR_EYES_RULES.indexOf(rule) < FOUR_EYES_RULES.indexOf(stored);
  const isSecond =
    userId === null || (request !== null && request.userId !== userId && request.rule === rule);
  if (!isWeaker || isSecond) return { fourEyesRule: rule, fourEyesRequest: null };
  return { fourEyesRule: stored, fourEyesRequest: { userId, rule } };
}

/** Returns the rule for the boolean setting of earlier versions. True keeps a stored rule other than `none`. */
export function getRuleForSwitch(stored: FourEyesRule, isOn: boolean): FourEyesRule {
  if (!isOn) return 'none';
  return stored === 'none' ? DEFAULT_FOUR_EYES : stored;
}
