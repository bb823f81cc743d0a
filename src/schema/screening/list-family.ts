import { builder } from '../base/builder.ts';

export const ListFamilyType = builder.enumType('ListFamily', {
  description: 'Lists that are looked at together.',
  values: {
    OFAC: { value: 'ofac', description: 'The lists of OFAC. Not in v4.' },
    UN: { value: 'un', description: 'The list of the United Nations. Not in v4.' },
    PEP: { value: 'pep', description: 'Politically exposed persons. Not in v4.' },
    SAT_SIXTY_NINE: { value: 'sat69', description: 'The seven lists of article 69. Not in v4.' },
    SAT_SIXTY_NINE_B: { value: 'sat69b', description: 'Articles 69-B and 69-B Bis. Not in v4.' },
    SFP: { value: 'sfp', description: 'Suppliers whom the SFP has sanctioned. Not in v4.' },
    OWN: { value: 'own', description: 'The lists of the service’s own. Not in v4.' },
  } as const,
});
