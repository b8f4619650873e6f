/**
 * The headless host: the same simulator in Node.
 *
 *   npm run --silent simulate -- FILE… | LINK | -  [--format summary|json|csv|link]
 *
 * Nothing but the answer goes to stdout. Errors go to stderr, and the exit code is then 1; in a file of many scenarios,
 * with `json`, a bad one is answered in its place.
 */
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { formatted, FORMATS, isFormat, type Format } from './formats.ts';
import { inputsOf, type Input } from './inputs.ts';

const USAGE = `Usage: npm run --silent simulate -- FILE... | LINK | - [--format ${FORMATS.join('|')}]

  FILE     a scenario as JSON, or many, one a line, in a file named *.ndjson
  LINK     what Share copies, whole or from its # on
  -        any of these from standard input
`;

/** A message for the user: no stack trace. */
class Trouble extends Error {}

async function main(args: readonly string[]): Promise<number> {
  const { format, sources } = commandLine(args);
  let failures = 0;
  for (const source of sources) {
    for (const input of await inputsOf(source)) {
      if (!(await answer(input, format))) failures++;
    }
  }
  return failures === 0 ? 0 : 1;
}

function commandLine(args: readonly string[]): { format: Format; sources: readonly string[] } {
  let parsed;
  try {
    parsed = parseArgs({
      args: [...args],
      options: { format: { type: 'string', default: 'summary' }, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
  } catch (error) {
    throw new Trouble(`${(error as Error).message}\n\n${USAGE}`);
  }
  if (parsed.values.help === true) {
    process.stdout.write(USAGE);
    process.exit(0);
  }
  const { format } = parsed.values;
  if (!isFormat(format)) throw new Trouble(`--format is ${format}. It may be ${FORMATS.join(', ')}.`);
  if (parsed.positionals.length === 0) throw new Trouble(`There is no scenario to run.\n\n${USAGE}`);
  return { format, sources: parsed.positionals };
}

/** Prints what one input gives; false when it gives an error. */
async function answer(input: Input, format: Format): Promise<boolean> {
  const result = input.ok ? await formatted(input.scenario, format) : input;
  if (result.ok) {
    for (const chunk of result.chunks) await write(chunk);
    return true;
  }
  if (input.oneOfMany && format === 'json') {
    await write(`${JSON.stringify({ error: result.sentences.join(' ') })}\n`);
    return true;
  }
  process.stderr.write(result.sentences.map((sentence) => `${input.name}: ${sentence}\n`).join(''));
  return false;
}

/** Waits while whoever reads is slower than we are. */
async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // `| head` has read enough: no error of ours.
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(
    error instanceof Trouble ? `${error.message}\n` : `${(error as Error).stack ?? String(error)}\n`,
  );
  process.exitCode = 1;
}
