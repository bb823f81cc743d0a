import { beforeAll, describe, expect, it } from 'vitest';
import type { TokenIssuer } from '../../../src/auth/tokens.ts';
import { makeBusiness } from '../../support/data/factories.ts';
import { useDatabase } from '../../support/database/database.ts';
import { createTestService, createTestTokens } from '../../support/gateway/callers.ts';
import { type CommandResult, runCommand } from '../../support/processes/run-command.ts';

const database = useDatabase();
let tokens: TokenIssuer;

beforeAll(async () => {
  tokens = await createTestTokens(database.db);
});

async function run(...args: string[]): Promise<CommandResult> {
  return await runCommand(['service', 'screening', ...args], { DATABASE_URL: database.url });
}

describe('gateway service screening', () => {
  it('shows what is screened, changes what is named, and records it', async () => {
    const { service, serviceId } = await createTestService(database.db, tokens);
    await makeBusiness(database.db, serviceId, { participants: [{}, {}] });
    expect((await run(service)).stdout).toBe(`${service} screens no participants automatically.\n`);
    const on = ['--on', '--families', 'un, ofac', '--four-eyes', 'on', '--everybody', '--json'];
    const said = {
      service,
      on: true,
      families: ['ofac', 'un'],
      threshold: 0.85,
      four_eyes: true,
      four_eyes_rule: 'identifier',
      four_eyes_off_user_id: null,
      requested_four_eyes_rule: null,
    };
    expect(JSON.parse((await run(service, ...on)).stdout)).toEqual(said);
    const { stdout } = await run(service, '--threshold', '0.9', '--four-eyes', 'off');
    expect(stdout).toBe(
      `${service} screens participants automatically against ofac, un, from a score of 0.9.\n`,
    );
    const { db } = database;
    const queued = db.selectFrom('screening_queue').select('id');
    expect(await queued.where('service_id', '=', serviceId).execute()).toHaveLength(2);
    const events = db.selectFrom('audit_events').select(['action', 'user_id']);
    const recorded = { action: 'screening_settings_updated', user_id: null };
    const mine = events.where('action', '=', recorded.action).where('service_id', '=', serviceId);
    expect(await mine.execute()).toEqual([recorded, recorded]);
  });

  it.each([
    [['--families', 'ofac,fbi'], 'Must be one or more of ofac, '],
    [['--threshold', '0.4'], 'Must be a number from 0.5 to 1.'],
    [['--threshold', 'high'], 'Must be a number from 0.5 to 1.'],
    [['--on', '--off'], 'cannot be used with'],
    [['--four-eyes', 'yes'], 'Allowed choices are on, off, none, true_match, identifier, all.'],
  ])('refuses %j', async (options, sentence) => {
    const { service } = await createTestService(database.db, tokens);
    const { code, stderr } = await run(service, ...options);
    expect(code).toBe(1);
    expect(stderr).toContain(sentence);
  });

  it('refuses a service that there is not', async () => {
    const missing = 'error: Service "nobody" does not exist.\n';
    for (const options of [[], ['--on']])
      expect(await run('nobody', ...options)).toEqual({ code: 1, stdout: '', stderr: missing });
  });
});
