import { type Command, InvalidArgumentError, Option } from 'commander';
import { LIST_FAMILIES } from '../../../domain/lists/list-source.ts';
import { FOUR_EYES_RULES, type FourEyesRule } from '../../../domain/matches/four-eyes-rule.ts';
import {
  type ScreeningSettings,
  THRESHOLD_MAX,
  THRESHOLD_MIN,
} from '../../../domain/screening/screening-settings.ts';
import {
  getServiceScreening,
  setServiceScreening,
} from '../../../resolvers/screening/set-service-screening.ts';
import { withDatabase } from '../../database/with-database.ts';
import { printJson, printLine } from '../../terminal/print.ts';

type Options = {
  on?: boolean;
  off?: boolean;
  families?: Family[];
  threshold?: number;
  fourEyes?: (typeof FOUR_EYES_CHOICES)[number];
  everybody?: boolean;
  json?: boolean;
};
type Family = (typeof LIST_FAMILIES)[number];

const FOUR_EYES_CHOICES = ['on', 'off', ...FOUR_EYES_RULES] as const;

/** Decisions that require two users, by rule. */
const RULE_TEXTS: Record<Exclude<FourEyesRule, 'none'>, string> = {
  true_match: 'true matches',
  identifier: 'true matches and matches by identifier',
  all: 'all matches',
};

export function registerServiceScreeningCommand(service: Command): void {
  service
    .command('screening <name>')
    .description('show or change the settings of automatic screening of a service')
    .addOption(
      new Option('--on', 'screen new and changed participants automatically').conflicts('off'),
    )
    .option('--off', 'switch automatic screening off')
    .option(
      '--families <families>',
      `list families to screen against: ${LIST_FAMILIES.join(',')}; initially all`,
      parseFamilies,
    )
    .option('--threshold <score>', 'score from which a match is raised, 0.5 to 1', parseThreshold)
    .addOption(
      new Option(
        '--four-eyes <rule>',
        'decisions on matches that need two users; "on" keeps the current rule, or sets "identifier"',
      ).choices(FOUR_EYES_CHOICES),
    )
    .option('--everybody', 'with screening on, screen all existing participants now')
    .option(
      '--json',
      'print {"service":…,"on":…,"families":[…],"threshold":…,"four_eyes":…,"four_eyes_rule":…,"four_eyes_off_user_id":…,"requested_four_eyes_rule":…}',
    )
    .action(async (name: string, options: Options) => {
      await withDatabase(async (db) => {
        const isReadOnly = Object.keys(options).every((option) => option === 'json');
        const settings = isReadOnly
          ? await getServiceScreening(db, name)
          : await setServiceScreening(db, name, toChange(options));
        show(name, settings, options);
      });
    });
}

function toChange({ on, off, families, threshold, fourEyes, everybody }: Options) {
  return {
    isOn: on ?? (off ? false : undefined),
    families,
    threshold,
    ...toFourEyesChange(fourEyes),
    screensEverybody: everybody,
  };
}

function toFourEyesChange(choice: Options['fourEyes']) {
  if (choice === 'on' || choice === 'off') return { fourEyes: choice === 'on' };
  return { fourEyesRule: choice };
}

function show(service: string, settings: ScreeningSettings, { json }: Options): void {
  const { isOn, families, threshold, fourEyesRule: rule, fourEyesRequest: request } = settings;
  if (json) {
    const decisions = {
      four_eyes: rule !== 'none',
      four_eyes_rule: rule,
      four_eyes_off_user_id: request?.userId ?? null,
      requested_four_eyes_rule: request?.rule ?? null,
    };
    printJson({ service, on: isOn, families, threshold, ...decisions });
    return;
  }
  const lists = families.length === 0 ? 'against all lists' : `against ${families.join(', ')}`;
  const state = isOn
    ? `participants automatically ${lists}, from a score of ${threshold}`
    : 'no participants automatically';
  const requestText =
    request === null ? '' : `; the user ${request.userId} requested the rule ${request.rule}`;
  const rules = rule === 'none' ? '' : `; two users decide ${RULE_TEXTS[rule]}${requestText}`;
  printLine(`${service} screens ${state}${rules}.`);
}

function parseFamilies(text: string): Family[] {
  const words = [...new Set(text.split(',').map((word) => word.trim()))];
  const families = LIST_FAMILIES.filter((family) => words.includes(family));
  if (families.length === words.length) return families;
  throw new InvalidArgumentError(
    `Must be one or more of ${LIST_FAMILIES.join(', ')}, separated by commas.`,
  );
}

function parseThreshold(text: string): number {
  const threshold = Number(text);
  if (threshold >= THRESHOLD_MIN && threshold <= THRESHOLD_MAX) return threshold;
  throw new InvalidArgumentError(`Must be a number from ${THRESHOLD_MIN} to ${THRESHOLD_MAX}.`);
}
