import type { Db } from '../../../src/db/client.ts';
import { refreshFlags } from '../../../src/db/queries/business/business-flags.ts';
import { allocateIds } from '../../../src/db/queries/records/id-counters.ts';

export type ParticipantSample = {
  personExternalId?: number;
  personType?: 'natural' | 'legal';
  name?: string;
  paternalSurname?: string | null;
  maternalSurname?: string | null;
  email?: string | null;
  phoneCountryCode?: string | null;
  phoneNumber?: string | null;
  registrationMode?: string;
  hasPendingMatches?: boolean;
  roles?: string[];
  legalActFolio?: string | null;
  createdAt?: Date;
  updatedAt?: Date;
  /** Type codes, each with the id of its file or null. */
  documents?: [typeCode: string, fileId: number | null][];
};

export type BusinessSample = {
  id?: number;
  externalId?: number;
  code?: string;
  name?: string | null;
  responsibleUserId?: number | null;
  createdAt?: Date;
  updatedAt?: Date;
  participants?: ParticipantSample[];
};

export type MadeBusiness = { id: number; externalId: number; participantIds: number[] };

/** Stores a business with its participants. Defaults fill everything that the test omits. */
export async function makeBusiness(
  db: Db,
  serviceId: number,
  sample: BusinessSample = {},
): Promise<MadeBusiness> {
  const id = sample.id ?? (await allocateIds(db, { serviceId, kind: 'business', count: 1 }));
  const externalId = sample.externalId ?? 900_000 + id;
  await db
    .insertInto('businesses')
    .values({
      service_id: serviceId,
      id,
      external_id: externalId,
      code: sample.code ?? `NEG-${id}`,
      name: sample.name === undefined ? `Fideicomiso ${id}` : sample.name,
      responsible_user_id: sample.responsibleUserId ?? null,
      ...timesOf(sample),
    })
    .execute();
  const participantIds: number[] = [];
  for (const one of sample.participants ?? []) {
    participantIds.push(await makeParticipant(db, { serviceId, businessId: id }, one));
  }
  return { id, externalId, participantIds };
}

/** What is left out the database fills in. */
function timesOf({ createdAt, updatedAt }: Pick<BusinessSample, 'createdAt' | 'updatedAt'>) {
  return {
    ...(createdAt === undefined ? {} : { created_at: createdAt }),
    ...(updatedAt === undefined ? {} : { updated_at: updatedAt }),
  };
}

type Place = { serviceId: number; businessId: number };

const PARTICIPANT = {
  personType: 'natural',
  paternalSurname: null,
  maternalSurname: null,
  email: null,
  phoneCountryCode: null,
  phoneNumber: null,
  registrationMode: 'manual',
  hasPendingMatches: false,
  roles: [],
  legalActFolio: null,
  documents: [],
} satisfies ParticipantSample;

export async function makeParticipant(
  db: Db,
  { serviceId, businessId }: Place,
  sample: ParticipantSample = {},
): Promise<number> {
  const id = await allocateIds(db, { serviceId, kind: 'participant', count: 1 });
  const one = { ...PARTICIPANT, personExternalId: 500_000 + id, name: `Persona ${id}`, ...sample };
  await db
    .insertInto('participants')
    .values({
      service_id: serviceId,
      id,
      business_id: businessId,
      person_id: await makePerson(db, serviceId, one.personExternalId),
      person_type: one.personType,
      name: one.name,
      paternal_surname: one.paternalSurname,
      maternal_surname: one.maternalSurname,
      email: one.email,
      phone_country_code: one.phoneCountryCode,
      phone_number: one.phoneNumber,
      registration_mode: one.registrationMode,
      has_pending_matches: one.hasPendingMatches,
      roles: one.roles,
      legal_act_folio: one.legalActFolio,
      ...timesOf(sample),
    })
    .execute();
  for (const [position, [typeCode, fileId]] of one.documents.entries()) {
    await makeDocument(db, { serviceId, participantId: id, position, typeCode, fileId });
  }
  await refreshFlags(db, serviceId, [businessId]);
  return id;
}

async function makePerson(db: Db, serviceId: number, externalId: number): Promise<number> {
  const known = await db
    .selectFrom('persons')
    .select('id')
    .where('service_id', '=', serviceId)
    .where('external_id', '=', externalId)
    .executeTakeFirst();
  if (known !== undefined) return known.id;
  const id = await allocateIds(db, { serviceId, kind: 'person', count: 1 });
  await db
    .insertInto('persons')
    .values({ service_id: serviceId, id, external_id: externalId })
    .execute();
  return id;
}

type DocumentSample = Omit<Place, 'businessId'> & {
  participantId: number;
  position: number;
  typeCode: string;
  fileId: number | null;
};

async function makeDocument(db: Db, sample: DocumentSample): Promise<void> {
  const { serviceId, participantId, typeCode, fileId } = sample;
  if (fileId !== null)
    await db
      .insertInto('files')
      .values({ service_id: serviceId, id: fileId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  const { count } = await db
    .selectFrom('documents')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('service_id', '=', serviceId)
    .where('participant_id', '=', participantId)
    .where('type_code', '=', typeCode)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('documents')
    .values({
      service_id: serviceId,
      participant_id: participantId,
      type_code: typeCode,
      occurrence: count + 1,
      position: sample.position,
      file_id: fileId,
    })
    .execute();
}

/** Stores a receipt of a completion that deleted a business, without a chain. Returns its id. */
export async function makeReceipt(db: Db, serviceId: number): Promise<number> {
  const id = await allocateIds(db, { serviceId, kind: 'deletion_receipt', count: 1 });
  await db
    .insertInto('deletion_receipts')
    .values({
      service_id: serviceId,
      id,
      business_id: 900_000,
      delete_mode: 'all',
      deleted_participant_count: 0,
      deleted_document_count: 0,
      business_deleted: true,
      completed_by_user_id: 1,
      completed_at: new Date(),
      digest: Buffer.alloc(32),
    })
    .execute();
  return id;
}

/** Stores a questionnaire template with these question keys, in this order. */
export async function makeTemplate(
  db: Db,
  serviceId: number,
  { key, questions }: { key: string; questions: string[] },
): Promise<void> {
  await db
    .insertInto('questionnaire_templates')
    .values({ service_id: serviceId, key, title: `Cuestionario ${key}` })
    .execute();
  if (questions.length === 0) return;
  await db
    .insertInto('questions')
    .values(
      questions.map((question, position) => ({
        service_id: serviceId,
        template_key: key,
        key: question,
        position,
        text: `¿${question}?`,
      })),
    )
    .execute();
}
