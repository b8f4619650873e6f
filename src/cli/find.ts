/**
 * Finds the shortest traffic on which two lanes differ, or one does what is asked:
 *
 *   npm run --silent find -- FILE --lanes 1,2 | [--lane 1] --over "10 in 60" | [--lane 1] --refuses "10 in 60"
 *                                 | [--lane 1] --admits "10 in 60" | [--lane 1] --law NAME
 *                                 [--races] [--requests 6] [--tries 200000] [--seed 1] [--format text|json]
 *
 * Exit code 0: found, and standard output has a scenario with that traffic, if one can hold it; 2: not found, and it has what
 * was tried; 1: an error, which is on stderr.
 */
import { parseArgs } from 'node:util';
import { MAX_SECONDS, microsFromSeconds } from '../sim/index.ts';
import {
  DEFAULT_EFFORT,
  RACE_EFFORT,
  foundNote,
  foundSentence,
  instantsText,
  LAWS,
  triedSentence,
  untried,
  type Allowance,
  type LawName,
  type SearchSpec,
} from '../find/index.ts';
import {
  COMMON_OPTIONS,
  contenderOrThrow,
  foundDocument,
  readEffort,
  readFormat,
  resultAsJson,
} from './findCommand.ts';
import { runSearch } from './findPool.ts';
import { laneNumbered, readOneScenario, type OneScenario } from './oneScenario.ts';
import { write } from './output.ts';
import { runProgram } from './runProgram.ts';
import { parsedOrUsage, UserError } from './userError.ts';

const USAGE = `Usage: npm run --silent find -- FILE --lanes 1,2
                                     | [--lane 1] --over "10 in 60"
                                     | [--lane 1] --refuses "10 in 60"
                                     | [--lane 1] --admits "10 in 60"
                                     | [--lane 1] --law NAME
                                [--races] [--requests 6] [--tries 200000] [--seed 1] [--format text|json]

  FILE        a scenario as JSON, a link, or - for standard input; its own traffic is not used
  --lanes     two lanes, from 1: traffic on which they differ
  --lane      the lane that the other questions are about, from 1; the first by default
  --over      n in T seconds: traffic of which the lane lets more than n through in T
  --refuses   ... which it refuses although fewer than n were admitted in the last T
  --admits    ... which it admits although n were
  --law       ${LAWS.join(', ')}: a traffic that breaks it
  --races     with --over or --refuses, of a distributed scheme: on several nodes, in every order of their
              commands, with delays and one fault
  --requests  every traffic pattern of up to this many requests is tried, on the instants that matter
  --tries     how many random patterns are tried after that; for races, 20000 by default
  --seed      for the random patterns: the same seed finds the same

  Exit code 0: found; 2: nothing found; 1: an error.
`;

const NOT_FOUND = 2;

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(args);
  if (values.help === true) {
    await write(USAGE);
    return 0;
  }
  const format = readFormat(values.format);
  const { tries = String((values.races ? RACE_EFFORT : DEFAULT_EFFORT).tries) } = values;
  const effort = readEffort({ ...values, tries });
  const input = await readOneScenario(positionals, USAGE);
  const result = await runSearch(input.scenario, readSpec(input, values), effort);
  const { found, sought, tried } = result;
  if (format === 'json') await write(`${JSON.stringify(resultAsJson(input.scenario, sought, result))}\n`);
  else if (found === null)
    await write(`Not found: ${sought}.\n${triedSentence(tried)}\nThe instants: ${instantsText(tried.instants)}.\n`);
  else {
    const document = foundDocument(input.scenario, sought, result);
    process.stderr.write(`${foundSentence(found)}\n${foundNote(found, tried)}\n`);
    await write(document === null ? '' : `${JSON.stringify(document, null, 2)}\n`);
  }
  return found === null ? NOT_FOUND : 0;
}

function readArguments(args: readonly string[]) {
  return parsedOrUsage(USAGE, () =>
    parseArgs({
      args: [...args],
      options: {
        ...COMMON_OPTIONS,
        tries: { type: 'string' },
        lane: { type: 'string' },
        lanes: { type: 'string' },
        over: { type: 'string' },
        refuses: { type: 'string' },
        admits: { type: 'string' },
        law: { type: 'string' },
        races: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    }),
  );
}

type Values = ReturnType<typeof readArguments>['values'];

/** Questions about one lane and so many permits in some time. */
const ALLOWANCES = ['over', 'refuses', 'admits'] as const;

/** @throws {UserError} unless exactly one thing is asked */
function readSpec(input: OneScenario, values: Values): SearchSpec {
  const asked = [...ALLOWANCES, 'lanes' as const, 'law' as const].filter((name) => values[name] !== undefined);
  const [kind] = asked;
  if (kind === undefined || asked.length > 1)
    throw new UserError(`Ask for one of --lanes, --over, --refuses, --admits and --law.\n\n${USAGE}`);
  if (values.races && kind !== 'over' && kind !== 'refuses')
    throw new UserError(`--races goes with --over or --refuses, not with --${kind}.`);
  const text = values[kind] as string;
  if (kind === 'lanes') {
    if (values.lane !== undefined) throw new UserError('Give --lane or --lanes, not both.');
    const [lane, other, ...more] = text.split(',').map((number) => laneNumbered(input, number, '--lanes'));
    if (lane === undefined || other === undefined || more.length > 0 || lane === other)
      throw new UserError(`--lanes is ${text}. It may be two different lanes with a comma between: 1,2.`);
    return { kind: 'differ', lane, other };
  }
  const lane = laneNumbered(input, values.lane ?? '1');
  if (kind === 'law') return { kind, lane, law: readLaw(text, input, lane) };
  const allowance = readAllowance(kind, text);
  return values.races && kind !== 'admits'
    ? { kind: 'races', lane, shows: kind, allowance }
    : { kind, lane, allowance };
}

function readLaw(text: string, { scenario }: OneScenario, lane: number): LawName {
  const law = LAWS.find((name) => name === text);
  if (law === undefined) throw new UserError(`--law is ${text}. It may be ${LAWS.join(', ')}.`);
  const reason = untried(law, contenderOrThrow(scenario, lane));
  if (reason !== null) throw new UserError(`--law ${text} cannot be tried: ${reason}.`);
  return law;
}

/** `10 in 60`, T in seconds. */
function readAllowance(name: string, text: string): Allowance {
  const [, n = '', seconds = ''] = /^\s*(\d+)\s+in\s+([\d.]+)\s*s?\s*$/.exec(text) ?? [];
  const T = microsFromSeconds(Number(seconds));
  if (!(Number(n) >= 1 && Number(n) <= 1_000_000) || !(T >= 1 && T <= microsFromSeconds(MAX_SECONDS)))
    throw new UserError(
      `--${name} is ${text}. It may be n in T, such as 10 in 60: n from 1 to 1,000,000, T from 0.000001 to 2,592,000 seconds.`,
    );
  return { n: Number(n), T };
}

await runProgram(main);
