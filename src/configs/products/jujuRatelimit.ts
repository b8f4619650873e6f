/** juju/ratelimit for Go: a bucket that ticks fill from the moment at which it is made (ratelimit.go). */
import type { ConfigReader } from '../product.ts';
import { noPolicyText, policyOfDoubleRate } from '../rates.ts';
import { sharedObject } from '../shared.ts';
import { pathOf } from '../text/expressions.ts';
import { callsIn } from '../text/source.ts';
import { brief, numberIn, timeIn } from '../values.ts';

const WAITS = /\.(Wait|Take|WaitMaxDuration|TakeMaxDuration)\s{0,9}\(/;

export const jujuRatelimit: ConfigReader = {
  id: 'token-bucket-ticked',
  name: 'juju/ratelimit',
  language: 'go',
  sign: /\bratelimit\.NewBucket(With\w{1,20})?\s{0,9}\(/,
  understands: 'NewBucket, NewBucketWithQuantum and NewBucketWithRate with numbers',
  shared: sharedObject('one bucket'),
  read(text, findings) {
    const notes = [
      WAITS.test(text) && 'Take and Wait let a request wait for its token; the lane refuses it, as TakeAvailable does.',
    ];
    const names = ['NewBucket', 'NewBucketWithQuantum', 'NewBucketWithRate'];
    for (const { name, on, line, args, text: call } of callsIn(text, 'go', names, findings)) {
      if (pathOf(on) !== 'ratelimit') continue;
      const capacity = numberIn(args[1], 'The capacity', line, findings);
      if (name === 'NewBucketWithRate') {
        const rate = numberIn(args[0], 'The rate', line, findings);
        if (rate === null || capacity === null) continue;
        const policy = policyOfDoubleRate(rate, findings.keepT);
        if (policy === null) findings.problem(line, noPolicyText(brief(call)));
        else findings.limit(line, brief(call), { ...policy, capacity }, { refill: 'one' }, notes);
        continue;
      }
      const T = timeIn(args[0], 'The interval', line, null, findings);
      const n = name === 'NewBucket' ? 1 : numberIn(args[2], 'The quantum', line, findings);
      if (n !== null && T !== null && capacity !== null)
        findings.limit(line, brief(call), { n, T, capacity }, { refill: 'all' }, notes);
    }
  },
};
