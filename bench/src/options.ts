import { parseArgs } from 'node:util';

export type Options = {
  isQuick: boolean;
  /** Names of workloads; empty for the default ones. */
  only: string[];
  /** Names of the servers to compare with; empty for all. */
  against: string[];
  /** `wrk` or `autocannon`; undefined for the better one that is installed. */
  generator: string | undefined;
  /** Number of rounds; undefined for the default. */
  rounds: number | undefined;
  seconds: number | undefined;
  /** Environment of a second gateway; empty for none. */
  gatewayEnv: Record<string, string>;
  /** Major versions of PostgreSQL, or folders of installations; empty for the embedded one. */
  postgres: string[];
  /** Settings of PostgreSQL that differ from its defaults. */
  postgresSettings: Record<string, string>;
  /** Seed of random choices. */
  seed: number | undefined;
};

/**
 * `--quick`, `--only NAME[,NAME]`, `--against SERVER[,SERVER]`, `--rounds N`, `--seconds N`, `--seed N`, `--generator
 * NAME`, `--gateway-env NAME=VALUE`, `--postgres SERVER[,SERVER]`, `--postgres-setting NAME=VALUE`.
 */
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
