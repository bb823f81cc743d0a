import { NAMED_SCOPES } from '../../../auth/scopes.ts';

/** Help text of the option --scope of a new key. */
export const KEY_SCOPES_HELP = `scope of the key; may be repeated; defaults to "default": all scopes except ${NAMED_SCOPES.join(', ')}`;
