/** Of the service that attacks: its participants have short texts, and as long ones as may be. */
export const WIDE_BUSINESS_ID = 1;
export const LONG_BUSINESS_ID = 2;
/** Of the other service. */
export const VICTIM_BUSINESS_ID = 1;

export const EMAIL = 'user@example.test';

/** Further businesses of the service that attacks, each with ten participants and two documents of each, for lists. */
const LISTED = 50;
const LISTED_FROM_ID = 101;

const PARTICIPANTS = 10;
const LONG_PARTICIPANTS = 1000;
const LONG_ROLES = Array.from({ length: 100 }, (_, n) => `ROL ${n} `.padEnd(200, 'R'));

const USER = { type: 'user', email: EMAIL, name: 'Prueba' };

/** The lines of an import: rows of the service that attacks, and of the one that ought not to notice. */
export const LINES = {
  attacker: toLines([
    USER,
    business(WIDE_BUSINESS_ID, ['FIDEICOMITENTE']),
    business(LONG_BUSINESS_ID, LONG_ROLES, LONG_PARTICIPANTS),
    ...Array.from({ length: LISTED }, (_, n) => business(LISTED_FROM_ID + n, ['FIDEICOMITENTE'])),
  ]),
  victim: toLines([USER, business(VICTIM_BUSINESS_ID, ['FIDEICOMITENTE'])]),
};

function business(id: number, roles: string[], count = PARTICIPANTS): object {
  return {
    type: 'business',
    id,
    id_negocio: 900 + id,
    cod_negocio: `ATK-${id}`,
    business_name: `Negocio ${id}`,
    participantes: Array.from({ length: count }, (_, n) => ({
      id_persona: 10_000 * id + n,
      tipo_per: 'FIS',
      nombre: `Persona ${n}`,
      apellido_paterno: 'Prueba',
      email: `p${n}@example.test`,
      roles,
      tipo_doctos: [{ cod_tipo_docto: 'INE' }, { cod_tipo_docto: 'CSF' }],
    })),
  };
}

function toLines(records: object[]): string {
  return records.map((one) => `${JSON.stringify(one)}\n`).join('');
}
