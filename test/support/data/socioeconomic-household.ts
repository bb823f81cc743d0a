import type { ReportMaterial } from '../../../src/domain/socioeconomic/material.ts';
import { HOUSEHOLD_MONEY, inventFacts, inventMaterial } from './socioeconomic.ts';

const MEMBERS = [
  ['Ángel Núñez Güemes', 'Cónyuge', '41', 'Carpintería', 'sí'],
  ['Zoé Núñez Peñaloza', 'Hija', '12', 'Estudiante', 'no'],
  ['Íñigo Núñez Peñaloza', 'Hijo', '9', 'Estudiante', 'No'],
];
const MEMBER_PARTS = ['name', 'relationship', 'age', 'occupation', 'contributes'];

const REFERENCES = [
  [
    'Personal',
    'Rocío Ibáñez Ávila',
    '5512345678',
    '14',
    'La conoce como responsable y trabajadora',
  ],
  ['Vecinal', 'Saúl Ordóñez', '5587654321', '6', 'Buena vecina'],
];
const REFERENCE_PARTS = ['kind', 'name', 'phone', 'known_years', 'opinion'];

function rows(
  group: string,
  parts: readonly string[],
  values: readonly (readonly string[])[],
): Record<string, string> {
  const entries = values.flatMap((row, at) =>
    parts.map((part, place) => [`${group}_${at + 1}_${part}`, row[place] ?? '']),
  );
  return Object.fromEntries(entries);
}

export const HOUSEHOLD_ANSWERS: Record<string, string> = {
  ...HOUSEHOLD_MONEY,
  general_nss: '12345678903',
  general_birth_place: 'Ciudad Nezahualcóyotl, México',
  general_children: '2',
  documents_originals_seen: 'Sí',
  home_between_streets: 'Av. Pantitlán y Calle Ñandú',
  home_directions: 'Casa de portón verde, frente a la panadería «La Güera»',
  home_years: '6',
  home_tenure: 'Rentada',
  family_contributes: 'Sí',
  ...rows('family_members', MEMBER_PARTS, MEMBERS),
  education_level: 'Licenciatura',
  education_school: 'Universidad Autónoma Metropolitana',
  education_certificate: 'si',
  health_health_service: 'IMSS',
  health_general_state: 'bueno',
  health_disability: 'no',
  housing_type: 'Departamento',
  housing_walls: 'Tabique',
  housing_floors: 'Loseta',
  housing_roof: 'Concreto',
  housing_residents: '4',
  housing_rooms: '3',
  housing_bedrooms: '2',
  housing_water: 'sí',
  housing_drainage: 'sí',
  housing_electricity: 'sí',
  housing_internet: 'sí',
  finances_has_debts: 'Sí',
  finances_savings: '12,000',
  finances_debts_1_creditor: 'Mueblería',
  finances_debts_1_balance: '9,000',
  finances_debts_1_payment: '1,425.00',
  work_activity: 'Contaduría',
  ...rows(
    'work_jobs',
    ['employer', 'position', 'from', 'to', 'reason', 'verified'],
    [
      ['Despacho Inventado, S.C.', 'Auxiliar contable', 'marzo de 2019', 'a la fecha', '', 'Sí'],
      ['Tiendas Ficticias', 'Cajera', '2015', '2019', 'Mejor oferta', 'No'],
    ],
  ),
  ...rows('references_references', REFERENCE_PARTS, REFERENCES),
  visit_visited_on: '18/01/2026',
  visit_received_by: 'La persona titular',
  visit_matches_statement: 'sí',
  visit_remarks:
    'La vivienda está limpia y ordenada; los servicios funcionan. Se observaron los muebles declarados.',
  conclusion_investigator: 'Lic. Begoña Zúñiga Muñoz',
  conclusion_concluded_on: '20 de enero de 2026',
  conclusion_opinion: 'Favorable',
  conclusion_summary:
    'Los ingresos declarados cubren los gastos y permiten ahorrar. No se encontraron contradicciones entre lo declarado y lo observado.',
};

/** Creates the material of a typical household, with documents and a screening. Its money is HOUSEHOLD_MONEY. */
export function inventHousehold(others: Partial<ReportMaterial> = {}): ReportMaterial {
  return inventMaterial(HOUSEHOLD_ANSWERS, {
    participant: inventFacts({
      curp: 'PEXI850315MMCXXN09',
      rfc: 'PEXI850315AB1',
      birthDate: '1985-03-15',
      nationality: 'Mexicana',
      civilStatus: 'Casada',
      phone: '+52 5511223344',
      email: 'inventada@example.com',
      address: 'Calle Jazmín 12 3, Col. Ampliación Las Águilas, Nezahualcóyotl, México, 57900',
    }),
    extractions: [
      {
        id: 88,
        kind: 'ine_front',
        readOn: '2026-01-16',
        needsReview: false,
        fields: [{ name: 'curp', value: 'PEXI850315MMCXXN08', confidence: 0.97 }],
      },
      { id: 80, kind: 'proof_of_address', readOn: '2026-01-16', needsReview: true, fields: [] },
    ],
    screenings: [
      {
        id: 31,
        screenedOn: '2026-01-19',
        asOf: '2026-01-19',
        lists: ['ofac-sdn', 'sat69b', 'un-sc', 'pep-mx-congreso'],
        outcome: 'clear',
        matchesCount: 0,
      },
    ],
    ...others,
  });
}
