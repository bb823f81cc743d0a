import { initGraphQLTada } from 'gql.tada';
import type { introspection } from './graphql-env.d.ts';

export type { FragmentOf, ResultOf, VariablesOf } from 'gql.tada';
export { readFragment } from 'gql.tada';

/** Types an operation by its text: what it asks for is what its result has. */
export const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: { Date: string; DateTime: string; SafeInt: number };
}>();

/** Inputs and enums of the graph that several files speak of. */
export type ParticipantFilter = ReturnType<typeof graphql.scalar<'ParticipantFilter'>>;
export type DeleteMode = ReturnType<typeof graphql.scalar<'DeleteMode'>>;
export type MatchVerdict = ReturnType<typeof graphql.scalar<'MatchVerdict'>>;
export type MatchReason = ReturnType<typeof graphql.scalar<'MatchReason'>>;
export type FieldName = ReturnType<typeof graphql.scalar<'FieldName'>>;
export type DocumentKind = ReturnType<typeof graphql.scalar<'DocumentKind'>>;
export type ReportSection = ReturnType<typeof graphql.scalar<'SocioeconomicSectionKey'>>;
export type ReportValueKind = ReturnType<typeof graphql.scalar<'SocioeconomicValueKind'>>;
export type ReportValueInput = ReturnType<typeof graphql.scalar<'SocioeconomicValueInput'>>;
export type AuditAction = ReturnType<typeof graphql.scalar<'AuditAction'>>;
export type ErrorCode = ReturnType<typeof graphql.scalar<'ErrorCode'>>;
export type ExtractionCheck = ReturnType<typeof graphql.scalar<'ExtractionCheckCode'>>;
export type InputIssueCode = ReturnType<typeof graphql.scalar<'InputIssueCode'>>;
