/** What helps with the code of a lane, by limiter: what it may use, and what it may start from. */
import {
  luaTemplates,
  ownApi,
  ownLuaApi,
  ownSchemeApi,
  ownTemplates,
  schemeTemplates,
  type ScriptApiEntry,
  type StoreTemplate,
} from '../../sim/index.ts';
import type { CodePanelProps } from '../code/CodePanel.tsx';

interface CodeTemplate {
  readonly title: string;
  readonly description: string;
  readonly code: string;
}

export interface CodeWords {
  readonly language: NonNullable<CodePanelProps['language']>;
  readonly api: readonly ScriptApiEntry[];
  /** The first is what a lane without code runs. */
  readonly templates: readonly CodeTemplate[];
  /** What an empty editor shows. */
  readonly example: string;
}

const CODE_WORDS: Readonly<Record<string, CodeWords>> = {
  own: {
    language: 'javascript',
    api: ownApi,
    templates: ownTemplates,
    example: 'export function decide(state, now, cost, { n, T, capacity }) { … }',
  },
  'own-scheme': {
    language: 'javascript',
    api: ownSchemeApi,
    templates: schemeTemplates.map(described),
    example: 'export function* decide({ key, cost, now, policy: { n, T, capacity } }) { … }',
  },
  'own-lua': {
    language: 'lua',
    api: ownLuaApi,
    templates: luaTemplates.map(described),
    example: "return redis.call('INCR', KEYS[1]) <= tonumber(ARGV[1]) and 1 or 0",
  },
};

/** A template begins with a comment that says what it does. */
function described({ title, code }: StoreTemplate): CodeTemplate {
  return { title, code, description: (code.split('\n', 1)[0] ?? '').replace(/^(?:\/\/|--) /, '') };
}

export function codeWordsOf(limiter: string): CodeWords | undefined {
  return CODE_WORDS[limiter];
}
