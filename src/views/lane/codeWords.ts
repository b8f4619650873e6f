/** What helps with the code of a lane, by limiter: what it may use, and what it may start from. */
import { ownApi, ownTemplates, type OwnTemplate, type ScriptApiEntry } from '../../sim/index.ts';

export interface CodeWords {
  readonly api: readonly ScriptApiEntry[];
  /** The first is what a lane without code runs. */
  readonly templates: readonly OwnTemplate[];
}

const CODE_WORDS: Readonly<Record<string, CodeWords>> = {
  own: { api: ownApi, templates: ownTemplates },
};

export function codeWordsOf(limiter: string): CodeWords | undefined {
  return CODE_WORDS[limiter];
}
