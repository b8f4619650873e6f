/**
 * iptables: the matches limit and hashlimit, which count as nft’s limit does: credit that comes in with time, full at first
 * (net/netfilter/xt_limit.c, xt_hashlimit.c), of a rule or of each hashed key.
 */
import { MILLISECOND, type Duration } from '../../sim/index.ts';
import type { Findings } from '../findings.ts';
import { NAMED_UNITS, secondsText } from '../text/durations.ts';
import { brief } from '../values.ts';
import { countsBy, limitsOnly } from '../commonNotes.ts';

/** The match alone may be a message, too: `git commit -m limit`. */
export const IPTABLES_SIGN =
  /\s(-m|--match)\s{1,9}((hash)?limit\s[^]{0,300}?(?<=\s)(--(hash)?limit|-j\s)|recent\s[^\n]{0,300}?--hitcount\b)/;

const DEFAULT_RATE = '3/hour';
const DEFAULT_BURST = 5;
/** Of `limit` the time from packet to packet is whole tenths of a millisecond; a kernel has 100 ticks a second, or more. */
const COARSE = 'So high a rate is rounded, and no more than the burst passes in a tick of the kernel, of 1 to 10 ms.';
const CONDITION =
  /(?<=^|\s)(?:!\s+)?(?:--tcp-flags\s+\S+\s+\S+|(?:-[psdio]|--(?:proto\w*|[ds]?ports?|(?:ct)?state|icmp-type|syn|match-set))(?:\s+(?!-)\S+)?)(?=\s|$)/g;
/** Matches that say no more than such options. */
const PLAIN = /^(hash)?limit$|^(comment|tcp|udp|icmp\w*|conntrack|state|multiport|set)$/;

export function readIptables(text: string, findings: Findings): void {
  const rows = text.split('\n');
  for (let index = 0; index < rows.length; index++) {
    const line = index + 1;
    let rule = rows[index] ?? '';
    while (/\\\s*$/.test(rule) && index + 1 < rows.length && rule.length < LONGEST)
      rule = `${rule.replace(/\\\s*$/, '')} ${(rows[++index] ?? '').trim()}`;
    // What is in quotes is one word.
    rule = rule.replace(/"([^"]*)"|'([^']*)'/g, (_, word: string = '', other: string = '') =>
      `${word}${other}`.replace(/\s/g, '_'),
    );
    // A rule that is looked for, or taken away, is none.
    const isOther = /\s-[CD]\s/.test(` ${rule}`) && !/\s-[AIR]\s/.test(` ${rule}`);
    if (/^\s*#/.test(rule) || isOther || !IPTABLES_SIGN.test(` ${rule}`)) continue;
    const matches = [...rule.matchAll(/(?<=^|\s)(?:-m|--match)\s+(\S+)/g)].map(([, match = '']) => match);
    if (matches.includes('recent') && /--hitcount\b/.test(rule))
      findings.problem(line, 'The match recent is not part of the lane.');
    for (const match of ['limit', 'hashlimit'])
      if (matches.includes(match)) readRule(rule, match, matches, line, findings);
  }
}

/** Of a rule in several lines. */
const LONGEST = 5_000;

function readRule(rule: string, match: string, matches: readonly string[], line: number, findings: Findings): void {
  const isHashed = match === 'hashlimit';
  const prefix = `--${match}`;
  const words = rule.split(/[\s=]+/);
  const valueOf = (option: string): string | undefined => {
    const at = words.indexOf(option);
    return at === -1 ? undefined : (words[at + 1] ?? '');
  };
  const isAbove = isHashed && valueOf(`${prefix}-above`) !== undefined;
  const rate = isHashed
    ? (valueOf(`${prefix}-above`) ?? valueOf(`${prefix}-upto`) ?? valueOf(prefix))
    : (valueOf(prefix) ?? DEFAULT_RATE);
  if (rate === undefined) {
    findings.problem(line, `${prefix}-upto is missing.`);
    return;
  }
  const [, count = '', unit = 's'] = /^(\d+)(?:\/([a-z]+))?$/i.exec(rate) ?? [];
  const T = unitOf(unit);
  const burst = valueOf(`${prefix}-burst`);
  const capacity = burst === undefined ? DEFAULT_BURST : /^\d+$/.test(burst) ? Number(burst) : null;
  if (/^\d+[kmg]?b\//i.test(rate)) findings.problem(line, `The rate ${brief(rate)} counts bytes, and a lane requests.`);
  else if (count === '' || T === undefined)
    findings.problem(
      line,
      `${brief(rate)} is not a rate: it is a number and second, minute, hour or day, like 10/sec.`,
    );
  else if (capacity === null)
    findings.problem(line, `${prefix}-burst is ${brief(burst ?? '')}: only a whole number of packets is understood.`);
  else {
    const mode = isHashed ? valueOf(`${prefix}-mode`) : undefined;
    const mask = mode === undefined ? undefined : valueOf(`${prefix}-srcmask`);
    const idle = Number(valueOf(`${prefix}-htable-expire`) ?? T / MILLISECOND) * MILLISECOND;
    const others = matches.filter((other) => !PLAIN.test(other)).map((other) => `-m ${other}`);
    const conditions = [...[...rule.matchAll(CONDITION)].map(([found]) => found), ...others];
    findings.limit(
      line,
      brief(rule),
      { n: Number(count), T, capacity },
      {},
      [
        burst === undefined && `${prefix}-burst is left out: it is ${DEFAULT_BURST}.`,
        Number(count) * MILLISECOND > Math.min(T, (capacity * T) / 10) && COARSE,
        rate === DEFAULT_RATE && valueOf(prefix) === undefined && `--limit is left out: it is ${DEFAULT_RATE}.`,
        mode !== undefined && mode !== 'srcip' && countsBy(mode),
        mask !== undefined && mask !== '32' && countsBy(`networks of /${mask}`),
        mode !== undefined &&
          (capacity * T) / Number(count) > idle &&
          `A client that sends nothing for ${secondsText(idle)} s has a full bucket again; in the lane it fills by its rate.`,
        conditions.length > 0 && limitsOnly(`packets with ${brief(conditions.join(' '))}`),
        noteOnTarget(valueOf('-j') ?? valueOf('--jump'), isAbove),
      ],
      { limiter: 'nft-limit', key: mode === undefined ? 'all' : 'each' },
    );
  }
}

/** What a rule does instead of refusing what is above its limit. */
function noteOnTarget(target: string | undefined, isAbove: boolean): string | false {
  if (target === 'LOG' || target === 'NFLOG')
    return 'It limits what is logged or counted: the rule refuses nothing; the lane refuses.';
  const refuses = /^(DROP|REJECT|TARPIT)$/.test(target ?? '');
  if (isAbove) return target === 'ACCEPT' && 'Nothing after it drops: the rule refuses nothing; the lane refuses.';
  return refuses && `It matches what is within the limit, and ${target} refuses that; the lane refuses the rest.`;
}

/** Any beginning of its name. */
function unitOf(unit: string): Duration | undefined {
  return Object.entries(NAMED_UNITS).find(([name]) => name.startsWith(unit.toLowerCase()))?.[1];
}
