import type { BodyExample } from '../../route.ts';

/** Examples of fiduciary requests. */
export const REQUEST_EXAMPLES: Record<string, BodyExample> = {
  business: {
    summary: 'Business with a natural person and a legal entity',
    value: {
      id_negocio: 500104,
      cod_negocio: 'FID-0104',
      business_name: 'Fideicomiso Arboleda',
      responsible_user: {
        name: 'Valentina',
        first_last_name: 'Ocampo',
        second_last_name: 'Lira',
        email: 'operaciones@example.com',
      },
      participantes: [
        {
          id_persona: 9010,
          tipo_per: 'FIS',
          nombre: 'Camila',
          apellido_paterno: 'Robles',
          apellido_materno: 'Duarte',
          email: 'camila.robles@example.com',
          codigo_telefonico: '52',
          telefono: '5500000110',
          mod_carga: 'API',
          roles: ['FIDEICOMITENTE'],
          folio_acto_juridico: null,
          tipo_doctos: ['INE', 'CURP'],
        },
        {
          id_persona: 9011,
          tipo_per: 'MOR',
          nombre: 'Maderas de la Arboleda, S.A. de C.V.',
          roles: ['FIDEICOMISARIO'],
          tipo_doctos: ['ACTA_CONSTITUTIVA'],
          matches: [{ list: 'LISTA-DEMO', match_id: 'demo-3' }],
        },
      ],
    },
  },
  participant: {
    summary: 'Additional participant; the others are kept',
    value: {
      id_negocio: 500104,
      cod_negocio: 'FID-0104',
      participantes: [{ id_persona: 9012, tipo_per: 'FIS', nombre: 'Bruno' }],
    },
  },
};

/** Examples of a batch of fiduciary requests. */
export const BATCH_EXAMPLES: Record<string, BodyExample> = {
  two: {
    summary: 'Two businesses, each with its own result',
    value: {
      requests: [
        {
          id_negocio: 500105,
          cod_negocio: 'FID-0105',
          business_name: 'Fideicomiso Encino',
          participantes: [{ id_persona: 9013, tipo_per: 'FIS', nombre: 'Dalia' }],
        },
        {
          id_negocio: 500106,
          cod_negocio: 'FID-0106',
          participantes: [{ id_persona: 9014, tipo_per: 'MOR', nombre: 'Encinos, S.C.' }],
        },
      ],
    },
  },
};
