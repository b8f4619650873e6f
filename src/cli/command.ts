/** What all commands have in common: arguments, help, exit codes, and the words for an argument that is none of a few. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { closestName, joinWithOr, OwnCodeError } from '../sim/index.ts';
import { OutputError, ReaderGoneError, say, write } from './output.ts';
import { optionError, UsageError, UserError } from './userError.ts';

/**
 * The exit code of a command that did its work, where the answer is no: goals are not met, nothing was found, a law is
 * broken, a product cannot express a lane. Yes is 0, and an error 1.
 */
export const ANSWER_NO = 2;

type Options = NonNullable<ParseArgsConfig['options']>;

const HELP = { help: { type: 'boolean', short: 'h' } } as const;

/** What was given for those options. */
export type Values<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>['values'];

interface Command<O extends Options> {
  readonly usage: string;
  /** All but `--help`. */
  readonly options: O;
  /** @returns the exit code @throws {UserError} */
  readonly run: (values: Values<O>, positionals: readonly string[]) => Promise<number>;
}

/** Runs a command with the arguments of this process, whose exit code it sets. */
export async function command<O extends Options>(spec: Command<O>): Promise<void> {
  try {
    process.exitCode = await exitCodeOf(spec);
  } catch (error) {
    process.exitCode = error instanceof ReaderGoneError ? 0 : 1;
    if (error instanceof UsageError) say(`${error.message}\n\n${spec.usage}`);
    else if (error instanceof UserError || error instanceof OutputError) say(error.message);
    else if (error instanceof OwnCodeError) say(error.sentenceOf('Your code'));
    else if (!(error instanceof ReaderGoneError)) say((error as Error).stack ?? String(error));
  }
}

async function exitCodeOf<O extends Options>({ usage, options, run }: Command<O>): Promise<number> {
  const { values, positionals } = parsedArguments({ ...options, ...HELP });
  if ((values as Values<typeof HELP>).help !== true) return run(values as Values<O>, positionals);
  await write(usage);
  return 0;
}

/** @throws {UsageError} what is wrong with an argument, in Node's words unless the option is unknown */
function parsedArguments(options: Options) {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    const name = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? /'-{1,2}([^']*)'/.exec(message)?.[1] : undefined;
    throw new UsageError(name === undefined ? message : unknownOption(name, Object.keys(options)));
  }
}

/** @param name without its dashes; of a file named like an option, its first letter @param known the same of all there are */
function unknownOption(name: string, known: readonly string[]): string {
  if (name.length < 2) return `There is no option -${name}. A file whose name begins with - is given as ./-name.`;
  const meant = closestName(name, known);
  return `There is no option --${name}.${meant === undefined ? '' : ` Did you mean --${meant}?`}`;
}

/** The one of `allowed` that was given. @param option `--format` @throws {UserError} which there are */
export function oneOf<T extends string>(option: string, text: string, allowed: readonly T[]): T {
  const one = allowed.find((each) => each === text);
  if (one === undefined) throw optionError(option, text, mayBe(text, allowed));
  return one;
}

/** `It may be csv or json. Did you mean json?` @param alsoMeant other names of the same, which are not listed */
export function mayBe(text: string, allowed: readonly string[], alsoMeant: readonly string[] = []): string {
  const meant = closestName(text, [...alsoMeant, ...allowed]);
  return `It may be ${joinWithOr(allowed)}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`;
}
