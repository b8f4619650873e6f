/** Packages for Python that get a number and a time in a call. */
import { SECOND } from '../../sim/index.ts';
import { countsApart } from '../commonNotes.ts';
import type { ConfigReader } from '../product.ts';
import { sharedObject } from '../shared.ts';
import { HOUR, MINUTE } from '../text/durations.ts';
import { callsIn } from '../text/source.ts';
import { brief, checkNames, numberIn, timeIn } from '../values.ts';

const LANGUAGE = { language: 'python' };

/** One count for all calls of a function, in windows that its calls open (tomasbasham/ratelimit, decorators.py). */
export const pythonRatelimit: ConfigReader = {
  ...LANGUAGE,
  id: 'quota-reset',
  name: 'ratelimit for Python',
  sign: /@limits\s{0,9}\(|\bRateLimitDecorator\s{0,9}\(/,
  understands: 'calls and period of @limits as numbers',
  read(text, findings) {
    for (const { line, args, named, to, text: call } of callsIn(
      text,
      'python',
      ['@limits', 'limits', 'RateLimitDecorator'],
      findings,
    )) {
      const n = numberIn(args[0] ?? named.get('calls'), 'calls', line, findings, 15);
      const T = timeIn(args[1] ?? named.get('period'), 'period', line, SECOND, findings, 900 * SECOND);
      if (n === null || T === null) continue;
      findings.limit(
        line,
        brief(call),
        { n: Math.max(1, Math.floor(n)), T, capacity: null },
        {},
        [
          'Its first window begins where the function is defined, not with the first call.',
          /@sleep_and_retry\s{0,99}@?$/.test(text.slice(0, to - call.length).slice(-99)) &&
            'sleep_and_retry lets a refused call wait for the next window; the lane refuses it.',
        ],
        { key: 'all' },
      );
    }
  },
};

/** A bucket that waits, in the order of arrivals where all amounts are equal (mjpieters/aiolimiter, leakybucket.py). */
export const aiolimiter: ConfigReader = {
  ...LANGUAGE,
  id: 'golang-rate',
  name: 'aiolimiter',
  sign: /\bAsyncLimiter\s{0,9}\(/,
  understands: 'calls of AsyncLimiter with numbers',
  shared: sharedObject('one limiter'),
  read(text, findings) {
    for (const { line, args, named, text: call } of callsIn(text, 'python', ['AsyncLimiter'], findings)) {
      const n = numberIn(args[0] ?? named.get('max_rate'), 'max_rate', line, findings);
      const T = timeIn(args[1] ?? named.get('time_period'), 'time_period', line, SECOND, findings, MINUTE);
      if (n !== null && T !== null)
        findings.limit(line, brief(call), { n, T, capacity: n }, { mode: 'wait', maxWait: 'none' }, [
          'Its bucket fills and its callers wait as with Wait of Go’s x/time/rate, whose lane it is.',
        ]);
    }
  },
};

const MAKERS = ['create_inmemory_limiter', 'create_sqlite_limiter'];

/** A log of whole milliseconds, in which an entry of T ago still counts (vutran1710/PyrateLimiter, in_memory_bucket.py). */
export const pyrateLimiter: ConfigReader = {
  ...LANGUAGE,
  id: 'sliding-log',
  name: 'PyrateLimiter',
  sign: /\bpyrate_limiter\b|\b(Request)?Rate\(\s{0,9}\d+\s{0,9},\s{0,9}Duration\./,
  understands: 'Rate and RequestRate with numbers',
  charge: 'together',
  shared: sharedObject('one bucket'),
  read(text, findings) {
    const mayWait = !/\bblocking\s{0,9}=\s{0,9}False\b/.test(text);
    let group = '';
    let end = 0;
    for (const { name, line, args, named, to, text: call } of callsIn(
      text,
      'python',
      ['Rate', 'RequestRate', ...MAKERS],
      findings,
    )) {
      const isMaker = MAKERS.includes(name);
      const n = numberIn(
        isMaker ? (named.get('rate_per_duration') ?? args[0]) : (args[0] ?? named.get('limit')),
        'The limit',
        line,
        findings,
        isMaker ? 3 : undefined,
      );
      // A number alone counts milliseconds from version 3 on.
      const unit = name === 'RequestRate' ? SECOND : SECOND / 1_000;
      const span = isMaker ? (named.get('duration') ?? args[1]) : (args[1] ?? named.get('interval'));
      const T = timeIn(span, 'The interval', line, unit, findings, isMaker ? SECOND : undefined);
      // All rates of one list: nothing but commas and comments lies between them.
      const between = text.slice(end, to - call.length).replace(/#.*/g, '');
      if (group === '' || !/^[\s,]*$/.test(between)) group = `${line}`;
      end = to;
      if (n !== null && T !== null)
        findings.limit(
          line,
          brief(call),
          { n, T, capacity: null },
          { boundary: 'closed' },
          [
            mayWait &&
              'From version 4 on, try_acquire waits unless it is called with blocking=False; the lane refuses.',
          ],
          { group },
        );
    }
  },
};

const TIMES: Readonly<Record<string, number>> = {
  milliseconds: SECOND / 1_000,
  seconds: SECOND,
  minutes: MINUTE,
  hours: HOUR,
};

/** A count in Redis that expires so long after the first request of its client and route (long2ice/fastapi-limiter). */
export const fastapiLimiter: ConfigReader = {
  ...LANGUAGE,
  id: 'quota-reset',
  name: 'fastapi-limiter',
  sign: /\b(WebSocket)?RateLimiter\(\s{0,9}(times|(milli)?seconds|minutes|hours)\s{0,9}=/,
  understands: 'times and seconds of RateLimiter as numbers',
  read(text, findings) {
    for (const { line, named, text: call } of callsIn(
      text,
      'python',
      ['RateLimiter', 'WebSocketRateLimiter'],
      findings,
    )) {
      if (named.size === 0) continue;
      checkNames(named, 'RateLimiter', ['times', ...Object.keys(TIMES)], /^(identifier|callback)$/, findings);
      const n = numberIn(named.get('times'), 'times', line, findings, 1);
      const parts = Object.entries(TIMES).map(([unit, factor]) => {
        const amount = numberIn(named.get(unit), unit, line, findings, 0);
        return amount === null ? null : amount * factor;
      });
      if (n === null || parts.includes(null)) continue;
      const T = parts.reduce<number>((sum, part) => sum + (part ?? 0), 0);
      findings.limit(line, brief(call), { n, T, capacity: null }, {}, [
        countsApart('route'),
        named.has('identifier') &&
          'identifier decides whose requests count together; the lane counts those of each client.',
      ]);
    }
  },
};
