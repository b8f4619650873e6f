/**
 * Finds the shortest traffic on which two lanes differ, or one does what is asked:
 *
 *   npm run --silent find -- FILE --lanes 1,2 | [--lane 1] --over "10 in 60" | [--lane 1] --refuses "10 in 60"
 *                                 | [--lane 1] --admits "10 in 60" | [--lane 1] --law NAME
 *                                 [--races] [--requests 6] [--tries 200000] [--seed 1] [--expect-none] [--format text|json]
 *
 * Exit code 0: found, and standard output has a scenario with that traffic, if one can hold it; 2: not found, and it has what
 * was tried; with --expect-none the other way round; 1: an error, which is on stderr.
 */
import { MAX_SECONDS, microsFromSeconds, type Scenario } from '../sim/index.ts';
import {
  contenderAt,
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
import { ANSWER_NO, command, oneOf, type Values } from './command.ts';
import { COMMON_OPTIONS, FORMATS, foundDocument, readEffort, resultAsJson } from './findCommand.ts';
import { runSearch } from './findPool.ts';
import { laneNumber, readOneScenario } from './oneScenario.ts';
import { say, write } from './output.ts';
import { optionError, orThrow, UsageError, UserError } from './userError.ts';

const USAGE = `Usage: npm run --silent find -- FILE --lanes 1,2
                                     | [--lane 1] --over "10 in 60"
                                     | [--lane 1] --refuses "10 in 60"
                                     | [--lane 1] --admits "10 in 60"
                                     | [--lane 1] --law NAME
                                [--races] [--requests 6] [--tries 200000] [--seed 1] [--expect-none]
                                [--format text|json]

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
  --expect-none
              for CI: exit code 0 if nothing is found, 2 if something is

  Exit code 0: found; 2: nothing found; 1: an error.
`;

const OPTIONS = {
  ...COMMON_OPTIONS,
  tries: { type: 'string' },
  lane: { type: 'string' },
  lanes: { type: 'string' },
  over: { type: 'string' },
  refuses: { type: 'string' },
  admits: { type: 'string' },
  law: { type: 'string' },
  races: { type: 'boolean', default: false },
  'expect-none': { type: 'boolean', default: false },
} as const;
type Given = Values<typeof OPTIONS>;

async function main(values: Given, sources: readonly string[]): Promise<number> {
  const format = oneOf('--format', values.format, FORMATS);
  const { tries = String((values.races ? RACE_EFFORT : DEFAULT_EFFORT).tries) } = values;
  const effort = readEffort({ ...values, tries });
  const { scenario } = await readOneScenario(sources);
  const result = await runSearch(scenario, readSpec(scenario, values), effort);
  const { found, sought, tried } = result;
  if (format === 'json') await write(`${JSON.stringify(resultAsJson(scenario, sought, result))}\n`);
  else if (found === null)
    await write(
      `Not found: traffic on which ${sought}.\n${triedSentence(tried)}\nThe instants: ${instantsText(tried.instants)}.\n`,
    );
  else {
    const document = foundDocument(scenario, sought, result);
    say(foundSentence(found), foundNote(found, tried));
    await write(document === null ? '' : `${JSON.stringify(document, null, 2)}\n`);
  }
  return (found === null) === values['expect-none'] ? 0 : ANSWER_NO;
}

/** Questions about one lane and so many permits in some time. */
const ALLOWANCES = ['over', 'refuses', 'admits'] as const;

/** @throws {UserError} unless exactly one thing is asked */
function readSpec(scenario: Scenario, values: Given): SearchSpec {
  const asked = [...ALLOWANCES, 'lanes' as const, 'law' as const].filter((name) => values[name] !== undefined);
  const [kind] = asked;
  if (kind === undefined || asked.length > 1)
    throw new UsageError('Ask for one of --lanes, --over, --refuses, --admits and --law.');
  if (values.races && kind !== 'over' && kind !== 'refuses')
    throw new UserError(`--races goes with --over or --refuses, not with --${kind}.`);
  const text = values[kind] as string;
  if (kind === 'lanes') {
    if (values.lane !== undefined) throw new UserError('Give --lane or --lanes, not both.');
    return { kind: 'differ', ...readTwoLanes(text, scenario) };
  }
  const lane = laneNumber(values.lane ?? '1', scenario);
  if (kind === 'law') return { kind, lane, law: readLaw(text, scenario, lane) };
  const allowance = readAllowance(kind, text);
  return values.races && kind !== 'admits'
    ? { kind: 'races', lane, shows: kind, allowance }
    : { kind, lane, allowance };
}

function readTwoLanes(text: string, scenario: Scenario): { readonly lane: number; readonly other: number } {
  const [lane, other, ...more] = text.split(',').map((number) => laneNumber(number.trim(), scenario, '--lanes'));
  if (lane === undefined || other === undefined || more.length > 0 || lane === other)
    throw optionError('--lanes', text, 'It may be two different lanes with a comma between: 1,2.');
  return { lane, other };
}

function readLaw(text: string, scenario: Scenario, lane: number): LawName {
  const law = oneOf('--law', text, LAWS);
  const reason = untried(law, orThrow(contenderAt(scenario, lane)));
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

await command({ usage: USAGE, options: OPTIONS, run: main });
