/** Rack::Attack: throttles by name, limit and period. */
import { SECOND } from '../../sim/index.ts';
import type { ConfigProduct } from '../product.ts';
import { secondsText } from '../text/durations.ts';
import { callsIn } from '../text/source.ts';
import { brief, numberIn, timeIn } from '../values.ts';

export const rackAttack: ConfigProduct = {
  id: 'rack-attack',
  aliases: ['rack'],
  fileName: 'rack_attack.rb',
  language: 'ruby',
  sign: /\bRack::Attack\b/,
  timeGrid: { unit: SECOND },
  print: ({ policy: { n, T } }) =>
    `Rack::Attack.throttle('api', limit: ${n}, period: ${secondsText(T)}) { |req| req.ip }\n`,
  read(text, findings) {
    for (const call of callsIn(text, 'hash', ['throttle', 'track'], findings)) {
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
