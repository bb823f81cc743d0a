type Kind =
  | 'RFC_BIRTH_DATE'
  | 'CURP_BIRTH_DATE'
  | 'RFC_CURP'
  | 'CURP_SEX'
  | 'CURP_BIRTH_STATE'
  | 'RESIDENTS_FAMILY'
  | 'STORED_RFC'
  | 'STORED_CURP'
  | 'STORED_BIRTH_DATE';

const ENGLISH: Record<Kind | 'title', string> = {
  title: 'These values do not agree. The final report lists them:',
  RFC_BIRTH_DATE: 'the date of the RFC is not the birth date',
  CURP_BIRTH_DATE: 'the date of the CURP is not the birth date',
  RFC_CURP: 'RFC and CURP have different dates',
  CURP_SEX: 'the CURP states another sex',
  CURP_BIRTH_STATE: 'the CURP states another state of birth',
  RESIDENTS_FAMILY: 'the residents are not as many as the family with the person',
  STORED_RFC: 'another RFC is stored of the person',
  STORED_CURP: 'another CURP is stored of the person',
  STORED_BIRTH_DATE: 'another birth date is stored of the person',
};

const SPANISH: typeof ENGLISH = {
  title: 'Estos datos no concuerdan. El reporte final los señala:',
  RFC_BIRTH_DATE: 'la fecha del RFC no es la de nacimiento',
  CURP_BIRTH_DATE: 'la fecha de la CURP no es la de nacimiento',
  RFC_CURP: 'el RFC y la CURP tienen fechas distintas',
  CURP_SEX: 'la CURP indica otro sexo',
  CURP_BIRTH_STATE: 'la CURP indica otra entidad de nacimiento',
  RESIDENTS_FAMILY: 'los habitantes no son tantos como la familia y la persona',
  STORED_RFC: 'está registrado otro RFC de la persona',
  STORED_CURP: 'está registrada otra CURP de la persona',
  STORED_BIRTH_DATE: 'está registrada otra fecha de nacimiento de la persona',
};

const WORDS = navigator.language.startsWith('es') ? SPANISH : ENGLISH;

type Props = {
  contradictions: readonly { kind: Kind; fields: readonly { label: string }[] }[];
};

/** What whoever makes a report final confirms with it. */
export function ReportContradictions({ contradictions }: Props) {
  if (contradictions.length === 0) return null;
  return (
    <div role="alert">
      {WORDS.title}
      <ul>
        {contradictions.map(({ kind, fields }) => (
          <li key={kind}>
            {fields.map(({ label }) => label).join(', ')}: {WORDS[kind]}
          </li>
        ))}
      </ul>
    </div>
  );
}
