import { runSql } from './postgres.ts';

/** Services with a million and with a thousand people, with realistic Mexican names. */
export const LARGE = 1_000_000;
const SMALL = 1_000;
const BUSINESSES = 200_000;

/** Fills the services. The first is that of the benchmark; ids count up from 1 in each. */
export async function fillPeople(url: string): Promise<{ smallId: number }> {
  const smallId = 2;
  await runSql(
    url,
    `insert into services (name) values ('small')`,
    'set session_replication_role = replica',
    `insert into users (service_id, id, email) values (1, 1, 'user1@example.test')
     on conflict do nothing`,
    ...fill({ serviceId: 1, businesses: BUSINESSES, people: LARGE }),
    ...fill({ serviceId: smallId, businesses: SMALL / 5, people: SMALL }),
    'vacuum (analyze)',
    'checkpoint',
  );
  return { smallId };
}

// biome-ignore format: one a line would be a page of them.
const GIVEN = ['José', 'Juan', 'Guadalupe', 'Luis', 'Ana', 'Carlos', 'Rosa', 'Pedro', 'Zoila', 'Ximena', 'Héctor', 'Nicolás',
  'Ángel', 'Raúl', 'Sofía', 'Elena', 'Iván', 'Óscar', 'Leticia', 'María'];
// biome-ignore format: one a line would be a page of them.
const SURNAMES = ['López', 'García', 'Hernández', 'González', 'Pérez', 'Rodríguez', 'Sánchez', 'Ramírez', 'Cruz', 'Flores',
  'Gómez', 'Morales', 'Vázquez', 'Jiménez', 'Reyes', 'Díaz', 'Torres', 'Gutiérrez', 'Ruiz', 'Mendoza', 'Aguilar', 'Ortiz',
  'Castillo', 'Moreno', 'Romero', 'Álvarez', 'Chávez', 'Rivera', 'Juárez', 'Marín'];

type Size = { serviceId: number; businesses: number; people: number };

function fill({ serviceId, businesses, people }: Size): string[] {
  const inBusiness = people / businesses;
  return [
    `insert into businesses (service_id, id, external_id, code, name, responsible_user_id, created_at, updated_at)
     select ${serviceId}, n, n, 'NEG-' || n,
       'Fideicomiso ' || ${pick(SURNAMES, 'n')} || ' y ' || ${madeUp('n')} || ', S.A. de C.V.', 1,
       '2025-01-01'::timestamptz + n * interval '1 minute', '2025-06-01'::timestamptz + n * interval '1 minute'
     from generate_series(1, ${businesses}) n`,
    `insert into persons (service_id, id, external_id)
     select ${serviceId}, n, n from generate_series(1, ${people}) n`,
    // One in ten has a second surname that is hardly anybody else's.
    `insert into participants (service_id, id, business_id, person_id, person_type, name, paternal_surname,
       maternal_surname, email, roles, created_at, updated_at)
     select ${serviceId}, n, 1 + (n - 1) / ${inBusiness}, n, 'natural', ${pick(GIVEN, 'n')}, ${pick(SURNAMES, `n * 7`)},
       case when n % 10 = 0 then ${madeUp('n')} else ${pick(SURNAMES, `n * 13`)} end,
       'p' || n || '@example.test', '{fideicomitente}',
       '2025-01-01'::timestamptz + n * interval '10 seconds',
       '2025-06-01'::timestamptz + (n::bigint * 7919 % ${people}) * interval '10 seconds'
     from generate_series(1, ${people}) n`,
  ];
}

/** One of these by the number, the same on every machine and as if by chance. */
function pick(words: readonly string[], number: string): string {
  const list = words.map((word) => `'${word}'`).join(', ');
  return `(array[${list}])[1 + abs(hashint8(${number})) % ${words.length}]`;
}

function madeUp(number: string): string {
  return `initcap(substr(translate(md5(${number}::text), '0123456789', 'aeioulmnrs'), 1, 7))`;
}
