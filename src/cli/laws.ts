/**
 * Holds a lane against the laws of the catalogue, and prints a line a law:
 *
 *   npm run --silent laws -- FILE [--lane 1] [--except NAME,NAME] [--requests 5] [--tries 20000] [--seed 1] [--format text|json]
 *
 * Exit code 0: it keeps all that it claims; 2: it breaks one; 1: an error, which is on stderr.
 */
import {
  contenderAt,
  judged,
  lawEffort,
  LAWS,
  lawLine,
  laws,
  untestable,
  type LawName,
  type LawVerdict,
} from '../find/index.ts';
import { ANSWER_NO, command, oneOf, type Values } from './command.ts';
import { COMMON_OPTIONS, FORMATS, readEffort, resultAsJson } from './findCommand.ts';
import { runSearch } from './findPool.ts';
import { laneNumber, readOneScenario } from './oneScenario.ts';
import { write } from './output.ts';
import { orThrow } from './userError.ts';

const USAGE = `Usage: npm run --silent laws -- FILE [--lane 1] [--except NAME,NAME]
                                [--requests 5] [--tries 20000] [--seed 1] [--format text|json]

  FILE        a scenario as JSON, a link, or - for standard input; its own traffic is not used
  --lane      which lane, from 1; the first by default
  --except    laws that are not checked, such as one that the limiter breaks by design:
              ${LAWS.join(', ')}
  --requests  every traffic pattern of up to this many requests is tried, on the instants that matter
  --tries     how many random patterns are tried after that, for each law: 20,000, or fewer
              where n and the capacity are large, because patterns are then longer
  --seed      for the random patterns: the same seed finds the same

  ✓ holds, ✕ broken, – not claimed or not tried

  Exit code 0: no law that it claims is broken; 2: one is; 1: an error.
`;

const OPTIONS = {
  ...COMMON_OPTIONS,
  requests: { type: 'string' },
  tries: { type: 'string' },
  lane: { type: 'string', default: '1' },
  except: { type: 'string' },
} as const;

async function main(values: Values<typeof OPTIONS>, sources: readonly string[]): Promise<number> {
  const format = oneOf('--format', values.format, FORMATS);
  const except = readLaws('--except', values.except);
  const { scenario } = await readOneScenario(sources);
  const lane = laneNumber(values.lane, scenario);
  const contender = orThrow(contenderAt(scenario, lane));
  const usual = lawEffort(contender.policy);
  const { requests = String(usual.requests), tries = String(usual.tries) } = values;
  const effort = readEffort({ ...values, requests, tries });
  const verdicts: LawVerdict[] = [];
  for (const law of LAWS) {
    const why: LawVerdict | null = except.includes(law)
      ? { law, outcome: 'not tried', why: 'left out by --except' }
      : untestable(law, contender);
    const verdict = why ?? judged(law, await runSearch(scenario, { kind: 'law', lane, law }, effort));
    verdicts.push(verdict);
    if (format === 'text') await write(`${lawLine(verdict)}\n`);
  }
  if (format === 'json') {
    const rows = verdicts.map((verdict) => {
      const { law, outcome } = verdict;
      const details =
        'why' in verdict
          ? { why: verdict.why }
          : resultAsJson(scenario, `${laws[law].sentence}: broken.`, verdict.result);
      return { law, rule: laws[law].sentence, outcome, ...details };
    });
    await write(`${JSON.stringify({ lane: contender.name, laws: rows })}\n`);
  }
  return verdicts.some(({ outcome }) => outcome === 'broken') ? ANSWER_NO : 0;
}

/** Names with commas between; none where the option is not given. @throws {UserError} which there are */
function readLaws(option: string, text: string | undefined): readonly LawName[] {
  return text === undefined ? [] : text.split(',').map((name) => oneOf(option, name.trim(), LAWS));
}

await command({ usage: USAGE, options: OPTIONS, run: main });
