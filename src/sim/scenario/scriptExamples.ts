/** Example scripts that teach the script API, one idea each. */

export interface ScriptExample {
  readonly id: string;
  readonly title: string;
  /** What it sends. */
  readonly description: string;
  readonly code: string;
}

export const scriptExamples: readonly ScriptExample[] = [
  {
    id: 'edges',
    title: 'Bursts at the window’s edges',
    description: 'n requests right before each edge of a window of T seconds, and n right after it.',
    code: `// A limiter that counts in fixed windows starts again at each edge: T, 2 T, 3 T and so on.
// Here n requests arrive right before each edge and n right after it, all within a tenth of T.
const gap = T / (20 * n);

for (let edge = T; edge < duration; edge += T) {
  for (let i = 0; i < n; i++) {
    send(edge - (n - i) * gap);
    send(edge + i * gap);
  }
}
`,
  },
  {
    id: 'crowd',
    title: 'A crowd, a few of them busy',
    description: 'Twenty users by Zipf’s law, five requests a second at random times, one in ten of which costs 3.',
    code: `// By Zipf's law the second busiest user sends half as much as the busiest, the third a third, and so on.
const users = 20;
const sums = [];
let total = 0;
for (let rank = 1; rank <= users; rank++) {
  total += 1 / rank;
  sums.push(total);
}

// The gaps between requests are exponential: the time until the next request does not depend on the last one.
for (let at = exponential(5); at < duration; at += exponential(5)) {
  const drawn = random() * total;
  const user = sums.findIndex((sum) => drawn < sum) + 1;
  send(at, { key: \`user-\${user}\`, cost: random() < 0.1 ? 3 : 1 });
}
`,
  },
  {
    id: 'polite',
    title: 'Polite clients',
    description: 'Ten clients that share a key. When refused, each waits for the retry-after time plus up to a second.',
    code: `// Each client sends about once a second. When refused, it waits for the retry-after time plus up to a second:
// without that jitter, all of them would return at the same moment.
for (let i = 0; i < 10; i++) {
  client(function* () {
    while (now() < duration) {
      yield sleep(exponential(1));
      let answer = yield request();
      while (answer.outcome === 'deny' && answer.retryAfter !== null) {
        yield sleep(answer.retryAfter + random());
        answer = yield request();
      }
    }
  });
}
`,
  },
];
