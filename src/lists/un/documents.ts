import type { ListIdentifier } from '../../domain/lists/list-entry.ts';
import { getChildText, listChildren, type XmlElement } from '../xml/element-tree.ts';

/** Returns the identity documents of an individual. Their types are in several languages. */
export function readDocuments(party: XmlElement): ListIdentifier[] {
  return listChildren(party, 'INDIVIDUAL_DOCUMENT').flatMap((document) => {
    const value = getChildText(document, 'NUMBER')
      .normalize('NFC')
      .toUpperCase()
      .replace(/[^A-Z0-9Ñ&]/g, '');
    if (value === '') return [];
    const kind = /pass?e?port|pasaporte/i.test(getChildText(document, 'TYPE_OF_DOCUMENT'))
      ? 'passport'
      : 'national_id';
    const country =
      getChildText(document, 'ISSUING_COUNTRY') || getChildText(document, 'COUNTRY_OF_ISSUE');
    return [{ kind, value, country: country === '' ? null : country }];
  });
}
