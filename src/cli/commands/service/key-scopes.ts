import { NAMED_SCOPES } from '../../../auth/scopes.ts';

/** Help of the option that names the scopes of a new key. */
export const KEY_SCOPES_HELP = `what the key allows; may be repeated; "default", as if left out, is all but ${NAMED_SCOPES.join(', ')}`;
