/** Fiber’s limiter: a count in a window that a key’s first request opens, by a clock of whole seconds (middleware/limiter). */
import { SECOND } from '../../sim/index.ts';
import type { ConfigReader } from '../product.ts';
import { MINUTE } from '../text/durations.ts';
import { callsIn } from '../text/source.ts';
import { brief, checkNames, numberIn, timeIn } from '../values.ts';

const SKIPS = ['SkipFailedRequests', 'SkipSuccessfulRequests'];

export const fiber: ConfigReader = {
  id: 'quota-reset',
  name: 'Fiber’s limiter',
  language: 'go',
  sign: /\blimiter\.(Config\s{0,9}\{|New\s{0,9}\(\s{0,9}\))/,
  understands: 'limiter.Config with Max and Expiration as numbers',
  read(text, findings) {
    for (const { name, line, args, named, text: call } of callsIn(text, 'go', ['Config', 'New'], findings)) {
      // What is made of a Config is read there.
      if (!call.startsWith('limiter.') || (name === 'New' && args.length > 0)) continue;
      checkNames(
        named,
        'limiter.Config',
        ['Max', 'Expiration'],
        /^(next|maxfunc|expirationfunc|keygenerator|limitreached|skip\w+requests|disable\w+|storage|store|limitermiddleware)$/,
        findings,
      );
      const kind = named.get('LimiterMiddleware');
      if (kind !== undefined && !/\bFixedWindow\b/.test(kind.text)) {
        findings.problem(
          kind.line,
          `${brief(kind.text)}: only its fixed window is read. The sliding one counts refused requests, too.`,
        );
        continue;
      }
      const n = numberIn(named.get('Max'), 'Max', line, findings, 5);
      const said = timeIn(named.get('Expiration'), 'Expiration', line, null, findings, MINUTE);
      if (n === null || said === null) continue;
      // A fraction of a second is dropped; nothing is left of one below a second, and the default takes its place.
      const T = said < SECOND ? MINUTE : said - (said % SECOND);
      findings.limit(line, brief(call), { n, T, capacity: null }, {}, [
        'Its clock has whole seconds, so a window may end up to a second sooner than in the lane.',
        said < SECOND
          ? 'Expiration is below a second: the default, 60 s, is in force.'
          : T < said && `Expiration counts in whole seconds: it is ${T / SECOND} s.`,
        named.has('Next') && 'Next lets some requests pass without counting them; the lane counts all.',
        named.has('KeyGenerator') &&
          'KeyGenerator decides whose requests count together; the lane counts those of each client.',
        ['MaxFunc', 'ExpirationFunc'].some((one) => named.has(one)) &&
          'A function decides the limit of each request; the lane has that of Max and Expiration.',
        ...SKIPS.map(
          (one) => named.get(one)?.text === 'true' && `${one} does not count some of the answers; the lane counts all.`,
        ),
      ]);
    }
  },
};
