import { readFileSync } from 'node:fs';

/**
 * Variables whose value may be in the file that `<NAME>_FILE` names, as orchestrators mount secrets.
 */
export const SECRETS = [
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'TOKEN_SIGNING_KEY',
  'FILE_MASTER_KEYS',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
];

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Sets variables to the content of the files that `<NAME>_FILE` names, without a trailing line break. `faults` are
 * messages about files that cannot be used.
 */
export function readSecretFiles(variables: Variables): { values: Variables; faults: string[] } {
  const values: Record<string, string | undefined> = { ...variables };
  const faults: string[] = [];
  for (const name of SECRETS) {
    const file = variables[`${name}_FILE`];
    if (file === undefined) continue;
    if (variables[name] !== undefined) faults.push(`${name}: must not be given with ${name}_FILE`);
    const content = readSecret(file);
    if (content.text === undefined) faults.push(`${name}_FILE: ${content.fault}`);
    else values[name] = content.text;
  }
  return { values, faults };
}

type Content = { text: string; fault?: undefined } | { text?: undefined; fault: string };

/** Reads a secret file. Errors never contain its content. */
function readSecret(file: string): Content {
  try {
    const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    return text === '' ? { fault: 'the file is empty' } : { text };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return { fault: `the file cannot be read (${code})` };
  }
}
