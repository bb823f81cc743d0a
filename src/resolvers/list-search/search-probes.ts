import type { KeysProbe } from '../../db/queries/list-search/candidate-parts.ts';
import type { IdentifierProbe } from '../../db/queries/lists/list-parts.ts';
import { groupBlockingKeys } from '../../domain/screening/names/blocking-keys.ts';
import type { PreparedName } from '../../domain/screening/names/prepare-name.ts';
import type { ScreenedParty } from '../../domain/screening/parties/screened-party.ts';
import { planProbes } from '../../domain/screening/search/name-probes.ts';
import { listTypoKeys } from '../../domain/screening/search/typo-keys.ts';
import { parseRfc } from '../../domain/tax/rfc.ts';

const HOMOCLAVE_LENGTH = 3;

/** Builds the probes for entries that share an identifier with the party. */
export function toIdentifierProbes(party: ScreenedParty, subject: number): IdentifierProbe[] {
  const probe = (kind: string, value: string, isPrefix = false): IdentifierProbe => {
    return { subject, kind, value, isPrefix };
  };
  const hasName = party.names.length > 0;
  return [
    ...party.rfcs.flatMap((rfc) => {
      const kind = parseRfc(rfc)?.kind;
      // Lists may contain thousands of entries with a generic RFC.
      if (kind === 'generic' || kind === 'foreign') return [];
      // Without a homoclave: beside a name, every RFC that starts with it is worth comparing.
      if (kind === undefined) return [probe('rfc', rfc, hasName), probe('rfc10', rfc)];
      const prefixProbe = probe('rfc10', rfc.slice(0, -HOMOCLAVE_LENGTH));
      return [probe('rfc', rfc), ...(hasName ? [prefixProbe] : [])];
    }),
    ...party.curps.map((curp) => probe('curp', curp)),
    ...party.passports.map(({ number }) => probe('passport', number)),
  ];
}

/** Lists all index keys that probes for the names can use. */
export function listIndexKeys(names: readonly PreparedName[]): string[] {
  const keys = names.flatMap((name) => [
    ...groupBlockingKeys(name).flatMap((group) => group.keys),
    ...listTypoKeys(name),
  ]);
  return [...new Set(keys)];
}

/**
 * Builds the probes for names that may match one of the given names. `getCount` returns the number of indexed names
 * with a key; keys of many names are avoided.
 */
export function toNameProbes(
  names: readonly PreparedName[],
  subject: number,
  getCount: (key: string) => number,
): KeysProbe[] {
  return names.flatMap((name) =>
    planProbes(name, getCount).map((probe) => ({ ...probe, subject })),
  );
}
