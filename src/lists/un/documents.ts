import type { ListIdentifier } from '../../domain/lists/list-entry.ts';
import { childrenOf, textOf, type XmlElement } from '../xml/element-tree.ts';

/** The documents of an individual; their kinds are written in several languages. */
export function readDocuments(party: XmlElement): ListIdentifier[] {
  return childrenOf(party, 'INDIVIDUAL_DOCUMENT').flatMap((document) => {
    const value = textOf(document, 'NUMBER')
      .normalize('NFC')
      .toUpperCase()
      .replace(/[^A-Z0-9Ñ&]/g, '');
    if (value === '') return [];
    const kind = /pass?e?port|pasaporte/i.test(textOf(document, 'TYPE_OF_DOCUMENT'))
      ? 'passport'
      : 'national_id';
    const country = textOf(document, 'ISSUING_COUNTRY') || textOf(document, 'COUNTRY_OF_ISSUE');
    return [{ kind, value, country: country === '' ? null : country }];
  });
}
