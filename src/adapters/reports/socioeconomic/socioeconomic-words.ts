import type {
  FigureGap,
  FigureInputKey,
  FigureKey,
} from '../../../domain/socioeconomic/figures/figure.ts';
import type { ConsentPurpose, MissingReason } from '../../../domain/socioeconomic/report.ts';
import type { ReportValue, ValueSource } from '../../../domain/socioeconomic/value.ts';
import { dayOf } from '../../../runtime/calendar.ts';
import { day, pesos } from './show-value.ts';

export const NOTHING = 'Sin información';

export const FIGURE_WORDS: Record<FigureKey, string> = {
  total_income: 'Ingreso total mensual',
  total_expenses: 'Egreso total mensual',
  balance: 'Saldo mensual',
  savings_rate: 'Capacidad de ahorro',
  debt_service: 'Tasa de endeudamiento',
  dependants_per_earner: 'Dependientes por aportante',
  overcrowding: 'Índice de hacinamiento',
};

export const INPUT_WORDS: Record<FigureInputKey, string> = {
  incomes: 'ingresos',
  expenses: 'egresos',
  debt_payments: 'pagos de deuda',
  total_income: 'ingreso total',
  total_expenses: 'egreso total',
  balance: 'saldo',
  dependants: 'personas que no aportan',
  earners: 'personas que aportan',
  residents: 'residentes',
  rooms: 'cuartos',
};

export const GAP_WORDS: Record<FigureGap['reason'], string> = {
  not_given: 'sin información',
  incomplete: 'falta una parte',
  zero: 'es cero',
  too_small: 'es demasiado poco',
};

export const MISSING_WORDS: Record<MissingReason, string> = {
  no_information: 'Sin información',
  ambiguous: 'Lo dicho puede entenderse de dos maneras',
  not_a_number: 'Lo dicho no es un número',
  negative: 'Lo dicho es negativo',
  too_large: 'Lo dicho es demasiado grande',
  too_long: 'Lo dicho es demasiado largo',
  not_a_date: 'Lo dicho no es una fecha completa',
  not_a_choice: 'Lo dicho no es ninguna de las opciones',
  conflicting: 'Dos respuestas se contradicen',
};

export const PURPOSES: Record<ConsentPurpose, string> = {
  socioeconomic_report: 'Elaboración de su estudio socioeconómico',
};

/** A value as it is read; of a choice its label, which comes with it. */
export function valueWords({ value, shown }: { value: ReportValue; shown: string | null }): string {
  switch (value.kind) {
    case 'money':
      return pesos(value.value);
    case 'date':
      return day(value.value);
    case 'yes_no':
      return value.value ? 'Sí' : 'No';
    case 'count':
      return value.value.toLocaleString('es-MX');
    case 'text':
    case 'choice':
      return shown ?? value.value;
  }
}

/** Where it comes from; of what was typed, by which user and on which day. */
export function sourceWords(source: ValueSource): string {
  switch (source.kind) {
    case 'answer':
      return 'Cuestionario';
    case 'participant':
      return 'Registro';
    case 'extraction':
      return `Documento ${source.extractionId}`;
    case 'screening':
      return `Búsqueda ${source.screeningId}`;
    case 'typed': {
      const who = source.userId === null ? '' : `, usuario ${source.userId}`;
      return `Captura del ${day(dayOf(new Date(source.at)))}${who}`;
    }
  }
}
