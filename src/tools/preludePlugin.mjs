// What runs before a user's code in a sandbox is text to the bundler, which therefore leaves its comments in. They are for us.

const PRELUDES = /\/src\/sandbox\/(?:\w+\/)?(?:\w*[pP]relude(?:Kit)?|keeping|tame)\.ts$/;
/** A line that is a comment and nothing else; it stays as an empty one. */
const COMMENT_LINES = /^ *(?:\/\/ .*|\/\*\* .* \*\/)$/gm;

/** @returns {import('vite').Plugin} */
export function preludes() {
  return {
    name: 'spillway:preludes',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      return PRELUDES.test(id) ? { code: code.replace(COMMENT_LINES, ''), map: null } : null;
    },
  };
}
