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

/** Matches that a rule has two users decide. */
const RULE_WORDS: Record<Exclude<FourEyesRule, 'none'>, string> = {
  true_match: 'true matches',
  identifier: 'true matches and matches by identifier',
  all: 'all matches',
};

export function registerServiceScreeningCommand(service: Command): void {
  service
    .command('screening <name>')
    .description('show what the gateway screens by itself for a service, or change it')
    .addOption(new Option('--on', 'screen participants that are new or changed').conflicts('off'))
    .option('--off', 'screen nobody by itself')
    .option(
      '--families <families>',
      `by which lists: ${LIST_FAMILIES.join(',')}; all unless named`,
      readFamilies,
    )
    .option('--threshold <score>', 'from which score a match is raised, 0.5 to 1', readThreshold)
    .addOption(
      new Option(
        '--four-eyes <rule>',
        'which decisions on matches need two users; "on" keeps a rule that is on, or is "identifier"',
      ).choices(FOUR_EYES_CHOICES),
    )
    .option('--everybody', 'have all participants that there are screened now')
    .option(
      '--json',
      'print {"service":…,"on":…,"families":[…],"threshold":…,"four_eyes":…,"four_eyes_rule":…,"four_eyes_off_user_id":…,"requested_four_eyes_rule":…}',
    )
    .action(async (name: string, options: Options) => {
      await withDatabase(async (db) => {
        const isRead = Object.keys(options).every((one) => one === 'json');
        const settings = isRead
          ? await getServiceScreening(db, name)
          : await setServiceScreening(db, name, changeOf(options));
        show(name, settings, options);
      });
    });
}

function changeOf({ on, off, families, threshold, fourEyes, everybody }: Options) {
  return {
    isOn: on ?? (off ? false : undefined),
    families,
    threshold,
    ...fourEyesOf(fourEyes),
    screensEverybody: everybody,
  };
}

function fourEyesOf(choice: Options['fourEyes']) {
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
  const by = families.length === 0 ? 'by all lists' : `by ${families.join(', ')}`;
  const state = isOn ? `${by}, from a score of ${threshold} on` : 'nobody by itself';
  const asked =
    request === null ? '' : `; the user ${request.userId} asked for the rule ${request.rule}`;
  const decided = rule === 'none' ? '' : `; two users decide ${RULE_WORDS[rule]}${asked}`;
  printLine(`${service} screens ${state}${decided}.`);
}

function readFamilies(text: string): Family[] {
  const words = [...new Set(text.split(',').map((word) => word.trim()))];
  const families = LIST_FAMILIES.filter((family) => words.includes(family));
  if (families.length === words.length) return families;
  throw new InvalidArgumentError(`Families are ${LIST_FAMILIES.join(', ')}.`);
}

function readThreshold(text: string): number {
  const threshold = Number(text);
  if (threshold >= THRESHOLD_MIN && threshold <= THRESHOLD_MAX) return threshold;
  throw new InvalidArgumentError(`It is from ${THRESHOLD_MIN} to ${THRESHOLD_MAX}.`);
}
