import { LIST_ADDRESSES } from '../../domain/lists/list-addresses.ts';
import { isSharedList, LIST_SOURCES, type SharedListCode } from '../../domain/lists/list-source.ts';
import { OperatorError } from '../../errors.ts';

export type ListUrls = { source: SharedListCode; urls: readonly string[] };

/**
 * Returns the lists to fetch with the URLs of their files: those with the given codes, or without codes all that have
 * URLs. Configured URLs take precedence over the default ones. Throws OperatorError for an unknown code, given or
 * configured, and for a given list without URL.
 */
export function resolveListUrls(
  configured: Readonly<Record<string, readonly string[]>>,
  codes: readonly string[] = [],
): ListUrls[] {
  for (const code of Object.keys(configured)) {
    if (!isSharedList(code))
      throw new OperatorError(`LISTS_URLS: list ${JSON.stringify(code)} does not exist.`);
  }
  const sources = Object.keys(LIST_SOURCES)
    .filter((code) => isSharedList(code))
    .map((source) => ({ source, urls: configured[source] ?? LIST_ADDRESSES[source] ?? [] }));
  if (codes.length === 0) return sources.filter(({ urls }) => urls.length > 0);
  return [...new Set(codes)].map((code) => {
    const listUrls = sources.find(({ source }) => source === code);
    if (listUrls === undefined) {
      throw new OperatorError(
        `List ${JSON.stringify(code)} does not exist. gateway lists status names all lists.`,
      );
    }
    if (listUrls.urls.length > 0) return listUrls;
    throw new OperatorError(`List ${code} has no URL. Set it in LISTS_URLS.`);
  });
}
