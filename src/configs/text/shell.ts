/** What a shell command hands on: documentation shows configs in `curl -d '…'`, `aws … --rules '…'` and in `kubectl apply -f - <<EOF`. */

/** Of a line that sends or writes what follows it; Terraform has such documents, too, but no such commands. */
const COMMAND =
  /^[ \t]*(?:[$#>][ \t]*)?(?:sudo[ \t]+)?(?:aws|curl|http|cat|tee|kubectl|oc|istioctl)(?:[ \t]+[^\s{]|<)/m;
/** A body in quotes, or a document up to the line that its mark says, or to the end. */
const BODY =
  /(?:\s-d|\s--data(?:-raw|-binary|-ascii)?|\s--json|\s--rules)[ =]*(?:'([^']*(?:'"[^"]*"'[^']*)*)'|"((?:[^"\\]|\\[^])*)")|<<-?[ \t]*["']?(\w+)["']?[^\n]*\n([^]*?)(?:^[ \t]*\3[ \t]*$|(?![^]))/gm;

/**
 * The bodies and documents in a text of such commands, each with as many lines before it as it has in the text; none where it is
 * another text, or where they are no more than words.
 */
export function bodiesIn(text: string): readonly string[] {
  if (!COMMAND.test(text)) return [];
  const bodies: string[] = [];
  for (const match of text.matchAll(BODY)) {
    const [found, single, double, , document] = match;
    // Between quotes of the other kind a variable may stand: `'{"key": "'"$KEY"'"}'`.
    const body =
      single?.replace(/'"([^"]*)"'/g, '$1') ??
      double?.replace(/\\(["\\$`])/g, '$1') ??
      document?.replace(/\\\$/g, '$') ??
      '';
    // In a list of fields each is a word: `name=rate-limiting`.
    if (!/[\n{[]/.test(body)) continue;
    const start = match.index + found.lastIndexOf(single ?? double ?? document ?? '');
    bodies.push('\n'.repeat(text.slice(0, start).split('\n').length - 1) + body);
  }
  return bodies;
}

/** Texts that are padded so, in one. */
export function overlaid(texts: readonly string[]): string {
  const lines: string[] = [];
  for (const text of texts)
    for (const [index, line] of text.split('\n').entries()) lines[index] = `${lines[index] ?? ''}${line}`;
  return Array.from(lines, (line) => line ?? '').join('\n');
}

/** The words `name=value` of each command, in quotes or not, with the line of each. */
export function fieldsOfCommands(
  text: string,
): readonly ReadonlyMap<string, { readonly line: number; readonly value: string }>[] {
  const commands: Map<string, { line: number; value: string }>[] = [];
  let isContinued = false;
  for (const [index, row] of text.split('\n').entries()) {
    if (!isContinued) commands.push(new Map());
    for (const [, name = '', value = ''] of row.matchAll(/(?:[\s"'&]|^)([\w.[\]]{1,100})=([^\s"'&\\]+)/g))
      commands.at(-1)?.set(name, { line: index + 1, value });
    isContinued = /\\\s*$/.test(row);
  }
  return commands;
}
