/** The languages of the code editor. */
import { javascriptLanguage } from '@codemirror/lang-javascript';
import { StreamLanguage, type Language } from '@codemirror/language';
import { lua } from '@codemirror/legacy-modes/mode/lua';

export type CodeLanguage = 'javascript' | 'lua';

export const languages: Readonly<Record<CodeLanguage, Language>> = {
  javascript: javascriptLanguage,
  lua: StreamLanguage.define(lua),
};
