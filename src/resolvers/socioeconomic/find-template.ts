import type { RequestContext } from '../../context.ts';
import {
  findTemplate,
  hasTemplate,
  insertTemplate,
} from '../../db/queries/socioeconomic/templates.ts';
import { DEFAULT_TEMPLATE } from '../../domain/socioeconomic/default/default-template.ts';
import {
  DEFAULT_TEMPLATE_KEY,
  type SocioeconomicTemplate,
} from '../../domain/socioeconomic/template/template.ts';
import { invalidAt } from '../../errors.ts';

/**
 * The newest version of a template of the service, the gateway's own where none is named. That one is kept with the
 * service's from the first report on, so that it can be read when the gateway has another. Throws AppError `invalid_input`.
 */
export async function chooseTemplate(
  tx: RequestContext,
  key: string | null | undefined,
): Promise<SocioeconomicTemplate> {
  const { serviceId } = tx.caller;
  if (key && key !== DEFAULT_TEMPLATE_KEY)
    return (await findTemplate(tx.db, { serviceId, key })) ?? unknownTemplate();
  // Checked first: most reports use this template, and sending its 18 kB would be wasted.
  const { version } = DEFAULT_TEMPLATE;
  if (!(await hasTemplate(tx.db, { serviceId, key: DEFAULT_TEMPLATE_KEY, version })))
    await insertTemplate(tx.db, serviceId, DEFAULT_TEMPLATE);
  return DEFAULT_TEMPLATE;
}

function unknownTemplate(): never {
  throw invalidAt(['template'], 'The service has no such template', 'not_found');
}

/** The template that a report was made by. */
export async function getTemplate(
  ctx: RequestContext,
  { templateKey: key, templateVersion: version }: { templateKey: string; templateVersion: number },
): Promise<SocioeconomicTemplate> {
  const template = await ctx.loaders.socioeconomicTemplate.load({ key, version });
  if (template === undefined) throw new Error('The template of a report is gone.');
  return template;
}
