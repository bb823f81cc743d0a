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
 * Returns the newest version of a template of the service, or the built-in template when `key` is absent. The built-in
 * template is stored for the service with its first report, because a later release may change it. Throws AppError
 * `invalid_input` for an unknown key.
 */
export async function resolveTemplate(
  tx: RequestContext,
  key: string | null | undefined,
): Promise<SocioeconomicTemplate> {
  const { serviceId } = tx.caller;
  if (key && key !== DEFAULT_TEMPLATE_KEY)
    return (await findTemplate(tx.db, { serviceId, key })) ?? throwUnknownTemplate();
  // Checked before the insert, which would send the 18 kB of the template for most reports in vain.
  const { version } = DEFAULT_TEMPLATE;
  if (!(await hasTemplate(tx.db, { serviceId, key: DEFAULT_TEMPLATE_KEY, version })))
    await insertTemplate(tx.db, serviceId, DEFAULT_TEMPLATE);
  return DEFAULT_TEMPLATE;
}

function throwUnknownTemplate(): never {
  throw invalidAt(['template'], 'The service has no such template', 'not_found');
}

/** Returns the template version that a report was generated with. */
export async function getTemplate(
  ctx: RequestContext,
  { templateKey: key, templateVersion: version }: { templateKey: string; templateVersion: number },
): Promise<SocioeconomicTemplate> {
  const template = await ctx.loaders.socioeconomicTemplate.load({ key, version });
  if (template === undefined) throw new Error('The template of a report is missing.');
  return template;
}
