/** limiter for Node, and classes around it. */
import { MILLISECOND, SECOND, type Duration } from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import type { ConfigProduct } from '../product.ts';
import { sharedObject } from '../shared.ts';
import { HOUR, millisText, MINUTE } from '../text/durations.ts';
import type { Call, Fields, Value } from '../text/expressions.ts';
import { lookUp } from '../text/lookUp.ts';
import { callsIn } from '../text/source.ts';
import { brief, numberIn, timeIn } from '../values.ts';
import { optionsOf, SOURCE, type Known } from './javascript.ts';

const WORDS: Readonly<Record<string, Duration>> = {
  second: SECOND,
  sec: SECOND,
  minute: MINUTE,
  min: MINUTE,
  hour: HOUR,
  hr: HOUR,
  day: 24 * HOUR,
};

/** A class of the text’s own that hands its settings on to one of the package’s. */
const OWN_LIMITER =
  /\bnew\s{1,9}(?!RateLimiter\b|TokenBucket\b)([A-Z]\w{1,60})\s{0,9}\(\s{0,9}\{[^{}]{0,500}?\btokensPerInterval\b/g;
const LIMITER: Known = { read: ['tokensPerInterval', 'interval'], others: /^fireImmediately$/ };
const BUCKET: Known = {
  read: ['bucketSize', 'tokensPerInterval', 'interval'],
  others: /^$/,
  notes: { parentBucket: 'Its parent bucket is not part of the lane.' },
};

/** Of the package: before its second release it took its settings one after another. */
const IMPORT = /\b(?:from|require\()\s{0,9}["']limiter["']/;

function inOrder({ args }: Call, { read }: Known): Fields {
  const names = [...read, 'fireImmediately'];
  return new Map(args.slice(0, 3).map((value, at) => [names[at] as string, value]));
}

export const npmLimiter: ConfigProduct = {
  ...SOURCE,
  id: 'npm-limiter',
  aliases: ['limiter'],
  sign: new RegExp(`\\btokensPerInterval\\b|${IMPORT.source}`),
  shared: sharedObject('one limiter'),
  print({ policy: { n, T, capacity }, options }) {
    const rate = `tokensPerInterval: ${n}, interval: ${millisText(T)}`;
    return options['class'] === 'TokenBucket'
      ? `new TokenBucket({ bucketSize: ${capacity}, ${rate} })\n`
      : `new RateLimiter({ ${rate} })\n`;
  },
  read(text, findings) {
    const own = [...text.matchAll(OWN_LIMITER)].map(([, name = '']) => name);
    for (const call of callsIn(text, 'javascript', ['RateLimiter', 'TokenBucket', ...own], findings)) {
      const [first] = call.args;
      const isOwn = own.includes(call.name);
      const isBucket = call.name === 'TokenBucket' || (isOwn && /\bbucketSize\b/.test(call.text));
      const known: Known = { ...(isBucket ? BUCKET : LIMITER), ...(isOwn && { others: /^/ }) };
      const isInOrder = first !== undefined && first.kind !== 'object' && IMPORT.test(text);
      // Other packages have classes of these names.
      if (!isInOrder && (first?.kind !== 'object' || !first.fields.has('tokensPerInterval'))) continue;
      const options = isInOrder ? { fields: inOrder(call, known), notes: [] } : optionsOf(call, known, findings);
      if (options === null) continue;
      const { fields, notes } = options;
      const n = numberIn(fields.get('tokensPerInterval'), 'tokensPerInterval', call.line, findings);
      const T = intervalOf(fields.get('interval'), call.line, findings);
      const size = isBucket ? numberIn(fields.get('bucketSize'), 'bucketSize', call.line, findings) : 0;
      if (n === null || T === null || size === null) continue;
      const capacity = isBucket ? size : null;
      const isAtOnce = fields.get('fireImmediately')?.text === 'true';
      findings.limit(
        call.line,
        brief(call.text),
        { n, T, capacity },
        { class: isBucket ? 'TokenBucket' : 'RateLimiter' },
        [
          ...notes,
          !isAtOnce &&
            /\.removeTokens\s*\(/.test(text) &&
            'removeTokens lets a request wait for its tokens; the lane refuses it, as tryRemoveTokens does.',
        ],
      );
    }
  },
};

function intervalOf(value: Value | undefined, line: number, findings: Findings): Duration | null {
  const word = value?.kind === 'string' ? lookUp(WORDS, value.value) : undefined;
  return (
    word ??
    timeIn(value?.kind === 'string' ? { ...value, kind: 'unknown' } : value, 'interval', line, MILLISECOND, findings)
  );
}
