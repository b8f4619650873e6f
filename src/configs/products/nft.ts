/** nftables: `limit rate`, in a rule or as an object. */
import { DAY, type Duration } from '../../sim/index.ts';
import type { ConfigLane, ConfigProduct } from '../product.ts';
import { NAMED_UNITS } from '../text/durations.ts';
import { brief } from '../values.ts';
import { IPTABLES_SIGN, readIptables } from './iptables.ts';
import { lookUp } from '../text/lookUp.ts';

const UNITS: Readonly<Record<string, Duration>> = {
  ...NAMED_UNITS,
  week: 7 * DAY,
};
const DEFAULT_BURST = 5;
/** What follows the last limit of a line, and whether it matches what is above it. */
const LIMIT = /^.*\blimit\s+rate\s+(over\s)?(.*)$/;
/** A verdict, or the sign that the rule goes on in the next line. */
const VERDICT = /\b(accept|drop|reject|queue|jump|goto|return)\b|\\\s*$/;

/** What a rule does instead of refusing what is above its limit. */
function verdictOf(code: string): string | false {
  const [, over, after] = LIMIT.exec(code.replace(/"[^"]*"/g, '')) ?? [];
  if (after === undefined) return false;
  const verdict = VERDICT.exec(after)?.[1];
  const isAbsent = !VERDICT.test(after);
  if (over !== undefined)
    return (isAbsent || verdict === 'accept') && 'Nothing after it drops: the rule refuses nothing; the lane refuses.';
  if (verdict === 'drop' || verdict === 'reject')
    return `Without over it matches what is within the limit, and ${verdict} refuses that; the lane refuses the rest.`;
  // Nothing at all may stand for a verdict that was not pasted.
  return (
    isAbsent &&
    /\b(log|counter)\b/.test(after) &&
    'It limits what is logged or counted: the rule refuses nothing; the lane refuses.'
  );
}

/** Each element of a dynamic set, or of a meter, has a limit of its own. */
const OF_A_SET = /\b(meter|add|update)\b[^{}]{0,300}\{[^{}]{0,300}\blimit\s+rate\b/;

function rate({ policy: { n, T, capacity } }: ConfigLane, over: string): string {
  const unit = Object.keys(UNITS).find((name) => UNITS[name] === T) ?? 'second';
  return `limit rate ${over}${n}/${unit} burst ${capacity} packets`;
}

export const nft: ConfigProduct = {
  id: 'nft-limit',
  aliases: ['nft', 'nftables'],
  fileName: 'nftables.conf',
  language: 'nft',
  sign: new RegExp(
    `${/\blimit\s+rate\s|^[ \t]*(?:limit\s+\S+\s*\{\s*)?rate\s+(over\s+)?\S+\/(second|minute|hour|day|week)/m.source}|${IPTABLES_SIGN.source}`,
    'm',
  ),
  understands: 'limit rate in packets, in rules and objects, and limit and hashlimit of iptables',
  shared: {
    is: 'one bucket for all packets that reach the rule',
    perClient: 'A dynamic set, updated with ip saddr and the limit, has one for each address.',
  },
  timeGrid: { spans: Object.values(UNITS) },
  print: (lane) => `${rate(lane, '')}\n`,
  notes: () => ['What is within the limit matches: accept follows it, and a rule below drops the rest.'],
  read(text, findings) {
    if (IPTABLES_SIGN.test(text)) readIptables(text, findings);
    const limits = /\blimit\s+rate\b/.test(text);
    for (const [index, row] of text.split('\n').entries()) {
      const line = index + 1;
      const code = row.replace(/#.*/, '');
      const noteOnVerdict = verdictOf(code);
      const key = OF_A_SET.test(code) ? 'each' : 'all';
      if (limits && /^\s*include\s/.test(code)) findings.problem(line, 'include: that file is not read.');
      for (const match of code.matchAll(/\brate\s+(over\s+)?(\S+?)\/(\w+)(?:\s+burst\s+(\S+)(?:\s+(\w+))?)?/g)) {
        const [what, , count = '', unit = '', burst, kind = 'packets'] = match;
        const T = lookUp(UNITS, unit);
        const n = /^\d+$/.test(count) ? Number(count) : null;
        const capacity = burst === undefined ? DEFAULT_BURST : /^\d+$/.test(burst) ? Number(burst) : null;
        if ([unit, kind, count].some((word) => word.endsWith('bytes')))
          findings.problem(line, `${brief(what)} counts bytes, and a lane requests.`);
        else if (n === null || capacity === null)
          findings.problem(line, `${brief(what)}: only whole numbers of packets are understood.`);
        else if (T === undefined)
          findings.problem(line, `${brief(what)}: the unit is second, minute, hour, day or week.`);
        else
          findings.limit(
            line,
            brief(code.trim()),
            { n, T, capacity },
            {},
            [burst === undefined && `burst is left out: it is ${DEFAULT_BURST}.`, noteOnVerdict],
            { key },
          );
      }
      if (/\brate\s+(over\s+)?\d+\s+\w*bytes\//.test(code))
        findings.problem(line, 'A rate in bytes does not limit requests.');
    }
  },
  dryRun: {
    print: (lane) => `${rate(lane, 'over ')} counter\n`,
    collect: 'The packets of that counter, in nft list ruleset.',
    comparison:
      'The bucket is spent as it would be when enforced, so the counter shows what would be dropped. Only senders behave ' +
      'differently: nothing is retransmitted.',
  },
};
