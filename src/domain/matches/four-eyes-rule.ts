/** Rules by which decisions need two users, weakest first. */
export const FOUR_EYES_RULES = ['none', 'true_match', 'identifier', 'all'] as const;
export type FourEyesRule = (typeof FOUR_EYES_RULES)[number];

/** Rule of a service that enables the four-eyes principle without choosing a rule. */
export const DEFAULT_FOUR_EYES: FourEyesRule = 'identifier';

/** Request of a user for a weaker rule. It takes effect when a second person makes the same request. */
export type FourEyesRequest = { userId: number; rule: FourEyesRule };

export type FourEyes = {
  fourEyesRule: FourEyesRule;
  /** Null when no request is open. */
  fourEyesRequest: FourEyesRequest | null;
};

/** User who changes the rule. `madeRequest` is true when the same person made the open request. */
export type RuleChanger = { userId: number; madeRequest: boolean };

/**
 * Changes the rule on behalf of a user, or of an operator when `changer` is null. The same or a stronger rule takes
 * effect at once and cancels an open request. A weaker rule requires two different persons who request the same rule,
 * or an operator; the first request is stored and replaces an earlier one.
 */
export function changeFourEyes(
  { fourEyesRule: storedRule, fourEyesRequest: request }: FourEyes,
  rule: FourEyesRule | undefined,
  changer: RuleChanger | null,
): FourEyes {
  if (rule === undefined) return { fourEyesRule: storedRule, fourEyesRequest: request };
  const isWeaker = FOUR_EYES_RULES.indexOf(rule) < FOUR_EYES_RULES.indexOf(storedRule);
  const isConfirmed = request?.rule === rule && changer?.madeRequest === false;
  if (!isWeaker || isConfirmed || changer === null)
    return { fourEyesRule: rule, fourEyesRequest: null };
  return { fourEyesRule: storedRule, fourEyesRequest: { userId: changer.userId, rule } };
}

/** Returns the rule for the boolean setting of earlier versions. True keeps a stored rule other than `none`. */
export function getRuleForSwitch(storedRule: FourEyesRule, isOn: boolean): FourEyesRule {
  if (!isOn) return 'none';
  return storedRule === 'none' ? DEFAULT_FOUR_EYES : storedRule;
}
