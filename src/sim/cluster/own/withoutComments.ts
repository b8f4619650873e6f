/** A program's text without its comments, for what is looked up in it: a comment changes nothing. */

/** Comments, and the strings in which the same characters are no comment. */
const JAVASCRIPT = /\/\/.*|\/\*[^]*?(?:\*\/|$)|'(?:\\[^]|[^'\\\n])*'|"(?:\\[^]|[^"\\\n])*"|`(?:\\[^]|[^`\\])*`/g;
const LUA = /--\[(=*)\[[^]*?(?:\]\1\]|$)|--.*|\[(=*)\[[^]*?\]\2\]|'(?:\\[^]|[^'\\\n])*'|"(?:\\[^]|[^"\\\n])*"/g;

export function withoutComments(code: string, language: 'javascript' | 'lua'): string {
  const [pattern, mark] = language === 'lua' ? [LUA, /^--/] : [JAVASCRIPT, /^\/[/*]/];
  return code.replace(pattern, (text) => (mark.test(text) ? ' ' : text));
}
