import type { FileLink } from '../../auth/caller.ts';
import { LINK_SCOPES, sealLink } from '../../auth/file-links.ts';
import { requireScope } from '../../auth/require-scope.ts';
import type { RequestContext } from '../../context.ts';
import { parseInput } from '../../validation/validate.ts';
import { fileLinkInput } from './inputs.ts';

export type IssuedLink = { token: string; expiresAt: Date };

/**
 * Creates a link token that grants its bearer the caller's access to one file, for `expiresIn` seconds. Throws AppError
 * `invalid_input` for less than one second or more than five minutes.
 */
export function createFileLink(ctx: RequestContext, link: FileLink, expiresIn: number): IssuedLink {
  const { serviceId, service, userId, apiKeyId } = requireScope(
    ctx.caller,
    LINK_SCOPES[link.action],
  );
  const { expiresIn: seconds } = parseInput(fileLinkInput, { expiresIn });
  const issuedAt = new Date();
  const expiresAt = new Date(issuedAt.getTime() + seconds * 1000);
  const grant = { ...link, serviceId, service, userId, apiKeyId, issuedAt, expiresAt };
  return { token: sealLink(ctx.tokens.linkSecret, grant), expiresAt };
}
