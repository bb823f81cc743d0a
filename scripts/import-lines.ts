/** Size of a generated import file. The same numbers and seed always generate the same lines. */
export type ImportShape = {
  businesses: number;
  participants: number;
  documents: number;
  users: number;
  templates: number;
  seed: number;
};

export const IMPORT_SHAPE: ImportShape = {
  businesses: 100,
  participants: 5,
  documents: 3,
  users: 10,
  templates: 2,
  seed: 1,
};

/** Yields the lines of an import file of fictitious data, in which every user has answered every template. */
export function* makeImportLines(shape: ImportShape): Generator<string> {
  const random = createRandom(shape.seed);
  for (let template = 1; template <= shape.templates; template += 1) {
    yield JSON.stringify(makeTemplate(template));
  }
  const users = Array.from({ length: shape.users }, (_, index) => makeUser(random, index + 1));
  for (let user = 1; user <= shape.users; user += 1) {
    yield JSON.stringify({ type: 'user', id: user, ...users[user - 1] });
    for (let template = 1; template <= shape.templates; template += 1) {
      yield JSON.stringify(makeAnswers(random, user, template));
    }
  }
  for (let business = 1; business <= shape.businesses; business += 1) {
    const responsible = users[Math.floor(random() * users.length)] ?? NO_USER;
    const participants = makeParticipants(random, shape, business);
    yield JSON.stringify({
      ...makeBusiness(random, business, responsible),
      participantes: participants,
    });
  }
}

const GIVEN_NAMES = [
  'Aurelia',
  'Benito',
  'Citlali',
  'Donato',
  'Eréndira',
  'Fermín',
  'Güero',
  'Itzel',
];
const SURNAMES = [
  'Árbol',
  'Bravo',
  'Cielo',
  'Duende',
  'Estrella',
  'Fuente',
  'Ñandú',
  'Montaña',
  'Roble',
];
const COMPANIES = ['Molinos', 'Faros', 'Telares', 'Hornos', 'Veleros', 'Puentes', 'Relojes'];
const DOCUMENT_TYPES = ['INE', 'CURP', 'CSF', 'COMPROBANTE', 'ACTA', 'PODER'];
const ROLES = ['FIDEICOMITENTE', 'FIDEICOMISARIO', 'APODERADO', 'BENEFICIARIO'];
const QUESTIONS_PER_TEMPLATE = 10;
/** Fraction of participants with a person of their own. The others are persons of an earlier business. */
const OWN_PERSON_FRACTION = 0.9;

type User = Record<'name' | 'first_last_name' | 'second_last_name' | 'email', string>;
const NO_USER: User = { name: '', first_last_name: '', second_last_name: '', email: '' };

type Random = () => number;

/** Creates the generator mulberry32, which returns the same numbers on every machine. */
function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function pick(random: Random, from: readonly string[]): string {
  return from[Math.floor(random() * from.length)] ?? '';
}

function makeTemplate(template: number) {
  const questions = Array.from({ length: QUESTIONS_PER_TEMPLATE }, (_, index) => ({
    key: `q${template}_${index + 1}`,
    text: `Invented question ${index + 1} of questionnaire ${template}?`,
  }));
  return {
    type: 'template',
    key: `template-${template}`,
    title: `Questionnaire ${template}`,
    questions,
  };
}

function makeUser(random: Random, user: number): User {
  return {
    name: pick(random, GIVEN_NAMES),
    first_last_name: pick(random, SURNAMES),
    second_last_name: pick(random, SURNAMES),
    email: `user${user}@example.test`,
  };
}

function makeAnswers(random: Random, user: number, template: number) {
  const answers = Array.from({ length: QUESTIONS_PER_TEMPLATE }, (_, index) => ({
    question: `q${template}_${index + 1}`,
    answer: `${pick(random, GIVEN_NAMES)} ${Math.floor(random() * 1000)}`,
  }));
  return { type: 'answers', user_id: user, template: `template-${template}`, answers };
}

function makeBusiness(random: Random, business: number, responsible: User) {
  return {
    type: 'business',
    id: business,
    id_negocio: 1_000_000 + business,
    cod_negocio: `NEG-${String(business).padStart(7, '0')}`,
    business_name: random() < 0.1 ? '' : `${pick(random, COMPANIES)} de ${pick(random, SURNAMES)}`,
    responsible_user: responsible,
  };
}

function makeParticipants(random: Random, shape: ImportShape, business: number) {
  const before = (business - 1) * shape.participants;
  return Array.from({ length: shape.participants }, (_, index) =>
    makeParticipant(random, shape, before + index + 1),
  );
}

function makeParticipant(random: Random, shape: ImportShape, number: number) {
  const isLegal = random() < 0.2;
  const person = number < 10 || random() < OWN_PERSON_FRACTION ? number : number - 7;
  return {
    id: number,
    id_persona: 5_000_000 + person,
    ...(isLegal ? makeCompany(random) : makePerson(random)),
    email: `persona${person}@example.test`,
    codigo_telefonico: random() < 0.1 ? '' : '+52',
    telefono: String(5_500_000_000 + Math.floor(random() * 10_000_000)),
    mod_carga: random() < 0.5 ? 'MANUAL' : 'MASIVA',
    match_resolution_pending: random() < 0.1,
    roles: [...new Set([pick(random, ROLES), ...(random() < 0.2 ? [pick(random, ROLES)] : [])])],
    tipo_doctos: makeDocuments(random, shape.documents, number),
    juridical_folio: random() < 0.5 ? null : `FOLIO-${number}`,
  };
}

function makeCompany(random: Random) {
  const nombre = `${pick(random, COMPANIES)} S.A. de C.V.`;
  return { tipo_per: 'MOR', nombre, apellido_paterno: '', apellido_materno: '' };
}

function makePerson(random: Random) {
  return {
    tipo_per: 'FIS',
    nombre: pick(random, GIVEN_NAMES),
    apellido_paterno: pick(random, SURNAMES),
    apellido_materno: pick(random, SURNAMES),
  };
}

function makeDocuments(random: Random, count: number, participant: number) {
  return Array.from({ length: count }, (_, index) => ({
    cod_tipo_docto: DOCUMENT_TYPES[index % DOCUMENT_TYPES.length] ?? '',
    id_descarga: random() < 0.3 ? null : (participant - 1) * count + index + 1,
  }));
}
