/** The throttler of Nest, as its documentation and applications set it. */
import { describe, expect, it } from 'vitest';
import { loadSystems } from '../sim/index.ts';
import { readConfig } from './readConfig.ts';
import { foundIn } from './testing.ts';

await loadSystems();

const notesIn = (text: string) => readConfig(text).limits.flatMap(({ notes }) => notes);
const NEW = 'rate-limiter-flexible';

describe('Nest’s throttler', () => {
  it.each([
    [
      'a module',
      `@Module({
  imports: [
    ThrottlerModule.forRoot([
      {
        ttl: 60000,
        limit: 10,
      },
    ]),
  ],
})
export class AppModule {}
`,
      [NEW, '5: 10 per 60 for each blockDuration=60 burstPoints=none'],
    ],
    [
      'a module in an object, with helpers and a block',
      "ThrottlerModule.forRoot({\n  throttlers: [{ ttl: seconds(5), limit: 2, blockDuration: minutes(1) }],\n  errorMessage: 'Wow!',\n})",
      [NEW, '2: 2 per 5 for each blockDuration=60 burstPoints=none'],
    ],
    [
      'a constant and a product',
      'const LIMIT = 100;\nThrottlerModule.forRoot([{ ttl: 15 * 60 * 1000, limit: LIMIT }])',
      [NEW, '2: 100 per 900 for each blockDuration=900 burstPoints=none'],
    ],
    [
      'a version before 5',
      'ThrottlerModule.forRoot({\n  ttl: 60, // seconds\n  limit: 10,\n}),',
      ['sliding-log', '2: 10 per 60 for each'],
    ],
    [
      'a route before 5',
      "import { Throttle } from '@nestjs/throttler';\n@Throttle(3, 60)\n@Get()\nfindAll() {}\n",
      ['sliding-log', '2: 3 per 60 for each'],
    ],
    [
      'no block',
      'ThrottlerModule.forRoot([{ ttl: 1000, limit: 3, blockDuration: 0 }])',
      ['sliding-log', '1: 3 per 1 for each'],
    ],
    [
      'a factory',
      'ThrottlerModule.forRootAsync({\n  useFactory: () => [{ ttl: hours(1), limit: 500 }],\n})',
      [NEW, '2: 500 per 3600 for each blockDuration=3600 burstPoints=none'],
    ],
    [
      'a factory that asks the configuration',
      "ThrottlerModule.forRootAsync({\n  inject: [ConfigService],\n  useFactory: (config: ConfigService) => [\n    { ttl: config.get('THROTTLE_TTL'), limit: config.get('THROTTLE_LIMIT') },\n  ],\n})",
      [
        '',
        "4! limit is config.get('THROTTLE_LIMIT'): only numbers, and sums and products of them, are understood.",
        "4! ttl is config.get('THROTTLE_TTL'), which is not understood as a duration.",
      ],
    ],
  ])('%s', (_, text, found) => expect(foundIn(text)).toEqual(found));

  it('a default of the environment is read, and said', () => {
    const text =
      "ThrottlerModule.forRoot([\n  {\n    ttl: parseInt(process.env['THROTTLE_TTL'] ?? '60000', 10),\n    limit: Number(process.env.LIMIT || 100),\n  },\n])";
    expect(foundIn(text)).toEqual([
      NEW,
      '3: 100 per 60 for each blockDuration=60 burstPoints=none',
      "3! ttl is parseInt(process.env['THROTTLE_TTL'] ?? '60000', 10), which may be set elsewhere: its default, 60000, is read.",
      '4! limit is Number(process.env.LIMIT || 100), which may be set elsewhere: its default, 100, is read.',
    ]);
  });

  it('several are for the same requests, and one of a route comes after them', () => {
    const text = `ThrottlerModule.forRoot([
  { name: 'short', ttl: 1000, limit: 3 },
  { name: 'medium', ttl: 10000, limit: 20 },
]);
@SkipThrottle()
@Controller('users')
export class UsersController {
  // Override default configuration for Rate limiting and duration.
  @Throttle({ short: { limit: 1, ttl: 60000 } })
  @Get()
  findAll() {}
}
`;
    const { limits, problems } = readConfig(text);
    expect(limits.map(({ what, charge, isException }) => [what, charge, isException])).toEqual([
      ['limit 3, ttl 1000, of short', 'in-order', undefined],
      ['limit 20, ttl 10000, of medium', 'in-order', undefined],
      ['limit 1, ttl 60000, of short', undefined, true],
    ]);
    expect(limits[0]?.group).toBe(limits[1]?.group);
    expect(limits[2]?.notes).toContain('It replaces the module’s limit on its routes.');
    expect(problems).toEqual([
      { line: 5, message: '@SkipThrottle lets requests pass whatever their rate, which is not part of the lane.' },
    ]);
  });

  it('reads only what stands in the module or on a route', () => {
    const text = `ThrottlerModule.forRoot([{ ttl: days(7), limit: 30 }]),
CacheModule.register({ ttl: 5000, max: 10 }),
@Throttle({ default: { limit: 3, ttl: 60000 } })
list() { return this.cats.find({ skip: 0, limit: 10 }); }
@Throttle({ short: SHORT, long: { limit: 5 } })
@Throttle(LIMIT)
get() { this.cache.set('k', 1, { ttl: 30 }); }
`;
    expect(foundIn(text)).toEqual([
      NEW,
      '1: 30 per 604800 for each blockDuration=604800 burstPoints=none',
      '3: 3 per 60 for each blockDuration=60 burstPoints=none',
      '5! @Throttle gets SHORT: only an object with limit and ttl is understood.',
      '5! ttl is missing.',
      '6! @Throttle gets LIMIT: only an object with limit and ttl is understood.',
    ]);
  });

  it('says in what the lane differs', () => {
    expect(notesIn('ThrottlerModule.forRoot([{ ttl: 1000, limit: 3, skipIf: (c) => c.isHealthCheck }])')).toEqual([
      'Each of its hits leaves after ttl; those of the lane leave together. Before version 6 a refusal shut nobody out.',
      'It counts each route separately; the lane counts all requests of a client together.',
      'skipIf lets some requests pass without counting them; the lane counts all.',
    ]);
    expect(notesIn('ThrottlerModule.forRoot({ ttl: 60, limit: 3 })')).toEqual([
      'It counts refused requests, too, which the lane does not.',
      'It counts each route separately; the lane counts all requests of a client together.',
    ]);
    expect(
      foundIn('ThrottlerModule.forRoot({\n  throttlers: [{ ttl: 1000, limit: 3 }],\n  storage: new Redis(),\n})').slice(
        2,
      ),
    ).toEqual(['3! Its store is shared: the lane counts as the store in memory does.']);
  });
});
