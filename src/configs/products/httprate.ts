/** httprate for Go: the last window’s count weighed, rounded to a whole number, and this one’s (go-chi/httprate, limiter.go). */
import type { ConfigReader } from '../product.ts';
import { pathOf } from '../text/expressions.ts';
import { callsIn } from '../text/source.ts';
import { brief, numberIn, timeIn } from '../values.ts';
import { countsBy } from '../commonNotes.ts';

/** Keys that are a client's address. */
const CLIENT = /^httprate\.(WithKeyBy(Real)?IP\(\)|(WithKeyFuncs\(httprate\.)?KeyBy(Real)?IP\)?)$/;
const NAMES = ['Limit', 'LimitAll', 'LimitBy', 'LimitByIP', 'LimitByRealIP', 'NewRateLimiter'];

export const httprate: ConfigReader = {
  id: 'sliding-counter',
  name: 'httprate',
  language: 'go',
  sign: /\bhttprate\.\w/,
  understands: 'calls of httprate.LimitByIP and the like with numbers',
  read(text, findings) {
    for (const { name, on, line, args, text: call } of callsIn(text, 'go', NAMES, findings)) {
      if (pathOf(on) !== 'httprate') continue;
      const n = numberIn(args[0], 'The limit', line, findings);
      const T = timeIn(args[1], 'The window', line, null, findings);
      const by = name === 'LimitBy' ? args[2] : args.find(({ text: option }) => option.startsWith('httprate.WithKey'));
      const isOfAll = name === 'LimitAll' || (!/By/.test(name) && by === undefined);
      if (n !== null && T !== null)
        findings.limit(
          line,
          brief(call),
          { n, T, capacity: null },
          {},
          [
            'It rounds the weighed count, so a request may pass when half a place is free; in the lane a whole one has to be.',
            by !== undefined && !CLIENT.test(by.text) && countsBy(by.text),
          ],
          { key: isOfAll ? 'all' : 'each' },
        );
    }
  },
};
