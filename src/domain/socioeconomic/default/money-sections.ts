import type { FieldShorthand, SectionShorthand } from './expand-section.ts';

/** Returns the columns of a monthly amount: its kind and its value. `name` is that of one amount in the questions. */
function listMonthlyColumns(name: string): readonly FieldShorthand[] {
  return [
    { key: 'concept', label: 'Concepto', ask: `${name} {n}: ¿de qué es?` },
    {
      key: 'amount',
      label: 'Monto mensual',
      kind: 'money',
      isRequired: true,
      ask: `${name} {n}: ¿cuánto es al mes, en pesos?`,
    },
  ];
}

export const FINANCES: SectionShorthand = {
  key: 'finances',
  title: 'Situación económica',
  fields: [
    {
      key: 'has_debts',
      label: 'Tiene deudas',
      kind: 'yes_no',
      isRequired: true,
      ask: '¿Tiene deudas o créditos?',
    },
    {
      key: 'savings',
      label: 'Ahorros',
      kind: 'money',
      ask: '¿Cuánto tiene ahorrado, en pesos?',
    },
  ],
  groups: [
    {
      key: 'incomes',
      label: 'Ingresos mensuales del hogar',
      rows: 6,
      isRequired: true,
      columns: listMonthlyColumns('Ingreso'),
    },
    {
      key: 'expenses',
      label: 'Egresos mensuales del hogar',
      rows: 12,
      isRequired: true,
      columns: listMonthlyColumns('Gasto'),
    },
    {
      key: 'debts',
      label: 'Deudas',
      rows: 5,
      columns: [
        { key: 'creditor', label: 'A quién', ask: 'Deuda {n}: ¿a quién se le debe?' },
        {
          key: 'balance',
          label: 'Saldo',
          kind: 'money',
          ask: 'Deuda {n}: ¿cuánto falta por pagar, en pesos?',
        },
        {
          key: 'payment',
          label: 'Pago mensual',
          kind: 'money',
          isRequired: true,
          ask: 'Deuda {n}: ¿cuánto se paga al mes, en pesos?',
        },
      ],
    },
    {
      key: 'assets',
      label: 'Bienes',
      rows: 5,
      columns: [
        { key: 'description', label: 'Bien', ask: 'Bien {n}: ¿qué es?' },
        {
          key: 'value',
          label: 'Valor estimado',
          kind: 'money',
          ask: 'Bien {n}: ¿cuánto vale, en pesos?',
        },
      ],
    },
  ],
};

export const WORK: SectionShorthand = {
  key: 'work',
  title: 'Trayectoria laboral',
  fields: [
    {
      key: 'activity',
      label: 'Ocupación actual',
      isRequired: true,
      ask: '¿A qué se dedica actualmente?',
      stored: 'economicActivity',
    },
  ],
  groups: [
    {
      key: 'jobs',
      label: 'Empleos, del más reciente al más antiguo',
      rows: 4,
      columns: [
        { key: 'employer', label: 'Empresa', ask: 'Empleo {n}: ¿en qué empresa?' },
        { key: 'position', label: 'Puesto', ask: 'Empleo {n}: ¿en qué puesto?' },
        { key: 'from', label: 'Desde', ask: 'Empleo {n}: ¿desde cuándo?' },
        { key: 'to', label: 'Hasta', ask: 'Empleo {n}: ¿hasta cuándo?' },
        { key: 'reason', label: 'Motivo de salida', ask: 'Empleo {n}: ¿por qué lo dejó?' },
        {
          key: 'verified',
          label: 'Verificado',
          kind: 'yes_no',
          ask: 'Empleo {n}: ¿lo confirmó la empresa?',
        },
      ],
    },
  ],
};
