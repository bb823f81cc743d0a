import SchemaBuilder, { BasePlugin, type PothosTypeConfig, type SchemaTypes } from '@pothos/core';

/** Name of the plugin in the options of the builder. */
export const RESULT_UNIONS = 'resultUnions';

const NOT_CONFIGURED =
  'FilesUnavailableError means that the keys which encrypt the secret are not configured.';

/** Meaning of errors that a reader would not expect in the result of a mutation. */
const NOTES: Readonly<Record<string, string>> = {
  AddWebhookEndpointResult: `${NOT_CONFIGURED} ${describeReplay('WebhookNotFoundError', 'endpoint')}`,
  ApplyExtractionResult: 'FileNotFoundError means that the extraction does not exist.',
  AttachDocumentResult:
    'FilesUnavailableError means that the encryption key of the file is not configured.',
  CreateFileUploadResult: describeReplay('FileNotFoundError', 'file'),
  GenerateSocioeconomicReportResult: describeReplay('ReportNotFoundError', 'report'),
  RecordConsentResult: describeReplay('ConsentNotFoundError', 'consent'),
  RotateWebhookSecretResult: NOT_CONFIGURED,
  ScreenResult: describeReplay('ScreeningNotFoundError', 'screening'),
  UpsertBusinessResult: describeReplay('BusinessNotFoundError', 'business'),
};

function describeReplay(error: string, object: string): string {
  return `${error} occurs only when a repeated request refers to a ${object} that was deleted in the meantime.`;
}

/** Describes the result of each mutation, a union that the errors plugin creates without a description. */
class ResultUnionsPlugin<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onTypeConfig(config: PothosTypeConfig): PothosTypeConfig {
    const isResult = config.kind === 'Union' && config.description === undefined;
    return isResult ? { ...config, description: describeResult(config.name) } : config;
  }
}

function describeResult(name: string): string {
  const mutation = name.charAt(0).toLowerCase() + name.slice(1).replace(/Result$/, '');
  const result = `Result of ${mutation}: its payload, or the UserError that explains why nothing was changed.`;
  const note = NOTES[name];
  return note === undefined ? result : `${result} ${note}`;
}

SchemaBuilder.registerPlugin(RESULT_UNIONS, ResultUnionsPlugin);

declare global {
  // biome-ignore lint/style/noNamespace: the extension point of pothos plugins.
  export namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      resultUnions: ResultUnionsPlugin<Types>;
    }
  }
}
