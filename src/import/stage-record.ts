import type { StagedRow, StagingTable } from '../db/queries/import/tables.ts';
import { mergeText } from '../domain/business/merge-text.ts';
import { DEFAULT_REGISTRATION_MODE, normalizeFolio } from '../domain/business/participant.ts';
import { listNewMatches, type NewMatch } from '../domain/matches/match.ts';
import { decodeMatches } from '../v4-words/match-members.ts';
import { readFolio } from '../v4-words/participant-members.ts';
import { PERSON_TYPES_BY_CODE } from '../v4-words/person-type.ts';
import { toPersonalColumns } from './personal-columns.ts';
import type {
  AnswersRecord,
  BusinessRecord,
  ImportRecord,
  ParticipantRecord,
  TemplateRecord,
  UserRecord,
} from './records.ts';

/** Adds a row to a staging table. */
export type AddRow = <T extends StagingTable>(table: T, row: StagedRow<T>) => void;

/** Converts the record of a line to rows of the staging tables, and adds them. `record` is its record number. */
export function stageRecord(add: AddRow, record: number, value: ImportRecord): void {
  switch (value.type) {
    case 'user':
      return add('import_users', toUserRow(record, value));
    case 'template':
      return stageTemplate(add, record, value);
    case 'answers':
      return stageAnswers(add, record, value);
    case 'business':
      return stageBusiness(add, record, value);
  }
}

function toUserRow(record: number, user: UserRecord): StagedRow<'import_users'> {
  return { record, id: user.id ?? null, email: user.email, ...toNameColumns(user) };
}

function stageTemplate(add: AddRow, record: number, template: TemplateRecord): void {
  add('import_templates', { record, key: template.key, title: template.title });
  template.questions.forEach(({ key, text }, position) =>
    add('import_questions', { template_key: template.key, key, position, text }),
  );
}

function stageAnswers(add: AddRow, record: number, answersRecord: AnswersRecord): void {
  const questionnaireKey = { user_id: answersRecord.user_id, template_key: answersRecord.template };
  add('import_questionnaires', { record, ...questionnaireKey });
  // The last answer to a repeated question applies.
  const answersByQuestion = new Map(
    answersRecord.answers.map((answer) => [answer.question, answer.answer]),
  );
  for (const [question, answer] of answersByQuestion) {
    add('import_answers', { ...questionnaireKey, question_key: question, answer });
  }
}

function stageBusiness(add: AddRow, record: number, business: BusinessRecord): void {
  const responsible = business.responsible_user ?? {};
  add('import_businesses', {
    record,
    id: business.id ?? null,
    external_id: business.id_negocio,
    code: business.cod_negocio,
    name: toNullable(business.business_name),
    email: toNullable(responsible.email),
    ...toNameColumns(responsible),
  });
  business.participantes.forEach((participant, ordinal) => {
    const matches = listNewMatches(decodeMatches(participant.matches) ?? []);
    add('import_participants', {
      ...toParticipantRow({ record, ordinal }, participant),
      has_pending_matches: isPending(participant, matches),
    });
    for (const { sourceCode, externalId, state } of matches)
      add('import_matches', {
        record,
        ordinal,
        source_code: sourceCode,
        external_id: externalId,
        status: state,
      });
    stageDocuments(add, { record, ordinal }, participant);
  });
}

/** True when a match of the participant is pending or, without matches, when the line states that it is pending. */
function isPending(
  participant: ParticipantRecord,
  matches: readonly Pick<NewMatch, 'state'>[],
): boolean {
  return matches.length > 0
    ? matches.some((match) => match.state === 'pending')
    : (participant.match_resolution_pending ?? false);
}

type ParticipantPosition = { record: number; ordinal: number };

function toParticipantRow(
  participantPosition: ParticipantPosition,
  participant: ParticipantRecord,
): Omit<StagedRow<'import_participants'>, 'has_pending_matches'> {
  return {
    ...participantPosition,
    id: participant.id ?? null,
    external_person_id: participant.id_persona,
    person_type: PERSON_TYPES_BY_CODE[participant.tipo_per],
    name: participant.nombre,
    paternal_surname: toNullable(participant.apellido_paterno),
    maternal_surname: toNullable(participant.apellido_materno),
    email: toNullable(participant.email),
    phone_country_code: toNullable(participant.codigo_telefonico),
    phone_number: toNullable(participant.telefono),
    registration_mode: toNullable(participant.mod_carga) ?? DEFAULT_REGISTRATION_MODE,
    roles: participant.roles ?? [],
    legal_act_folio: normalizeFolio(readFolio(participant)),
    ...toPersonalColumns(participant),
  };
}

function stageDocuments(
  add: AddRow,
  participantPosition: ParticipantPosition,
  participant: ParticipantRecord,
): void {
  const countByType = new Map<string, number>();
  (participant.tipo_doctos ?? []).forEach((document, position) => {
    const type = document.cod_tipo_docto;
    const occurrence = (countByType.get(type) ?? 0) + 1;
    countByType.set(type, occurrence);
    const file = document.id_descarga ?? null;
    add('import_documents', {
      ...participantPosition,
      type_code: type,
      occurrence,
      position,
      file_id: file,
    });
  });
}

type Text = string | null | undefined;

function toNameColumns(user: { name?: Text; first_last_name?: Text; second_last_name?: Text }) {
  return {
    given_name: toNullable(user.name) ?? '',
    paternal_surname: toNullable(user.first_last_name),
    maternal_surname: toNullable(user.second_last_name),
  };
}

function toNullable(value: Text): string | null {
  return mergeText(value, null);
}
