/** Programs whose limits are others in production: that all of them are read, or which, is said. */
import { expect, it } from 'vitest';
import { expectLinearTime, repeated } from '../linearTime.testing.ts';
import { loadSystems } from '../sim/index.ts';
import { branchProblems } from './branches.ts';
import { foundIn } from './testing.ts';

await loadSystems();

const BOTH = 'decides which of these limits are in force: all of them are read.';
const ONE = 'decides whether a limit is in force: it is read.';

it.each([
  [
    'Ruby',
    `if Rails.env.production?
  Rack::Attack.throttle('ip', limit: 300, period: 60) { |req| req.ip }
else
  Rack::Attack.throttle('ip', limit: 9000, period: 60) { |req| req.ip }
end
`,
    `1! The condition Rails.env.production? ${BOTH}`,
  ],
  [
    'Ruby, behind the limit',
    `Rack::Attack.throttle('ip', limit: 300, period: 60) { |req| req.ip } unless Rails.env.test?\n`,
    `1! The condition Rails.env.test? ${ONE}`,
  ],
  [
    'JavaScript',
    `if (process.env.NODE_ENV === 'production') {
  app.use(rateLimit({ windowMs: 60000, limit: 100 }));
} else {
  app.use(rateLimit({ windowMs: 60000, limit: 9000 }));
}
`,
    `1! The condition (process.env.NODE_ENV === 'production') ${BOTH}`,
  ],
  [
    'Python',
    `if not settings.DEBUG:
    REST_FRAMEWORK = {'DEFAULT_THROTTLE_RATES': {'user': '100/min'}}

MORE = 1
`,
    `1! The condition not settings.DEBUG ${ONE}`,
  ],
  [
    'C#',
    `if (app.Environment.IsDevelopment())
{
    options.AddFixedWindowLimiter("a", o => { o.PermitLimit = 900; o.Window = TimeSpan.FromSeconds(1); });
}
else
{
    options.AddFixedWindowLimiter("a", o => { o.PermitLimit = 5; o.Window = TimeSpan.FromSeconds(1); });
}
`,
    `1! The condition (app.Environment.IsDevelopment()) ${BOTH}`,
  ],
])('a condition by the environment: %s', (_, text, sentence) => {
  const found = foundIn(text);
  expect(found).toContain(sentence);
  expect(found.length).toBe(sentence.endsWith(BOTH) ? 4 : 3);
});

it('says nothing of a condition without a limit, or of another kind', () => {
  const text = `if (process.env.NODE_ENV === 'production') {
  app.set('trust proxy', 1);
}
if (isLimited) {
  app.use(rateLimit({ windowMs: 60000, limit: 100 }));
}
`;
  expect(foundIn(text)).toEqual(['express-rate-limit', '5: 100 per 60 for each']);
});

it.each([
  [`process.env.NODE_ENV === 'production' ? 100 : 9_000`, 100],
  [`process.env.NODE_ENV === 'development' ? 9000 : 100`, 100],
  [`process.env.NODE_ENV !== "production" ? 9000 : 100`, 100],
  [`isProd\n    ? 100\n    : 9000`, 100],
  [`!config.isProduction ? 9000 : 100`, 100],
  [`isDev ? 9000 : 100`, 100],
  [`builder.Environment.IsDevelopment() ? 9000 : 100`, 100],
  [`Rails.env.local? ? 9000 : 100`, 100],
])('of a number by the environment that of production is read: %s', (number, n) => {
  const [, limit, said] = foundIn(`rateLimit({ windowMs: 60000, limit: ${number} });\n`);
  expect(limit).toBe(`1: ${n} per 60 for each`);
  expect(said).toContain(`: that of production, ${n}, is read.`);
});

it.each([
  `isAdmin ? 100 : 9000`,
  `isProduct ? 100 : 9000`,
  `isDevice ? 100 : 9000`,
  `process.env.NODE_ENV === 'staging' ? 100 : 9000`,
])('of another choice none is read: %s', (number) => {
  const found = foundIn(`rateLimit({ windowMs: 60000, limit: ${number} });\n`);
  expect(found[1]).toContain(': only numbers, and sums and products of them, are understood.');
});

it('a choice between lists of Flask-Limiter is no stack of both', () => {
  const lists = '["1000 per hour"] if app.debug else ["100 per hour"]';
  expect(foundIn(`from flask_limiter import Limiter\nLimiter(key, app=app, default_limits=${lists})\n`)).toEqual([
    'python-limits',
    `2! default_limits is ${lists}: only a list of strings is understood.`,
  ]);
});

it.each([
  'if ENV\n',
  'if ENV\n  a\n',
  'if ENV\n{\n',
  'if ENV\n\n',
  'if ENV\n}\nelse\n',
  'if ENV ',
  '} ',
  ' ',
  'env_',
  '\t}',
])('a long text is looked through in no more time than it is long: %j', (part) => {
  expectLinearTime(200_000, repeated(part, 'ENV\n'), (text) => branchProblems(text, []));
});
