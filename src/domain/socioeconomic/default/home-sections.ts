import type { SectionShorthand } from './expand-section.ts';

export const HOME: SectionShorthand = {
  key: 'home',
  title: 'Domicilio',
  fields: [
    {
      key: 'address',
      label: 'Domicilio',
      isRequired: true,
      stored: 'address',
      read: 'addressText',
      ask: '¿Cuál es su domicilio completo?',
    },
    {
      key: 'between_streets',
      label: 'Entre calles',
      ask: '¿Entre qué calles está su domicilio?',
    },
    {
      key: 'directions',
      label: 'Referencias para llegar',
      ask: '¿Qué referencias ayudan a llegar a su domicilio?',
    },
    {
      key: 'years',
      label: 'Años de vivir en él',
      kind: 'count',
      ask: '¿Cuántos años cumplidos lleva en su domicilio?',
    },
    {
      key: 'tenure',
      label: 'Tenencia',
      kind: 'choice',
      isRequired: true,
      choices: {
        owned: 'Propia',
        mortgaged: 'Propia, en pago',
        rented: 'Rentada',
        lent: 'Prestada',
        family: 'De familiares',
        other: 'Otra',
      },
      ask: '¿Su vivienda es propia, rentada, prestada o de familiares?',
    },
    {
      key: 'previous_address',
      label: 'Domicilio anterior',
      ask: '¿Cuál fue su domicilio anterior y cuánto tiempo vivió en él?',
    },
  ],
};

export const FAMILY: SectionShorthand = {
  key: 'family',
  title: 'Estructura familiar',
  fields: [
    {
      key: 'contributes',
      label: 'La persona aporta al hogar',
      kind: 'yes_no',
      isRequired: true,
      ask: '¿Aporta usted al gasto del hogar?',
    },
  ],
  groups: [
    {
      key: 'members',
      label: 'Personas con quienes vive',
      rows: 8,
      isRequired: true,
      columns: [
        { key: 'name', label: 'Nombre', ask: 'Integrante {n} del hogar: ¿cómo se llama?' },
        {
          key: 'relationship',
          label: 'Parentesco',
          ask: 'Integrante {n} del hogar: ¿qué parentesco tiene con usted?',
        },
        {
          key: 'age',
          label: 'Edad',
          kind: 'count',
          ask: 'Integrante {n} del hogar: ¿cuántos años cumplidos tiene?',
        },
        {
          key: 'occupation',
          label: 'Ocupación',
          ask: 'Integrante {n} del hogar: ¿a qué se dedica?',
        },
        {
          key: 'contributes',
          label: 'Aporta',
          kind: 'yes_no',
          isRequired: true,
          ask: 'Integrante {n} del hogar: ¿aporta al gasto?',
        },
      ],
    },
  ],
};

export const HOUSING: SectionShorthand = {
  key: 'housing',
  title: 'Vivienda',
  fields: [
    {
      key: 'type',
      label: 'Tipo de vivienda',
      kind: 'choice',
      choices: {
        house: 'Casa',
        apartment: 'Departamento',
        room: 'Cuarto',
        shared: 'Vecindad',
        other: 'Otra',
      },
      ask: '¿Vive en casa, departamento, cuarto o vecindad?',
    },
    { key: 'walls', label: 'Muros', ask: '¿De qué material son los muros?' },
    { key: 'floors', label: 'Pisos', ask: '¿De qué material es el piso?' },
    { key: 'roof', label: 'Techo', ask: '¿De qué material es el techo?' },
    {
      key: 'residents',
      label: 'Residentes',
      kind: 'count',
      isRequired: true,
      ask: '¿Cuántas personas viven en su vivienda, con usted?',
    },
    {
      key: 'rooms',
      label: 'Cuartos (con la cocina, sin pasillos ni baños)',
      kind: 'count',
      isRequired: true,
      ask: '¿Cuántos cuartos tiene su vivienda, contando la cocina, sin pasillos ni baños?',
    },
    {
      key: 'bedrooms',
      label: 'Dormitorios',
      kind: 'count',
      ask: '¿Cuántos cuartos se usan para dormir?',
    },
    {
      key: 'water',
      label: 'Agua entubada',
      kind: 'yes_no',
      ask: '¿Tiene agua entubada dentro de la vivienda?',
    },
    { key: 'drainage', label: 'Drenaje', kind: 'yes_no', ask: '¿Tiene drenaje?' },
    { key: 'electricity', label: 'Electricidad', kind: 'yes_no', ask: '¿Tiene electricidad?' },
    { key: 'internet', label: 'Internet', kind: 'yes_no', ask: '¿Tiene internet en casa?' },
    {
      key: 'furniture',
      label: 'Mobiliario y enseres',
      ask: '¿Con qué muebles y aparatos cuenta su vivienda?',
    },
  ],
};
