import { z } from 'zod';
import { isBlank, type SentText } from '../domain/business/merge-text.ts';
import {
  codeSchema,
  emailSchema,
  idSchema,
  key,
  optionalEmail,
  optionalText,
  text,
  WHEN_ARRAY,
  WHEN_OBJECT,
} from '../resolvers/common/common-inputs.ts';
import {
  questionList,
  questionMembers,
  templateMembers,
} from '../resolvers/questionnaire/template-inputs.ts';
import { participantMembers } from '../v4-words/participant-members.ts';
import { checkParticipant } from '../v4-words/participant-rules.ts';
import { issueOptions } from '../validation/input-issues.ts';

/** Maximum length of a text, and maximum numbers of documents and answers of one record. */
const TEXT_LENGTH_MAX = 10_000;
const DOCUMENTS_MAX = 1_000;
const ANSWERS_MAX = 10_000;

/** Number of ids above a given id that must remain free: a service whose maximum id is used cannot create records. */
const FREE_IDS_MIN = 2 ** 40;
const optionalId = idSchema.max(Number.MAX_SAFE_INTEGER - FREE_IDS_MIN).nullish();

const userRecord = z.strictObject({
  type: z.literal('user'),
  id: optionalId,
  email: emailSchema,
  name: optionalText,
  first_last_name: optionalText,
  second_last_name: optionalText,
});

const templateRecord = z.strictObject({
  type: z.literal('template'),
  ...templateMembers,
  questions: questionList(z.strictObject(questionMembers)),
});

const answersRecord = z.strictObject({
  type: z.literal('answers'),
  user_id: idSchema,
  template: key(),
  answers: z
    .array(z.strictObject({ question: key(), answer: text(TEXT_LENGTH_MAX) }))
    .max(ANSWERS_MAX),
});

const documentSchema = z.strictObject({
  cod_tipo_docto: codeSchema,
  id_descarga: optionalId,
});

const participantSchema = z
  .strictObject({
    ...participantMembers,
    id: optionalId,
    match_resolution_pending: z.boolean().nullish(),
    tipo_doctos: z.array(documentSchema).max(DOCUMENTS_MAX).nullish(),
  })
  .superRefine(checkParticipant, WHEN_OBJECT);
export type ParticipantRecord = z.infer<typeof participantSchema>;

/** Responsible user. Four empty strings mean no responsible user, as in v4. */
const responsibleSchema = z
  .strictObject({
    name: optionalText,
    first_last_name: optionalText,
    second_last_name: optionalText,
    email: optionalEmail,
  })
  .refine((user) => !isBlank(user.email) || !hasNames(user), {
    path: ['email'],
    ...issueOptions('required', 'Required when the responsible user has a name'),
    ...WHEN_OBJECT,
  });
export type ResponsibleRecord = z.infer<typeof responsibleSchema>;

function hasNames(user: Names): boolean {
  return [user.name, user.first_last_name, user.second_last_name].some((name) => !isBlank(name));
}

type Names = { name?: SentText; first_last_name?: SentText; second_last_name?: SentText };

const businessRecord = z.strictObject({
  type: z.literal('business'),
  id: optionalId,
  id_negocio: idSchema,
  cod_negocio: codeSchema,
  business_name: optionalText,
  responsible_user: responsibleSchema.nullish(),
  participantes: z.array(participantSchema).superRefine((participants, context) => {
    for (const path of listAmbiguousPaths(participants))
      context.addIssue({ code: 'custom', path, ...AMBIGUOUS_ISSUE });
  }, WHEN_ARRAY),
});
export type BusinessRecord = z.infer<typeof businessRecord>;

const AMBIGUOUS_ISSUE = issueOptions(
  'duplicate',
  'Is also another participant of the business: each of them requires an id',
);

type ParticipantIds = Pick<ParticipantRecord, 'id' | 'id_persona'>;

/**
 * Returns the paths of participants whose person is also an earlier participant of the business, unless all of them
 * have an id. Items may be null, because the refinement also runs when an item has other issues.
 */
function listAmbiguousPaths(participants: readonly (ParticipantIds | null)[]) {
  const haveIdsByPerson = new Map<number, boolean>();
  return [...participants.entries()].flatMap(([index, participant]) => {
    const person = participant?.id_persona;
    if (person === undefined) return [];
    const hasId = (participant?.id ?? null) !== null;
    const earlierHaveIds = haveIdsByPerson.get(person);
    haveIdsByPerson.set(person, hasId && earlierHaveIds !== false);
    const isAmbiguous = earlierHaveIds !== undefined && !(earlierHaveIds && hasId);
    return isAmbiguous ? [[index, 'id_persona']] : [];
  });
}

/**
 * Record of one line of an import, with the field names of the v4 interface. Unknown members are rejected, because
 * ignoring them would lose data.
 */
export const recordSchema = z.discriminatedUnion('type', [
  userRecord,
  templateRecord,
  answersRecord,
  businessRecord,
]);
export type ImportRecord = z.infer<typeof recordSchema>;
export type UserRecord = z.infer<typeof userRecord>;
export type TemplateRecord = z.infer<typeof templateRecord>;
export type AnswersRecord = z.infer<typeof answersRecord>;
