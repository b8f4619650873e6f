/**
 * Config text of real systems, both ways:
 *
 *   npm run --silent config -- FILE | LINK | - [--lane 1] --for nginx [--dry-run]
 *   npm run --silent config -- --from nginx.conf [--for nginx]
 *
 * The text, or the scenario, goes to stdout; what differs from the lane, and what is not understood, to stderr. Exit code
 * 2: the product cannot say the lane, or no limit was found; 1: an error.
 */
import { basename } from 'node:path';
import {
  CannotPrintError,
  configLaneOf,
  configProductId,
  configProducts,
  configStackOf,
  groupsOf,
  nearestLane,
  printConfig,
  printStack,
  readConfig,
  dryRunOf,
  type ConfigLane,
  type DryRun,
  type PrintedConfig,
} from '../configs/index.ts';
import {
  catalogueEntryById,
  limiterName,
  formatNumber,
  joinWithAnd,
  loadSystems,
  MAX_LANES,
  secondsFromMicros,
  type Lane,
  type Policy,
  type Scenario,
} from '../sim/index.ts';
import { ANSWER_NO, command, mayBe, type Values } from './command.ts';
import { scenarioOfLimits } from './configScenario.ts';
import { nameOf, readUtf8 } from './files.ts';
import { laneNumber, readOneScenario } from './oneScenario.ts';
import { say, write } from './output.ts';
import { optionError, UsageError, UserError } from './userError.ts';

const USAGE = `Usage: npm run --silent config -- FILE | LINK | - [--lane 1] --for PRODUCT [--dry-run]
       npm run --silent config -- --from CONFIG [--for PRODUCT]

  FILE       a scenario as JSON, a link, or - for standard input
  --lane     the lane to print, counted from 1; the first by default
  --for      the product: the id of its limiter, such as kong or traefik (a wrong one lists them), or one of
             ${wrapped(configProducts.flatMap(({ aliases }) => aliases.slice(0, 1)))}
  --dry-run  in the product's dry-run mode, which only counts what it would refuse, if it has one
  --from     a config file, or - for standard input: its limits as the lanes of a scenario

  Exit code 0 does not mean equal decisions: stderr says where the product may decide differently. 2: the product cannot
  express that lane, and stderr names the nearest that it can; or no limit was found. 1: an error.
`;

const OPTIONS = {
  lane: { type: 'string' },
  for: { type: 'string' },
  from: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
} as const;

async function main(values: Values<typeof OPTIONS>, positionals: readonly string[]): Promise<number> {
  const product = values.for === undefined ? undefined : productOf(values.for);
  const [source, ...others] = positionals;
  if (values.from !== undefined) {
    if (source !== undefined) throw new UsageError('Give a scenario or --from, not both.');
    const forLane = values.lane !== undefined ? '--lane' : values['dry-run'] ? '--dry-run' : null;
    if (forLane !== null)
      throw new UserError(`${forLane} goes with a scenario whose lane is printed, not with --from.`);
    return readInto(values.from, product);
  }
  if (source === undefined || others.length > 0) throw new UsageError('Give one scenario.');
  if (product === undefined) throw new UsageError('Give the product with --for.');
  return print(source, values.lane ?? '1', product, values['dry-run']);
}

/** @throws {UserError} which names the products that there are */
function productOf(text: string): string {
  const product = configProductId(text);
  if (product !== undefined) return product;
  const ids = configProducts.map(({ id }) => id);
  const aliases = configProducts.flatMap((one) => one.aliases);
  throw optionError('--for', text, mayBe(text, ids, aliases));
}

/** Prints the lane, or where it is another limiter the lane of the product that is nearest to it. */
async function print(source: string, laneText: string, product: string, isDryRun: boolean): Promise<number> {
  const { scenario } = await readOneScenario([source]);
  const index = laneNumber(laneText, scenario);
  try {
    const { printed, lane, notes } = printedLane(product, scenario, index);
    const dryRun = isDryRun ? dryRunFor(product, scenario, index) : null;
    await write(dryRun === null ? printed.text : dryRun.print(lane));
    const counted = dryRun === null ? [] : [`Count: ${dryRun.collect}`, dryRun.comparison];
    say(...notes, ...counted, ...printed.notes);
    return 0;
  } catch (error) {
    if (!(error instanceof CannotPrintError)) throw error;
    const { nearest } = error;
    say(error.message);
    if (nearest.length > 0)
      say(`Nearest policies: ${nearest.map((policy) => policyText(product, policy)).join(', ')}.`);
    return ANSWER_NO;
  }
}

