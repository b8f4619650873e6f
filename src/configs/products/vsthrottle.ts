/** vsthrottle in VCL: is_denied with a limit, a period and perhaps a block. */
import { microsFromSeconds, secondsFromMicros } from '../../sim/index.ts';
import type { ConfigProduct } from '../product.ts';
import { secondsText } from '../text/durations.ts';
import type { Call } from '../text/expressions.ts';
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
          [noteOnCondition(text, call)],
          // A string alone is the same for every request.
          { key: call.args[0]?.kind === 'string' ? 'all' : 'each' },
        );
    }
  },
};

/** Longer than anybody's condition. */
const FARTHEST = 1_000;
const OF_SOME = 'limits only some requests; the lane limits all.';

/** A condition beside the call decides first, and so does one around it: the line before it opens that block. */
function noteOnCondition(text: string, { to, text: call }: Call): string | false {
  const at = to - call.length;
  const before = text.slice(Math.max(0, at - FARTHEST), at);
  const condition = /\bif\s*\(([^;{}]*)$/.exec(before)?.[1] ?? '';
  const beside = /^([^]*)&&\s*$/.exec(condition)?.[1];
  if (beside !== undefined) return `Its condition has ${brief(beside)}, too: it ${OF_SOME}`;
  const around = /\bif\s*\(([^;{}]*)\)\s*\{(?:\s|#[^\n]*|\/\/[^\n]*)*\bif\s*\([^;{}]*$/.exec(before)?.[1];
  return around !== undefined && `It stands within if (${brief(around)}): it ${OF_SOME}`;
}
