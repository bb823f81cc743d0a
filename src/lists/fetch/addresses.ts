import { LIST_ADDRESSES } from '../../domain/lists/list-addresses.ts';
import { isSharedList, LIST_SOURCES, type SharedListCode } from '../../domain/lists/list-source.ts';
import { OperatorError } from '../../errors.ts';

export type FetchedSource = { source: SharedListCode; urls: readonly string[] };

/**
 * The lists that can be fetched, or those of them that are named, with the addresses of their files: the operator's
 * own go before those that are known. Throws OperatorError for a list that there is not, or that has no address.
 */
export function findAddresses(
  own: Readonly<Record<string, readonly string[]>>,
  named: readonly string[] = [],
): FetchedSource[] {
  for (const code of Object.keys(own)) {
    if (!isSharedList(code))
      throw new OperatorError(`LISTS_URLS: list ${JSON.stringify(code)} does not exist.`);
  }
  const sources = Object.keys(LIST_SOURCES)
    .filter((code) => isSharedList(code))
    .map((source) => ({ source, urls: own[source] ?? LIST_ADDRESSES[source] ?? [] }));
  if (named.length === 0) return sources.filter(({ urls }) => urls.length > 0);
  return [...new Set(named)].map((code) => {
    const found = sources.find(({ source }) => source === code);
    if (found === undefined) {
      throw new OperatorError(
        `List ${JSON.stringify(code)} does not exist. gateway lists status names all lists.`,
      );
    }
    if (found.urls.length > 0) return found;
    throw new OperatorError(`List ${code} has no URL. Set it in LISTS_URLS.`);
  });
}
