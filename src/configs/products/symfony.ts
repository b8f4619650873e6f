/**
 * Symfony’s rate_limiter in YAML. Its windows open at a client’s first request: one that is fixed is over just after its interval
 * (Window.php); one that slides weighs the last count, cut to a whole number, as Upstash’s does (SlidingWindow.php); a bucket gets its
 * tokens by whole intervals, as Bucket4j’s refillIntervally (TokenBucket.php).
 */
import { SECOND } from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import type { ConfigReader } from '../product.ts';
import { fieldOf, parseYaml, partsOf, textOf, type Tree } from '../text/tree.ts';
import { brief, checkNames, numberAt, timeAt } from '../values.ts';

const READ = ['policy', 'limit', 'interval', 'rate'];
const OTHERS = /^(lockfactory|cachepool|storageservice|limiters)$/;

export const symfony: ConfigReader = {
  id: 'quota-reset',
  name: 'Symfony’s rate_limiter',
  language: 'yaml',
  sign: /(?:^[ \t-]{0,99}|[{,]\s{0,99})policy:\s{0,9}['"]?(fixed_window|sliding_window|token_bucket)\b/m,
  understands: 'limiters with a policy and numbers, in YAML',
  read(text, findings) {
    for (const { path, tree } of partsOf(parseYaml(text, findings)))
      if (fieldOf(tree, 'policy') !== undefined)
        readLimiter(tree, [path.at(-1), path.find((part) => part.startsWith('when@'))], findings);
  },
};

/** Letters for units are none to PHP, but zones of time. */
const LETTERS = /\d\s*(ms|[smhdw])\b|^P/i;

/** @param names the limiter's, and the environment's if it is of one: `when@test` */
function readLimiter(tree: Tree, names: readonly (string | undefined)[], findings: Findings): void {
  const name = brief(names.filter((one) => one !== undefined).join(', '));
  const policy = textOf(fieldOf(tree, 'policy')) ?? '';
  const { line } = fieldOf(tree, 'limit') ?? tree;
  if (!/^(fixed_window|sliding_window|token_bucket)$/.test(policy)) {
    findings.problem(
      fieldOf(tree, 'policy')?.line ?? line,
      `policy of ${name} is ${brief(policy)}: a lane has fixed_window, sliding_window and token_bucket.`,
    );
    return;
  }
  checkNames(tree.fields ?? [], 'a limiter', READ, OTHERS, findings);
  const isBucket = policy === 'token_bucket';
  const rate = isBucket ? fieldOf(tree, 'rate') : tree;
  const limit = numberAt(fieldOf(tree, 'limit'), 'limit', line, findings);
  const amount = isBucket ? numberAt(fieldOf(rate, 'amount'), 'amount', line, findings, 1) : limit;
  const interval = fieldOf(rate, 'interval');
  if (LETTERS.test(textOf(interval) ?? '')) {
    findings.problem(
      interval?.line ?? line,
      `interval is ${brief(textOf(interval) ?? '')}: Symfony takes units as words, like '10 seconds'.`,
    );
    return;
  }
  const T = timeAt(interval, 'interval', rate?.line ?? line, null, findings);
  if (limit === null || amount === null || T === null) return;
  const what = `${policy} of ${name}: ${isBucket ? `limit ${limit}, ` : ''}${amount} per ${T / SECOND} s`;
  if (T % SECOND !== 0) findings.problem(line, `${what}: the interval is a whole number of seconds.`);
  else if (isBucket)
    findings.limit(
      line,
      what,
      { n: amount, T, capacity: limit },
      { refill: 'intervally', initialTokens: 'capacity', precision: 'nanoseconds' },
      [fieldOf(rate, 'amount') === undefined && 'amount is left out: it is 1.'],
      { limiter: 'bucket4j', key: 'each' },
    );
  else if (policy === 'sliding_window')
    findings.limit(
      line,
      what,
      { n: limit, T, capacity: null },
      { algorithm: 'slidingWindow', ephemeralCache: 'false' },
      ['Its windows begin with a client’s first request; those of the lane at multiples of T.'],
      { limiter: 'upstash' },
    );
  else findings.limit(line, what, { n: limit, T, capacity: null });
}
