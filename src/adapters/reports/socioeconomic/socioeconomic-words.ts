import { toSpanishCountryName } from '../../../domain/countries/country-code.ts';
import { formatSpanishDate } from '../../../domain/reports/format-spanish-date.ts';
import type {
  FigureGap,
  FigureInputKey,
  FigureKey,
} from '../../../domain/socioeconomic/figures/figure.ts';
import type { ConsentPurpose, MissingReason } from '../../../domain/socioeconomic/report.ts';
import type { ReportValue, ValueSource } from '../../../domain/socioeconomic/value.ts';
import { toDay } from '../../../runtime/calendar.ts';
import { formatPesos } from './format-value.ts';

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
  too_small: 'es demasiado pequeño',
};

export const MISSING_WORDS: Record<MissingReason, string> = {
  no_information: 'Sin información',
  ambiguous: 'La respuesta puede entenderse de dos maneras',
  not_a_number: 'La respuesta no es un número',
  negative: 'La respuesta es un número negativo',
  too_large: 'La cantidad es demasiado grande',
  too_long: 'La respuesta es demasiado larga',
  not_a_date: 'La respuesta no es una fecha completa',
  not_a_choice: 'La respuesta no es ninguna de las opciones',
  conflicting: 'Dos respuestas se contradicen',
};

export const PURPOSES: Record<ConsentPurpose, string> = {
  socioeconomic_report: 'Elaboración de su estudio socioeconómico',
};

type PrintedValue = { key?: string; value: ReportValue; shown: string | null; source: ValueSource };

/** Fields of participants, documents and the default template that contain a country. */
const COUNTRY_FIELDS: ReadonlySet<string> = new Set(['nationality', 'countryOfBirth', 'country']);

/** Formats a value for printing. A choice is printed with its label, a country with its Spanish name. */
export function formatValue({ key, value, shown, source }: PrintedValue): string {
  switch (value.kind) {
    case 'money':
      return formatPesos(value.value);
    case 'date':
      return formatSpanishDate(value.value);
    case 'yes_no':
      return value.value ? 'Sí' : 'No';
    case 'count':
      return value.value.toLocaleString('es-MX');
    case 'text':
      return isCountry(key, source) ? toSpanishCountryName(value.value) : value.value;
    case 'choice':
      return shown ?? value.value;
  }
}

function isCountry(key: string | undefined, source: ValueSource): boolean {
  const field = 'field' in source ? source.field : null;
  return [key, field].some((name) => COUNTRY_FIELDS.has(name ?? ''));
}

/** Names of the users that a report mentions, by id; null when the user no longer existed. */
export type UserNames = ReadonlyMap<number, string | null>;

/** Returns the name of a user, or a description with the id when the user no longer existed. */
export function describeUser(names: UserNames, userId: number): string {
  return names.get(userId) ?? `usuario ${userId}, que ya no existe`;
}

/** Describes sources, each once. */
export function describeSources(sources: readonly ValueSource[], names: UserNames): string[] {
  return [...new Set(sources.map((source) => describeSource(source, names)))];
}

/** Describes the source of a value. An answer has its user, who may not be the person, a typed value also the day. */
export function describeSource(source: ValueSource, names: UserNames): string {
  switch (source.kind) {
    case 'answer':
      return `Cuestionario de ${describeUser(names, source.userId)}`;
    case 'participant':
      return 'Registro';
    case 'extraction':
      return `Documento ${source.extractionId}`;
    case 'screening':
      return `Búsqueda ${source.screeningId}`;
    case 'typed': {
      const user = source.userId === null ? '' : `, ${describeUser(names, source.userId)}`;
      return `Captura del ${formatSpanishDate(toDay(new Date(source.at)))}${user}`;
    }
  }
}
