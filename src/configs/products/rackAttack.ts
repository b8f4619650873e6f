/** Rack::Attack: throttles by name, limit and period. */
import { SECOND } from '../../sim/index.ts';
import type { ConfigProduct } from '../product.ts';
import { secondsText } from '../text/durations.ts';
import { pathOf } from '../text/expressions.ts';
import { lookUp } from '../text/lookUp.ts';
import { callsIn } from '../text/source.ts';
import { brief, numberIn, timeIn } from '../values.ts';

/** What else lets requests pass, or refuses them. */
const OTHERS: Readonly<Record<string, string>> = {
  safelist: 'lets requests pass whatever their rate',
  safelist_ip: 'lets requests pass whatever their rate',
  blocklist: 'refuses requests whatever their rate',
  blocklist_ip: 'refuses requests whatever their rate',
  filter: 'bans clients for some time',
};

export const rackAttack: ConfigProduct = {
  id: 'rack-attack',
  aliases: ['rack'],
  fileName: 'rack_attack.rb',
  language: 'ruby',
  sign: /\bRack::Attack\b/,
  understands: 'throttle and track with numbers, in Ruby code',
  timeGrid: { unit: SECOND },
  print: ({ policy: { n, T } }) =>
    `Rack::Attack.throttle('api', limit: ${n}, period: ${secondsText(T)}) { |req| req.ip }\n`,
  read(text, findings) {
    for (const call of callsIn(text, 'hash', ['throttle', 'track', ...Object.keys(OTHERS)], findings)) {
      const other = lookUp(OTHERS, call.name);
      // Anything may have a filter.
      const isOther = other !== undefined && (call.name !== 'filter' || pathOf(call.on).endsWith('2Ban'));
      if (isOther) findings.problem(call.line, `${brief(call.text)}: it ${other}, which is not part of the lane.`);
      if (other !== undefined) continue;
      const isTracked = call.name === 'track';
      // Without a limit it only counts.
      if (isTracked && !call.named.has('limit')) continue;
      const n = numberIn(call.named.get('limit'), 'limit', call.line, findings);
      const T = timeIn(call.named.get('period'), 'period', call.line, SECOND, findings);
      if (n !== null && T !== null)
        findings.limit(call.line, brief(call.text), { n, T, capacity: null }, {}, [
          isTracked && 'track counts what is over the limit and refuses nothing; the lane refuses it.',
        ]);
    }
  },
  dryRun: {
    print: ({ policy: { n, T } }) =>
      `Rack::Attack.track('api', limit: ${n}, period: ${secondsText(T)}) { |req| req.ip }\n\n` +
      'ActiveSupport::Notifications.subscribe("track.rack_attack") do |_name, _start, _finish, _id, payload|\n' +
      '  Rails.logger.info("limited #{payload[:request].ip}")\nend\n',
    collect: 'The lines of that logger: one for each request above the limit.',
    comparison:
      'Refused requests also count when the limit is enforced, so a track counts the same. It only sees requests that no ' +
      'blocklist and no throttle refuses.',
  },
};
