import type { Bench } from './bench.ts';
import { prepareTemplates } from './dataset.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { chooseGenerator } from './load/choose.ts';
import type { Options } from './options.ts';
import { startPostgres } from './postgres.ts';
import { endServers } from './server-process.ts';

type BenchOptions = Omit<Options, 'postgres' | 'only' | 'seed'> & { postgres?: string | undefined };

/** Starts PostgreSQL with the data set. Everything it starts ends with the resources, or on a signal. */
export async function openBench(
  options: BenchOptions,
  resources: AsyncDisposableStack,
): Promise<Bench> {
  endOnSignals(resources);
  const { postgres: name, postgresSettings: settings } = options;
  const postgres = await startPostgres({ ...(name !== undefined && { name }), settings });
  resources.defer(postgres.stop);
  const templates = await prepareTemplates(postgres);
  let fleet: Promise<Fleet> | undefined;
  resources.defer(async () => await (await fleet)?.stop());
  const startOnCopy = async (): Promise<Fleet> => {
    await postgres.create('reads', templates.loaded);
    return await startFleet(postgres.urlOf('reads'), options.gatewayEnv);
  };
  return {
    postgres,
    templates,
    load: { generator: chooseGenerator(options.generator), postgresPid: postgres.pid },
    pace: paceOf(options),
    isQuick: options.isQuick,
    against: options.against,
    fleet: async () => await (fleet ??= startOnCopy()),
  };
}

/** PostgreSQL would outlive a run that is broken off. */
function endOnSignals(resources: AsyncDisposableStack): void {
  const end = (): void => {
    endServers();
    void resources.disposeAsync().finally(() => process.exit(1));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, end);
}

const QUICK_PACE = { rounds: 3, seconds: 1, warmUpSeconds: 1 };
const FULL_PACE = { rounds: 5, seconds: 4, warmUpSeconds: 3 };

function paceOf({ isQuick, rounds, seconds }: BenchOptions): Bench['pace'] {
  const usual = isQuick ? QUICK_PACE : FULL_PACE;
  return { ...usual, rounds: rounds ?? usual.rounds, seconds: seconds ?? usual.seconds };
}
