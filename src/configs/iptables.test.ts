/** Rules of iptables with limits, as manuals and firewalls have them. */
import { describe, expect, it } from 'vitest';
import { loadSystems } from '../sim/index.ts';
import { readConfig } from './readConfig.ts';
import { foundIn } from './testing.ts';

await loadSystems();

const BURST = '--limit-burst is left out: it is 5.';
const HASHED_BURST = '--hashlimit-burst is left out: it is 5.';

const COARSE = 'So high a rate is rounded, and no more than the burst passes in a tick of the kernel, of 1 to 10 ms.';

describe('iptables', () => {
  it.each([
    ['iptables -A INPUT -m limit --limit 5/min --limit-burst 10 -j ACCEPT\n', '1: 5 per 60 (10) for all', []],
    ['iptables -A INPUT -m limit --limit 25/minute -j ACCEPT\n', '1: 25 per 60 (5) for all', [BURST]],
    [
      '# ping\n-A INPUT -p icmp --icmp-type echo-request -m limit --limit 1/s -j ACCEPT\n-A INPUT -j DROP\n',
      '2: 1 per 1 (5) for all',
      [BURST, 'It limits only packets with -p icmp --icmp-type echo-request; the lane limits all.'],
    ],
    [
      'iptables -A INPUT -m limit --limit 2/min -j LOG --log-prefix "-m limit: " --log-level 4\n',
      '1: 2 per 60 (5) for all',
      [BURST, 'It limits what is logged or counted: the rule refuses nothing; the lane refuses.'],
    ],
    [
      'iptables -I INPUT -p tcp --dport 443 -m hashlimit --hashlimit-name https --hashlimit-mode srcip \\\n    --hashlimit-above 10/sec --hashlimit-burst 20 -j DROP\n',
      '1: 10 per 1 (20) for each',
      [
        'A client that sends nothing for 1 s has a full bucket again; in the lane it fills by its rate.',
        'It limits only packets with -p tcp --dport 443; the lane limits all.',
      ],
    ],
    [
      'iptables -A INPUT -m hashlimit --hashlimit-upto 50/hour --hashlimit-mode srcip,dstport --hashlimit-name a -j ACCEPT\n',
      '1: 50 per 3600 (5) for each',
      [HASHED_BURST, 'It counts by srcip,dstport; the lane counts for each client.'],
    ],
    [
      'ip6tables -A INPUT --match hashlimit --hashlimit 1/day --hashlimit-burst 7 --hashlimit-name b -j ACCEPT\n',
      '1: 1 per 86400 (7) for all',
      [],
    ],
    [
      'iptables -A FORWARD -m limit -j REJECT\n',
      '1: 3 per 3600 (5) for all',
      [
        BURST,
        '--limit is left out: it is 3/hour.',
        'It matches what is within the limit, and REJECT refuses that; the lane refuses the rest.',
      ],
    ],
    [
      'iptables -A INPUT -m hashlimit --hashlimit-above 3/sec --hashlimit-burst 3 --hashlimit-mode srcip --hashlimit-name c -j ACCEPT\n',
      '1: 3 per 1 (3) for each',
      ['Nothing after it drops: the rule refuses nothing; the lane refuses.'],
    ],
  ])('%j', (text, limit, notes) => {
    expect(foundIn(text)).toEqual(['nft-limit', limit]);
    expect(readConfig(text).limits.flatMap((one) => one.notes)).toEqual(notes);
  });

  it('a script’s variables are said, and what is in quotes is a word', () => {
    const rule = (rate: string) =>
      `for port in "\${PORTS[@]}"; do\n  iptables -A "$CHAIN" -p tcp --dport "$port" \\\n    -m conntrack --ctstate NEW \\\n    -m hashlimit --hashlimit-mode srcip \\\n    --hashlimit-above "${rate}" --hashlimit-burst 20 --hashlimit-name "tcp $port" -j DROP\ndone\n`;
    expect(foundIn(rule('10/sec'))).toEqual(['nft-limit', '2: 10 per 1 (20) for each']);
    expect(foundIn(rule('${RATE}/sec'))).toEqual([
      'nft-limit',
      '2! ${RATE}/sec is not a rate: it is a number and second, minute, hour or day, like 10/sec.',
    ]);
  });

  it.each([
    [
      '-A INPUT ! -s 10.0.0.1 -p tcp -m mac --mac-source 00:11 --tcp-flags SYN,ACK SYN -m limit --limit 1/s --limit-burst 2 -j ACCEPT\n',
      ['1: 1 per 1 (2) for all'],
      ['It limits only packets with ! -s 10.0.0.1 -p tcp --tcp-flags SYN,ACK SYN -m mac; the lane limits all.'],
    ],
    [
      "iptables -C a -m limit --limit '1/s' -j ACCEPT\niptables -D a -m limit --limit 2/s -j ACCEPT\niptables -A a -m limit --limit '3/s' --limit-burst 3\n",
      ['3: 3 per 1 (3) for all'],
      [],
    ],
    [
      '-A a -m limit --limit 5/s --limit-burst 1 -m hashlimit --hashlimit-upto 2/s --hashlimit-burst 2 --hashlimit-mode srcip --hashlimit-srcmask 24 --hashlimit-name b -j ACCEPT\n',
      ['1: 5 per 1 (1) for all', '1: 2 per 1 (2) for each'],
      ['It counts by networks of /24; the lane counts for each client.'],
    ],
    [
      '-A a -m hashlimit --hashlimit-upto 5/min --hashlimit-burst 9 --hashlimit-mode srcip --hashlimit-htable-expire 30000\n',
      ['1: 5 per 60 (9) for each'],
      ['A client that sends nothing for 30 s has a full bucket again; in the lane it fills by its rate.'],
    ],
    [
      '-A a -m limit --limit 3000/s --limit-burst 50\n-A a -m limit --limit 600/s\n-A a -m limit --limit 400/s\n',
      ['1: 3000 per 1 (50) for all', '2: 600 per 1 (5) for all', '3: 400 per 1 (5) for all'],
      [COARSE, BURST, COARSE, BURST],
    ],
    [
      '-A b -m recent --set --name a\n-A b -m recent --update --seconds 30 --hitcount 6 --name a -j DROP\n',
      ['2! The match recent is not part of the lane.'],
      [],
    ],
  ])('%j', (text, found, notes) => {
    expect(foundIn(text)).toEqual(['nft-limit', ...found]);
    expect(readConfig(text).limits.flatMap((one) => one.notes)).toEqual(notes);
  });

  it('a message of a commit is no match', () =>
    expect(foundIn('git commit -m limit\n')).toEqual(['', '1! No rate limit of a known product is in this text.']));

  it('what is not understood is said', () => {
    expect(
      foundIn(
        '-A a -m hashlimit --hashlimit-above 512kb/s --hashlimit-mode srcip -j DROP\n-A a -m limit --limit 5/fortnight\n' +
          '-A a -m hashlimit --hashlimit-name b\n-A a -m limit --limit 5/s --limit-burst many\n# -A a -m limit --limit 5/s\n',
      ),
    ).toEqual([
      'nft-limit',
      '1! The rate 512kb/s counts bytes, and a lane requests.',
      '2! 5/fortnight is not a rate: it is a number and second, minute, hour or day, like 10/sec.',
      '3! --hashlimit-upto is missing.',
      '4! --limit-burst is many: only a whole number of packets is understood.',
    ]);
  });
});
