import { z } from 'zod';
import {
  CODE_LENGTH_MAX,
  codeSchema,
  EMAIL_LENGTH_MAX,
  emailSchema,
  idSchema,
  key,
  NAME_LENGTH_MAX,
  optionalText,
  text,
} from '../resolvers/common/common-inputs.ts';
import { matchesSchema } from '../v4-words/match-members.ts';
import { personTypeSchema } from '../v4-words/person-type.ts';
import { FITTING_DATE, hasFittingDate, personalMembers } from '../v4-words/personal-members.ts';

const TEXT_LENGTH_MAX = 10_000;
const ROLES_MAX = 100;
const DOCUMENTS_MAX = 1_000;
const QUESTIONS_MAX = 10_000;
const ANSWERS_MAX = 10_000;

const optionalId = idSchema.nullish();

const userRecord = z.object({
  type: z.literal('user'),
  id: optionalId,
  email: emailSchema,
  name: optionalText,
  first_last_name: optionalText,
  second_last_name: optionalText,
});

const questionSchema = z.object({ key: key(), text: text(TEXT_LENGTH_MAX) });

const templateRecord = z.object({
  type: z.literal('template'),
  key: key(),
  title: text(NAME_LENGTH_MAX),
  questions: z
    .array(questionSchema)
    .max(QUESTIONS_MAX)
    .refine((questions) => new Set(questions.map((one) => one.key)).size === questions.length, {
      message: 'Two questions have the same key',
    }),
});

const answersRecord = z.object({
  type: z.literal('answers'),
  user_id: idSchema,
  template: key(),
  answers: z.array(z.object({ question: key(), answer: text(TEXT_LENGTH_MAX) })).max(ANSWERS_MAX),
});

const documentSchema = z.object({ cod_tipo_docto: codeSchema, id_descarga: idSchema.nullish() });

const participantSchema = z
  .object({
    id: optionalId,
    id_persona: idSchema,
    tipo_per: personTypeSchema,
    nombre: text(NAME_LENGTH_MAX),
    apellido_paterno: optionalText,
    apellido_materno: optionalText,
    email: text(EMAIL_LENGTH_MAX).nullish(),
    codigo_telefonico: optionalText,
    telefono: optionalText,
    mod_carga: optionalText,
    match_resolution_pending: z.boolean().optional(),
    roles: z.array(text(NAME_LENGTH_MAX)).max(ROLES_MAX).optional(),
    tipo_doctos: z.array(documentSchema).max(DOCUMENTS_MAX).optional(),
    juridical_folio: optionalText,
    ...personalMembers,
    matches: matchesSchema,
  })
  .refine(hasFittingDate, FITTING_DATE);
export type ParticipantRecord = z.infer<typeof participantSchema>;

/** Four empty strings are how v4 says that there is no responsible user (decision 13). */
const responsibleSchema = z
  .object({
    name: optionalText,
    first_last_name: optionalText,
    second_last_name: optionalText,
    email: z.union([z.literal(''), emailSchema]).nullish(),
  })
  .refine((user) => isPresent(user.email) || !hasNames(user), {
    path: ['email'],
    message: 'A responsible user with a name needs an e-mail',
  });
export type ResponsibleRecord = z.infer<typeof responsibleSchema>;

function hasNames(user: Names): boolean {
  return [user.name, user.first_last_name, user.second_last_name].some(isPresent);
}

type Text = string | null | undefined;
type Names = { name?: Text; first_last_name?: Text; second_last_name?: Text };

function isPresent(value: Text): boolean {
  return value !== undefined && value !== null && value !== '';
}

const businessRecord = z.object({
  type: z.literal('business'),
  id: optionalId,
  id_negocio: idSchema,
  cod_negocio: text(CODE_LENGTH_MAX),
  business_name: optionalText,
  responsible_user: responsibleSchema.nullish(),
  participantes: z.array(participantSchema).check((context) => {
    const index = findAmbiguous(context.value);
    if (index === -1) return;
    context.issues.push({
      code: 'custom',
      input: undefined,
      path: [index, 'id_persona'],
      message: 'Another participant of the business is this person; then each needs an id',
    });
  }),
});
export type BusinessRecord = z.infer<typeof businessRecord>;

/** A person may take part twice only where ids tell the two apart. Returns the second's place, or -1. */
function findAmbiguous(participants: readonly ParticipantRecord[]): number {
  const seen = new Map<number, boolean>();
  return participants.findIndex(({ id, id_persona }) => {
    const hasId = id !== undefined && id !== null;
    const earlier = seen.get(id_persona);
    seen.set(id_persona, hasId && earlier !== false);
    return earlier !== undefined && !(earlier && hasId);
  });
}

/** One line of an import, with the field names of the v4 wire. Members that are not named here are ignored. */
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
