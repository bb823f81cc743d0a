import type { RequestContext } from '../../context.ts';
import type { Participant } from '../../domain/business/participant.ts';
import { NO_PERSONAL_INFORMATION } from '../../domain/business/personal-information.ts';
import type { ExtractionRecord } from '../../domain/extraction/extraction.ts';
import type { RequestedDocument } from '../../domain/files/document.ts';
import { describeCheckedList, describeListCounts } from '../../domain/reports/list-words.ts';
import {
  GATHERED_ANSWERS_MAX,
  GATHERED_EXTRACTIONS_MAX,
  GATHERED_SCREENINGS_MAX,
  type GatheredAnswer,
  type GatheredExtraction,
  type GatheredScreening,
  type PictureReference,
  type ReportMaterial,
  type ReportPictures,
} from '../../domain/socioeconomic/material.ts';
import { toParticipantFacts } from '../../domain/socioeconomic/participant-facts.ts';
import { dayOf } from '../../runtime/calendar.ts';
import { openFields } from '../extraction/show-fields.ts';
import { listFilledByKeys } from '../questionnaire/list-filled-questionnaires.ts';

/** Subject of a report, and the user and questionnaires of its answers. */
export type Gathering = {
  participant: Participant;
  userId: number;
  questionnaires: readonly string[];
};

/**
 * All that is stored of a participant and may feed a report, in a constant number of statements; that it is read is
 * recorded.
 */
export async function gatherMaterial(
  tx: RequestContext,
  { participant, userId, questionnaires }: Gathering,
): Promise<ReportMaterial> {
  const { id } = participant;
  const [stored, documents] = await Promise.all([
    tx.personalInformation.load(id),
    tx.loaders.documents.load(id),
  ]);
  const [answers, extractions, screenings, pictures] = await Promise.all([
    gatherAnswers(tx, userId, questionnaires),
    gatherExtractions(tx, documents),
    gatherScreenings(tx, id),
    findPictures(tx, documents),
  ]);
  const facts = toParticipantFacts(participant, stored ?? NO_PERSONAL_INFORMATION);
  return { participant: facts, answers, extractions, screenings, pictures };
}

async function gatherAnswers(
  tx: RequestContext,
  userId: number,
  questionnaires: readonly string[],
): Promise<GatheredAnswer[]> {
  const user = { serviceId: tx.caller.serviceId, userId };
  const filled = await listFilledByKeys(tx, user, questionnaires);
  const all = filled.flatMap(({ key: questionnaire, answers }) =>
    answers.map(({ question, answer }) => ({ userId, questionnaire, question, answer })),
  );
  return all.slice(0, GATHERED_ANSWERS_MAX);
}

/** The newest reading of each document, the newest first. */
async function gatherExtractions(
  tx: RequestContext,
  documents: readonly RequestedDocument[],
): Promise<GatheredExtraction[]> {
  const fileIds = fileIdsOf(documents).slice(0, GATHERED_EXTRACTIONS_MAX);
  const extractions = await Promise.all(
    fileIds.map(async (fileId) => await tx.loaders.extractionsOfFile.load(fileId)),
  );
  const newest = extractions
    .flatMap((all) => all.find(({ state }) => state === 'done') ?? [])
    .toSorted((left, right) => right.id - left.id);
  const opened = await Promise.all(
    newest.map(async (extraction) => await gatherOne(tx, extraction)),
  );
  return opened.flatMap((extraction) => extraction ?? []);
}

type Head = Omit<ExtractionRecord, 'sealed'>;

async function gatherOne(
  tx: RequestContext,
  { id, kind, finishedAt, needsReview }: Head,
): Promise<GatheredExtraction | undefined> {
  if (kind === null || finishedAt === null) return undefined;
  const { fields } = await openFields(tx, id);
  return {
    id,
    kind,
    readOn: dayOf(finishedAt),
    needsReview: needsReview ?? true,
    fields: fields.map(({ name, value, confidence }) => ({ name, value, confidence })),
  };
}

function fileIdsOf(documents: readonly RequestedDocument[]): number[] {
  return [...new Set(documents.flatMap(({ downloadId }) => downloadId ?? []))];
}

async function gatherScreenings(
  tx: RequestContext,
  participantId: number,
): Promise<GatheredScreening[]> {
  const window = { first: GATHERED_SCREENINGS_MAX, last: null, after: null, before: null };
  const rows = await tx.loaders.screeningsOf.load(participantId, window);
  return rows
    .slice(0, GATHERED_SCREENINGS_MAX)
    .map(({ node: { id, createdAt, asOf, lists, outcome, matchesCount } }, at) => ({
      id,
      screenedOn: dayOf(createdAt),
      asOf,
      // Each by its name in the newest only: a page has no room for those of twenty.
      lists: at === 0 ? lists.map(describeCheckedList) : [describeListCounts(lists)],
      outcome,
      matchesCount,
    }));
}

/**
 * Document types of the provider for the photograph of a person and for the map of the way to the home, in capitals.
 */
const PHOTO_TYPES: ReadonlySet<string> = new Set(['FOTO', 'FOTOGRAFIA', 'FOTOGRAFÍA']);
const MAP_TYPES: ReadonlySet<string> = new Set(['CROQUIS', 'MAPA']);
/** Media types that a PDF page can contain. */
const PICTURE_TYPES: ReadonlySet<string | null> = new Set(['image/png', 'image/jpeg']);

async function findPictures(
  tx: RequestContext,
  documents: readonly RequestedDocument[],
): Promise<ReportPictures> {
  const [photo, map] = await Promise.all([
    findPicture(tx, documents, PHOTO_TYPES),
    findPicture(tx, documents, MAP_TYPES),
  ]);
  return { photo, map };
}

/** The first document of such a type that is a picture. */
async function findPicture(
  tx: RequestContext,
  documents: readonly RequestedDocument[],
  types: ReadonlySet<string>,
): Promise<PictureReference | null> {
  const ids = fileIdsOf(documents.filter(({ typeCode }) => types.has(typeCode.toUpperCase())));
  const files = await Promise.all(ids.map(async (id) => await tx.loaders.file.load(id)));
  const picture = files.find(
    (file) => file?.state === 'available' && PICTURE_TYPES.has(file.mediaType),
  );
  const sha256 = picture?.sha256 ?? null;
  return picture === undefined || sha256 === null ? null : { fileId: picture.id, sha256 };
}
