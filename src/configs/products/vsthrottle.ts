/** vsthrottle in VCL: is_denied with a limit, a period and perhaps a block. */
import { microsFromSeconds, secondsFromMicros } from '../../sim/index.ts';
import type { ConfigProduct } from '../product.ts';
import { secondsText } from '../text/durations.ts';
import { callsIn } from '../text/source.ts';
import { brief, numberIn, timeIn } from '../values.ts';

export const vsthrottle: ConfigProduct = {
  id: 'vsthrottle',
  aliases: ['varnish'],
  fileName: 'default.vcl',
  language: 'vcl',
  sign: /\bvsthrottle\s*\.\s*is_denied\s*\(/,
  understands: 'calls of vsthrottle.is_denied with numbers',
  sharesLimits: true,
  print({ policy: { n, T }, options, key }) {
    const block = microsFromSeconds(options['block'] as number);
    const call = `vsthrottle.is_denied(${key === 'all' ? '"all"' : 'client.identity'}, ${n}, ${secondsText(T)}s, ${secondsText(block)}s)`;
    return `if (${call}) {\n    return (synth(429));\n}\n`;
  },
  read(text, findings) {
    for (const call of callsIn(text, 'vcl', ['is_denied'], findings)) {
      const n = numberIn(call.args[1], 'The limit', call.line, findings);
      const T = timeIn(call.args[2], 'The period', call.line, null, findings);
      const block = timeIn(call.args[3], 'The block', call.line, null, findings, 0);
      if (n !== null && T !== null && block !== null)
        findings.limit(
          call.line,
          brief(call.text),
          { n, T, capacity: null },
          { block: secondsFromMicros(block) },
          [],
          // A string alone is the same for every request.
          { key: call.args[0]?.kind === 'string' ? 'all' : 'each' },
        );
    }
  },
};
