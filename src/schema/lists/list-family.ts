import { LIST_FAMILIES, type ListFamily } from '../../domain/lists/list-source.ts';
import { builder } from '../base/builder.ts';
import { toEnumValue } from '../base/enum-value.ts';

const FAMILIES: Readonly<Record<ListFamily, string>> = {
  ofac: 'Sanctions lists of the Office of Foreign Assets Control (OFAC) of the United States.',
  un: 'Sanctions list of the Security Council of the United Nations.',
  pep: 'Lists of politically exposed persons (PEP).',
  sat69:
    'Lists that the SAT publishes under article 69 of the Código Fiscal de la Federación (CFF).',
  sat69b:
    'Lists that the SAT publishes under articles 69-B and 69-B Bis of the Código Fiscal de la Federación (CFF).',
  sfp: 'Suppliers and contractors that the SFP bars from public contracts (proveedores y contratistas sancionados).',
  own: 'Lists of the service itself. Other services do not see them.',
};

export const ListFamilyEnum = builder.enumType('ListFamily', {
  description: 'Group of lists of the same publisher or purpose.',
  values: Object.fromEntries(
    LIST_FAMILIES.map((value) => [toEnumValue(value), { value, description: FAMILIES[value] }]),
  ),
});
