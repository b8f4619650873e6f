/**
 * The name that a user's limiter gives itself, `export const about = { name: 'My bucket' }`. It is read from the text, so that
 * a lane has its name before its code runs, and also when it does not.
 */

/** Of at most 60 characters, as the sandbox has it; looked for within 500, so that no text takes long. */
const NAME = /^[ \t]*export\s+const\s+about\s*=\s*\{[^}]{0,500}?\bname\s*:\s*(['"`])((?:(?!\1)[^\\\n]){1,60})\1/m;

/** Undefined where it has none. */
export function nameInCode(code: string): string | undefined {
  const name = NAME.exec(code)?.[2]?.trim();
  return name === '' ? undefined : name;
}
