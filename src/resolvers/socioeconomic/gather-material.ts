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
import { toDay } from '../../runtime/calendar.ts';
import { decryptFields } from '../extraction/visible-fields.ts';
import { listFilledByKeys } from '../questionnaire/list-filled-questionnaires.ts';

/** Subject of a report, and the user and questionnaires of its answers. */
export type MaterialRequest = {
  participant: Participant;
  userId: number;
  questionnaires: readonly string[];
};

/**
 * Reads the stored data of a participant that can fill a report, in a constant number of statements, and records the
 * access to personal information.
 */
export async function gatherMaterial(
  tx: RequestContext,
  { participant, userId, questionnaires }: MaterialRequest,
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

/** Returns the newest finished extraction of each document, newest first. */
async function gatherExtractions(
  tx: RequestContext,
  documents: readonly RequestedDocument[],
): Promise<GatheredExtraction[]> {
  const fileIds = toFileIds(documents).slice(0, GATHERED_EXTRACTIONS_MAX);
  const extractions = await Promise.all(
    fileIds.map(async (fileId) => await tx.loaders.extractionsOfFile.load(fileId)),
  );
  const newest = extractions
    .flatMap((all) => all.find(({ state }) => state === 'done') ?? [])
    .toSorted((left, right) => right.id - left.id);
  const gatheredExtractions = await Promise.all(
    newest.map(async (extraction) => await gatherExtraction(tx, extraction)),
  );
  return gatheredExtractions.flatMap((extraction) => extraction ?? []);
}

type ExtractionHead = Omit<ExtractionRecord, 'sealed'>;

async function gatherExtraction(
  tx: RequestContext,
  { id, kind, finishedAt, needsReview }: ExtractionHead,
): Promise<GatheredExtraction | undefined> {
  if (kind === null || finishedAt === null) return undefined;
  const { fields } = await decryptFields(tx, id);
  return {
    id,
    kind,
    readOn: toDay(finishedAt),
    needsReview: needsReview ?? true,
    fields: fields.map(({ name, value, confidence }) => ({ name, value, confidence })),
  };
}

function toFileIds(documents: readonly RequestedDocument[]): number[] {
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
    .map(({ node: { id, createdAt, asOf, lists, outcome, matchesCount } }, index) => ({
      id,
      screenedOn: toDay(createdAt),
      asOf,
      // Only the newest screening names its lists: those of all screenings would not fit on a page.
      lists: index === 0 ? lists.map(describeCheckedList) : [describeListCounts(lists)],
      outcome,
      matchesCount,
    }));
}

/** Document types of the provider for the photograph of a person, in capitals. */
const PHOTO_TYPES: ReadonlySet<string> = new Set(['FOTO', 'FOTOGRAFIA', 'FOTOGRAFÍA']);
/** Document types of the provider for the map of the way to the home, in capitals. */
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

/** Returns the first available file of these document types that is a PNG or JPEG image; null when there is none. */
async function findPicture(
  tx: RequestContext,
  documents: readonly RequestedDocument[],
  types: ReadonlySet<string>,
): Promise<PictureReference | null> {
  const ids = toFileIds(documents.filter(({ typeCode }) => types.has(typeCode.toUpperCase())));
  const files = await Promise.all(ids.map(async (id) => await tx.loaders.file.load(id)));
  const picture = files.find(
    (file) => file?.state === 'available' && PICTURE_TYPES.has(file.mediaType),
  );
  const sha256 = picture?.sha256 ?? null;
  return picture === undefined || sha256 === null ? null : { fileId: picture.id, sha256 };
}
