import { LIST_FAMILIES, type ListFamily } from '../../domain/lists/list-source.ts';
import { builder } from '../base/builder.ts';
import { enumWord } from '../base/enum-word.ts';

const FAMILIES: Readonly<Record<ListFamily, string>> = {
  ofac: 'Of the OFAC of the United States.',
  un: 'Of the Security Council of the United Nations.',
  pep: 'People who hold public office.',
  sat69: 'Of article 69 of the Código Fiscal de la Federación.',
  sat69b: 'Of its articles 69-B and 69-B Bis.',
  sfp: 'Suppliers that may not be hired.',
  own: 'The service’s own.',
};

export const ListFamilyEnum = builder.enumType('ListFamily', {
  description: 'What lists stand together.',
  values: Object.fromEntries(
    LIST_FAMILIES.map((value) => [enumWord(value), { value, description: FAMILIES[value] }]),
  ),
});
