/** Exim's ratelimit condition in an ACL. */
import { SECOND, type Duration } from '../../sim/index.ts';
import { CannotPrintError, type ConfigProduct } from '../product.ts';
import { durationText, parseDuration, secondsText } from '../text/durations.ts';
import { brief } from '../values.ts';

/** Of a T that is none itself. */
function nearestSeconds(T: Duration): string {
  const below = Math.floor(T / SECOND);
  return below === 0 ? '1 s' : `${below} s and ${below + 1} s`;
}

export const exim: ConfigProduct = {
  id: 'exponential',
  name: 'Exim ratelimit',
  aliases: ['exim'],
  fileName: 'exim.conf',
  language: 'exim',
  sign: /\bratelimit\s*=\s*\S{1,100}\s*\//,
  understands: 'ratelimit conditions of an ACL',
  timeGrid: { unit: SECOND },
  print({ policy: { n, T }, options }) {
    if (T % SECOND !== 0)
      throw new CannotPrintError(
        `Exim counts whole seconds; nearest to T = ${secondsText(T)} s: ${nearestSeconds(T)}.`,
      );
    return `deny ratelimit = ${n} / ${durationText(T, ['s'])} / ${options['update']} / $sender_host_address\n`;
  },
  read(text, findings) {
    let verb = '';
    for (const [index, row] of text.split('\n').entries()) {
      const line = index + 1;
      verb = /^\s*(accept|defer|deny|discard|drop|require|warn)\b/.exec(row)?.[1] ?? verb;
      const [, value = ''] = /^[^#]*\bratelimit\s*=\s*(.+)$/.exec(row) ?? [];
      if (value === '') continue;
      const [count = '', period = '', ...words] = value.split('/').map((part) => part.trim());
      const T = parseDuration(period, SECOND);
      const n = /^\d+(\.\d+)?$/.test(count) ? Number(count) : null;
      const other = words.find((word) =>
        /^(noupdate|readonly|count=.*|unique=.*|per_byte|per_conn|per_cmd|per_addr|per_rcpt)$/.test(word),
      );
      if (n === null) findings.problem(line, `The limit is ${brief(count)}: only a number is understood.`);
      else if (T === null) findings.problem(line, `The period is ${brief(period)}, which is not a valid duration.`);
      else
        findings.limit(
          line,
          brief(row.trim()),
          { n, T, capacity: null },
          { update: words.includes('strict') ? 'strict' : 'leaky' },
          [
            other !== undefined && `${other} is not part of the lane.`,
            verb === 'warn' && 'It is in a warn statement, which refuses nothing; the lane refuses.',
          ],
        );
    }
  },
};
