import { parseArgs } from 'node:util';

export type Options = {
  isQuick: boolean;
  /** Names of workloads; all that belong to a usual run where it is empty. */
  only: string[];
  /** Those that the gateway is compared with; all where it is empty. */
  against: string[];
  /** `wrk` or `autocannon`, in place of the better one that is there. */
  generator: string | undefined;
  /** In place of the usual ones. */
  rounds: number | undefined;
  seconds: number | undefined;
  /** What a second gateway is started with beside the first; none is where it is empty. */
  gatewayEnv: Record<string, string>;
  /** Major versions of PostgreSQL, or folders of installed ones; the product's own where it is empty. */
  postgres: string[];
  /** Of PostgreSQL, besides its defaults. */
  postgresSettings: Record<string, string>;
  /** What is drawn by lot begins with it. */
  seed: number | undefined;
};

/** `--quick`, `--only NAME[,NAME]`, `--against SERVER[,SERVER]`, `--rounds N`, `--seconds N`, `--seed N`, `--generator NAME`, `--gateway-env NAME=VALUE`, `--postgres SERVER[,SERVER]`, `--postgres-setting NAME=VALUE`. */
export function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      against: { type: 'string', multiple: true, default: [] },
      generator: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      'gateway-env': { type: 'string', multiple: true, default: [] },
      postgres: { type: 'string', multiple: true, default: [] },
      'postgres-setting': { type: 'string', multiple: true, default: [] },
      seed: { type: 'string' },
    },
  });
  return {
    isQuick: values.quick,
    only: values.only.flatMap((names) => names.split(',')),
    against: values.against.flatMap((names) => names.split(',')),
    generator: values.generator,
    gatewayEnv: Object.fromEntries(values['gateway-env'].map(toPair)),
    postgres: values.postgres.flatMap((names) => names.split(',')),
    postgresSettings: Object.fromEntries(values['postgres-setting'].map(toPair)),
    rounds: toNumber(values.rounds),
    seconds: toNumber(values.seconds),
    seed: toNumber(values.seed),
  };
}

function toNumber(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

function toPair(text: string): [name: string, value: string] {
  const at = text.indexOf('=');
  if (at < 1) throw new Error(`${text}: it must be NAME=VALUE.`);
  return [text.slice(0, at), text.slice(at + 1)];
}
