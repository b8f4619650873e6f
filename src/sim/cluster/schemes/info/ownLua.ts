/** A user's own Redis script: how the catalogue and the format describe it. `../ownLua.ts` runs it. */
import { withTexts } from '../../../systems/texts.ts';
import { ownLuaWords } from '../../../systems/words.ts';
import type { SchemeInfo } from '../../scheme.ts';
import { OWN_INFO, OWN_TEXTS } from './ownScheme.ts';

export const ownLuaInfo: SchemeInfo = {
  ...OWN_INFO,
  ...withTexts(ownLuaWords, {
    code: ['Code', 'A Redis script. It returns 1 or 0, or { allowed, retry after in ms, permits used }.'],
    ...OWN_TEXTS,
  }),
  summary: 'Your own Lua script, which runs in the store: one message for each request, and nothing comes in between.',
  rule:
    'KEYS[1] is the request’s key; KEYS[2] and on, where the script names them, are key:2 and on. ARGV holds n, T in seconds, ' +
    'the capacity, the cost, the node’s time in seconds, and a number that no other request has. The script returns 1 or 0, ' +
    'or { allowed, retry after in ms, permits used }. It runs in Lua 5.1, as in Redis, but without cjson, cmsgpack, struct, bit, ' +
    'load and loadstring, and it may use only the keys in KEYS and the commands that the simulated store has.',
  storedPerKey: 'what the script stores',
  outcomes: ['allow', 'deny'],
  reasons: ['your script admitted it', '', 'your script refused it', ''],
};
