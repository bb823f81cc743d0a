import type { SectionShorthand } from './expand-section.ts';

export const REFERENCES: SectionShorthand = {
  key: 'references',
  title: 'Referencias',
  groups: [
    {
      key: 'references',
      label: 'Personales, vecinales y laborales',
      rows: 6,
      isRequired: true,
      columns: [
        {
          key: 'kind',
          label: 'Tipo',
          kind: 'choice',
          choices: { personal: 'Personal', neighbour: 'Vecinal', work: 'Laboral' },
          ask: 'Referencia {n}: ¿es personal, vecinal o laboral?',
        },
        { key: 'name', label: 'Nombre', ask: 'Referencia {n}: ¿cómo se llama?' },
        { key: 'phone', label: 'Teléfono', ask: 'Referencia {n}: ¿cuál es su teléfono?' },
        {
          key: 'known_years',
          label: 'Años de conocerle',
          kind: 'count',
          ask: 'Referencia {n}: ¿cuántos años hace que le conoce?',
        },
        { key: 'opinion', label: 'Opinión', ask: 'Referencia {n}: ¿qué opinó?' },
      ],
    },
  ],
};

export const BACKGROUND: SectionShorthand = {
  key: 'background',
  title: 'Antecedentes y listas',
  fields: [
    {
      key: 'legal_matters',
      label: 'Asuntos legales declarados',
      ask: '¿Tiene o ha tenido asuntos legales?',
    },
  ],
  groups: [
    {
      key: 'screenings',
      label: 'Búsquedas en listas',
      rowsFrom: 'screenings',
      columns: [
        {
          key: 'screened_on',
          label: 'Fecha',
          kind: 'date',
          feed: { kind: 'screening', part: 'screenedOn' },
        },
        { key: 'lists', label: 'Listas', feed: { kind: 'screening', part: 'lists' } },
        {
          key: 'outcome',
          label: 'Resultado',
          kind: 'choice',
          choices: {
            clear: 'Sin coincidencias',
            possible: 'Con coincidencias débiles',
            alert: 'Con coincidencias',
            incomplete: 'Incompleto: faltan listas',
          },
          feed: { kind: 'screening', part: 'outcome' },
        },
        {
          key: 'matches',
          label: 'Coincidencias',
          kind: 'count',
          feed: { kind: 'screening', part: 'matchesCount' },
        },
      ],
    },
  ],
};

export const VISIT: SectionShorthand = {
  key: 'visit',
  title: 'Observaciones de la visita',
  fields: [
    {
      key: 'visited_on',
      label: 'Fecha de la visita',
      kind: 'date',
      isRequired: true,
      ask: '¿Qué día fue la visita?',
    },
    {
      key: 'received_by',
      label: 'Quién recibió',
      ask: '¿Quién recibió a la persona que hizo la visita?',
    },
    {
      key: 'matches_statement',
      label: 'Coincide con lo declarado',
      kind: 'yes_no',
      ask: '¿Lo visto en la visita coincide con lo declarado?',
    },
    {
      key: 'surroundings',
      label: 'Entorno',
      ask: '¿Cómo es el entorno de la vivienda?',
    },
    { key: 'remarks', label: 'Observaciones', ask: '¿Qué se observó en la visita?' },
  ],
};

export const CONCLUSION: SectionShorthand = {
  key: 'conclusion',
  title: 'Conclusión',
  fields: [
    {
      key: 'investigator',
      label: 'Persona que investigó',
      isRequired: true,
      ask: '¿Quién realizó el estudio?',
    },
    {
      key: 'concluded_on',
      label: 'Fecha de la conclusión',
      kind: 'date',
      ask: '¿En qué fecha se concluyó el estudio?',
    },
    {
      key: 'opinion',
      label: 'Dictamen',
      kind: 'choice',
      choices: {
        favourable: 'Favorable',
        reserved: 'Favorable con reservas',
        unfavourable: 'No favorable',
      },
      ask: '¿Cuál es el dictamen: favorable, favorable con reservas o no favorable?',
    },
    { key: 'summary', label: 'Conclusión', isRequired: true, ask: '¿Qué se concluye?' },
  ],
};

export const CONSENT: SectionShorthand = {
  key: 'consent',
  title: 'Aviso de privacidad y consentimiento',
};
