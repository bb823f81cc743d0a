import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { OPENAPI } from '../../support/clients/openapi.ts';

/** Its own types do not fit each other. */
const oasRules = z.custom<RulesetDefinition>().parse(oas);

/** All rules but those that are off here. */
const SPECTRAL: RulesetDefinition = {
  extends: [[oasRules, 'all']],
  rules: {
    // Who runs a gateway has an address, and the product does not know it.
    'contact-properties': 'off',
    // The licence is named by its SPDX identifier, beside which OpenAPI 3.1 allows no URL.
    'license-url': 'off',
  },
};

/** What Redocly's recommended rules find, and why it stays. */
const REDOCLY_KNOWN: Record<string, string> = {
  // An id is digits, so that no path fits both; links are out there and keep their path.
  '#/paths/~1api~1v4~1file~1link~1{token}': 'no-ambiguous-paths',
};

async function lintBySpectral(document: unknown): Promise<string[]> {
  const linter = new spectral.Spectral();
  linter.setRuleset(SPECTRAL);
  const found = await linter.run(JSON.stringify(document));
  return found.map(({ code, path, message }) => `${code} ${path.join(' ')}: ${message}`);
}

async function lintByRedocly(document: unknown): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const source = JSON.stringify(document);
  const found = await lintFromString({ source, absoluteRef: '/openapi.json', config });
  return found
    .map(({ ruleId, location, message }) => ({ ruleId, at: location[0]?.pointer ?? '', message }))
    .filter(({ ruleId, at }) => REDOCLY_KNOWN[at] !== ruleId)
    .map(({ ruleId, at, message }) => `${ruleId} ${at}: ${message}`);
}

const WITHOUT_INFO = { ...z.record(z.string(), z.unknown()).parse(OPENAPI), info: {} };

describe.each([
  ['Spectral', lintBySpectral],
  ['Redocly', lintByRedocly],
])('%s', (_name, lint) => {
  it('finds nothing in the description, and something in one that lacks a part', async () => {
    expect(await lint(OPENAPI)).toEqual([]);
    expect(await lint(WITHOUT_INFO)).not.toEqual([]);
  });
});