interface PrintedLane {
  readonly printed: PrintedConfig;
  /** What is printed: of a stack, its first limit. */
  readonly lane: ConfigLane;
  /** In what it differs from the lane of the scenario: sentences. */
  readonly notes: readonly string[];
}

/** @throws {CannotPrintError} if the product cannot say it */
function printedLane(product: string, scenario: Scenario, index: number): PrintedLane {
  const stack = configStackOf(scenario, index);
  if (stack !== null) {
    const printed = printStack(product, stack);
    return { printed, lane: printed.lanes[0] as ConfigLane, notes: [] };
  }
  const own = configLaneOf(scenario, index);
  if (own.limiter === product) return { printed: printConfig(product, own), lane: own, notes: [] };
  const { lane, exact, differs } = nearestLane(product, own);
  const { n, T } = own.policy;
  // Another rate is no translation: this says which policies would be.
  if (lane.policy.n !== n || lane.policy.T !== T) printConfig(product, { ...lane, policy: { ...lane.policy, n, T } });
  const notes = [
    `The lane is ${limiterName(own.limiter)}, and ${limiterName(product)} may decide differently.`,
    ...(exact ? [] : [`Not the same limit: ${differs}`]),
  ];
  return { printed: printConfig(product, lane), lane, notes };
}

/** @throws {CannotPrintError} where there is none */
function dryRunFor(product: string, { lanes }: Scenario, index: number): DryRun {
  const dryRun = dryRunOf(product, lanes[index] as Lane);
  if (dryRun !== undefined) return dryRun;
  const isKnown = configProducts.some((one) => one.id === product && one.dryRun !== undefined);
  throw new CannotPrintError(
    isKnown
      ? 'A dry run is printed for a plain limit only, and the lane is a stack.'
      : `No dry run of ${limiterName(product)} is known here.`,
  );
}

function policyText(product: string, { n, T, capacity }: Policy): string {
  const burst =
    capacity === n || catalogueEntryById(product)?.usesCapacity !== true
      ? ''
      : ` with capacity ${formatNumber(capacity)}`;
  return `${formatNumber(n)} per ${formatNumber(secondsFromMicros(T), 6)} s${burst}`;
}

/** Prints the limits of a config as lanes, under traffic that each of them refuses some of. */
async function readInto(source: string, product: string | undefined): Promise<number> {
  await loadSystems();
  const name = nameOf(source);
  const text = await readUtf8(source);
  const { limits, problems } = readConfig(text, product);
  sayAtLines(name, problems);
  sayAtLines(
    name,
    limits.flatMap(({ line, notes }) => notes.map((message) => ({ line, message }))),
  );
  const groups = groupsOf(limits);
  const lanes = groups.slice(0, MAX_LANES);
  const [first] = limits;
  if (first === undefined) {
    if (problems.length === 0) say(`${name}: No limit was found.`);
    return ANSWER_NO;
  }
  if (lanes.length < groups.length)
    say(`${name}: ${formatNumber(groups.length)} limits were found, and a scenario has at most ${MAX_LANES} lanes.`);
  await write(
    `${JSON.stringify(scenarioOfLimits(source === '-' ? 'Config' : basename(source), first, lanes), null, 2)}\n`,
  );
  return 0;
}

/** Each sentence once, with the lines that it is said of: of a thousand limits it may be the same. */
function sayAtLines(name: string, said: readonly { readonly line: number; readonly message: string }[]): void {
  const linesOf = new Map<string, number[]>();
  for (const { line, message } of said) {
    const lines = linesOf.get(message);
    if (lines === undefined) linesOf.set(message, [line]);
    else lines.push(line);
  }
  for (const [message, lines] of linesOf) say(`${name}, ${linesText(lines)}: ${message}`);
}

/** More lines than that are only counted. */
const MAX_LINES = 5;

function linesText(lines: readonly number[]): string {
  const distinct = [...new Set(lines)];
  const more = distinct.length - MAX_LINES;
  if (distinct.length === 1) return `line ${distinct[0]}`;
  return `lines ${joinWithAnd(more > 0 ? [...distinct.slice(0, MAX_LINES).map(String), `${formatNumber(more)} more`] : distinct.map(String))}`;
}

function wrapped(names: readonly string[]): string {
  const lines: string[] = [''];
  for (const name of names) {
    const last = lines.length - 1;
    const line = lines[last] ?? '';
    if (line.length + name.length > 90) lines.push(name);
    else lines[last] = line === '' ? name : `${line} ${name}`;
  }
  return lines.join('\n             ');
}

await command({ usage: USAGE, options: OPTIONS, run: main });
