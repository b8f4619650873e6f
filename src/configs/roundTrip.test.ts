/** What is printed is read again as the same lane, whatever its settings. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { catalogueEntryById, limiterById, loadSystems, SECOND } from '../sim/index.ts';
import { systemWords } from '../sim/systems/words.ts';
import { anyLane } from './arbitrary.ts';
import {
  CannotPrintError,
  configProductId,
  configProducts,
  groupsOf,
  printConfig,
  printStack,
  readConfig,
  type ConfigLane,
  type FoundLimit,
  type PrintedConfig,
} from './index.ts';

await loadSystems();

/** The lane in the product's words, or null where the product cannot say it. */
function printed(id: string, lane: ConfigLane): PrintedConfig | null {
  try {
    return printConfig(id, lane);
  } catch (error) {
    if (error instanceof CannotPrintError) return null;
    throw error;
  }
}

const textOf = (id: string, lane: ConfigLane): string | null => printed(id, lane)?.text ?? null;

/** Without what the notes say is to be set elsewhere, the product may refuse the text. */
const isRefusedAlone = ({ notes }: PrintedConfig, problems: readonly object[]): boolean =>
  notes.length > 0 && problems.length > 0;

/** The lane with what the text says of it. */
function follows({ options }: ConfigLane, limit: FoundLimit): ConfigLane {
  const { n, T, capacity } = limit.policy;
  return { policy: { n, T, capacity: capacity ?? n }, options: { ...options, ...limit.options } };
}

describe.each(configProducts.map(({ id }) => id))('%s', (id) => {
  it('is read from its own text, which stays as it is', () => {
    let said = 0;
    fc.assert(
      fc.property(anyLane(id), (lane) => {
        const config = printed(id, lane);
        if (config === null) return;
        said++;
        const { text } = config;
        const { product, limits, problems } = readConfig(text, undefined, lane.policy.T);
        if (isRefusedAlone(config, problems)) return;
        expect({ text, product, problems, count: limits.length }).toEqual({
          text,
          product: id,
          problems: [],
          count: 1,
        });
        const [limit] = limits as readonly [FoundLimit];
        expect(limit.limiter).toBe(id);
        expect(printConfig(id, follows(lane, limit)).text).toBe(text);
      }),
      { numRuns: 150 },
    );
    expect(said).toBeGreaterThan(1);
  });

  it('has the same text where no T is kept', () => {
    fc.assert(
      fc.property(anyLane(id), (lane) => {
        const text = textOf(id, lane);
        const limit = text === null ? undefined : readConfig(text, id).limits[0];
        // Only a rate without a unit, or one that no T in whole microseconds gives, may be unknown without its T.
        if (text === null || limit === undefined) return;
        expect(printConfig(id, follows(lane, limit)).text).toBe(text);
      }),
      { numRuns: 40 },
    );
  });

  it('names only policies that it can say, where it cannot say one', () => {
    fc.assert(
      fc.property(anyLane(id), (lane) => {
        try {
          printConfig(id, lane);
        } catch (error) {
          if (!(error instanceof CannotPrintError)) throw error;
          expect(error.message).toMatch(/^[A-Z\p{Ll}].*\.$/su);
          expect(error.nearest.length).toBeLessThanOrEqual(2);
          for (const policy of error.nearest) expect(textOf(id, { ...lane, policy })).not.toBeNull();
        }
      }),
      { numRuns: 60 },
    );
  });

  it('keeps the rule of the lane: n per T, and its capacity where the limiter has one', () => {
    const limiter = limiterById(id);
    fc.assert(
      fc.property(anyLane(id), (lane) => {
        const config = printed(id, lane);
        if (config === null) return;
        const { limits, problems } = readConfig(config.text, id, lane.policy.T);
        if (isRefusedAlone(config, problems)) return;
        const [limit] = limits;
        const { T, capacity } = lane.policy;
        // Of governor the text has the period only, cut to nanoseconds: another n may have the same.
        const n = id === 'governor' ? limit?.policy.n : lane.policy.n;
        expect(limit?.policy).toEqual({ n, T, capacity: isCapacitySaid(limit as FoundLimit) ? capacity : null });
      }),
      { numRuns: 60 },
    );

    /** Two products use it with one of their algorithms only. */
    function isCapacitySaid({ options }: FoundLimit): boolean {
      if (id === 'upstash') return options['algorithm'] === 'tokenBucket';
      if (id === 'npm-limiter') return options['class'] === 'TokenBucket';
      return limiter?.usesCapacity === true;
    }
  });
});

describe('the products', () => {
  beforeAll(loadSystems);

  it('are all real systems', () => {
    expect(configProducts.map(({ id }) => id).sort()).toEqual(systemWords.map(({ id }) => id).sort());
    // A limiter may have another name than what it is of.
    for (const { id, name } of configProducts) expect([catalogueEntryById(id)?.name, 'Exim ratelimit']).toContain(name);
  });

  it('have names that are no other’s', () => {
    const names = configProducts.flatMap(({ id, aliases }) => [id, ...aliases]);
    expect(new Set(names).size).toBe(names.length);
    for (const short of ['nginx', 'haproxy', 'envoy', 'guava']) expect(configProductId(short)).toBeDefined();
    expect(configProductId('apache')).toBeUndefined();
  });

  it.each(configProducts.filter(({ dryRun }) => dryRun !== undefined).map(({ id }) => id))(
    '%s: prints a dry run',
    (id) => {
      const { dryRun } = configProducts.find((product) => product.id === id) ?? {};
      fc.assert(
        fc.property(anyLane(id), (lane) => {
          const text = textOf(id, lane);
          if (text === null) return;
          const dry = dryRun?.print(lane) ?? '';
          expect(dry).not.toBe(text);
          expect(dry.endsWith('\n')).toBe(true);
        }),
        { numRuns: 20 },
      );
    },
  );
});

describe('a config that refuses nothing', () => {
  const refusesNothing = /(nothing is refused|refuses nothing)/;

  it.each(configProducts.filter(({ dryRun }) => dryRun !== undefined))('$id: is known by its dry run', (product) => {
    let said = 0;
    fc.assert(
      fc.property(anyLane(product.id), (lane) => {
        const text = textOf(product.id, lane);
        if (text === null) return;
        const { limits, problems } = readConfig(product.dryRun?.print(lane) ?? '', product.id, lane.policy.T);
        // Of HAProxy no limit is read, and it is said why.
        if (limits.length === 0) expect(problems).toMatchObject([{ message: /limits nothing/ }]);
        for (const { notes } of limits) expect(notes.join()).toMatch(refusesNothing);
        for (const { notes } of readConfig(text, product.id).limits) expect(notes.join()).not.toMatch(refusesNothing);
        said++;
      }),
      { numRuns: 60 },
    );
    expect(said).toBeGreaterThan(0);
  });
});

it('a delay above the burst is printed as none, which it is in nginx', () => {
  const print = (delay: number) =>
    printConfig('nginx', { policy: { n: 10, T: 10 * SECOND, capacity: 10 }, options: { burst: 5, delay } }).text;
  expect(print(4)).toContain('limit_req zone=api burst=5 delay=4;');
  expect(print(9)).toContain('limit_req zone=api burst=5 nodelay;');
});

describe('several limits of the same requests', () => {
  /** Lanes of which a text alone can be written. */
  const sayable = (id: string) => anyLane(id).filter((lane) => textOf(id, lane) !== null);
  const stacking = configProducts.flatMap(({ id, stack, sharesLimits, isShared }) =>
    stack === undefined ? [] : [[id, { ...stack, sharesBoth: sharesLimits && !isShared }] as const],
  );

  it('have a text of some products', () => {
    expect(stacking.map(([id]) => id).sort()).toEqual(['bucket4j', 'kong', 'nginx-limit-req']);
  });

  it.each(stacking)('%s: are read from their own text, in one group', (id, { charge, sharesBoth }) => {
    let said = 0;
    const key = fc.constantFrom(...(sharesBoth ? (['each', 'all'] as const) : (['each'] as const)));
    const lane = fc.tuple(sayable(id), key).map(([one, its]) => ({ ...one, limiter: id, key: its }));
    // Some products count all limits of a text by one key.
    const lanes = fc
      .tuple(fc.array(lane, { minLength: 2, maxLength: 4 }), fc.option(key, { freq: 2 }))
      .map(([own, all]) => (all === null ? own : own.map((one) => ({ ...one, key: all }))));
    fc.assert(
      fc.property(lanes, (limits) => {
        let text: string;
        try {
          ({ text } = printStack(id, { charge, limits }));
        } catch (error) {
          if (error instanceof CannotPrintError) return;
          throw error;
        }
        said++;
        const { limits: found, problems } = readConfig(text);
        expect({ text, problems, count: found.length }).toEqual({ text, problems: [], count: limits.length });
        const groups = groupsOf(found);
        expect(groups.length).toBe(1);
        const again = found.map((limit, index) => ({
          ...follows(limits[index] as ConfigLane, limit),
          limiter: id,
          key: limit.key ?? ('each' as const),
        }));
        expect(printStack(id, { charge, limits: again }).text).toBe(text);
      }),
      { numRuns: 60 },
    );
    expect(said).toBeGreaterThan(1);
  });

  const limit = (n: number, T: number, more: object = {}) => ({
    limiter: 'kong',
    policy: { n, T: T * SECOND, capacity: n },
    options: {},
    key: 'each' as const,
    ...more,
  });

  it('are refused where the product cannot say them, in a sentence', () => {
    const stack = { charge: 'together', limits: [limit(10, 1), limit(1000, 3600)] } as const;
    expect(() => printStack('caddy', stack)).toThrow(/^No config of .*Caddy.* for several limits/);
    expect(() => printStack('kong', { ...stack, limits: [limit(10, 1), limit(9, 1)] })).toThrow(
      'Kong takes one limit a second, and there are several.',
    );
    expect(() => printStack('kong', { ...stack, limits: [limit(10, 1), limit(9, 60, { key: 'all' })] })).toThrow(
      'Kong counts all periods of a plugin by one key, and the limits have two.',
    );
    const spring = { ...limit(10, 1, { key: 'all' }), limiter: 'spring-gateway' };
    expect(() => printStack('spring', { ...stack, limits: [spring] })).toThrow(
      'The limit is for all keys together, which no config of Spring Cloud Gateway here says.',
    );
    const [each, all] = [limit(10, 1), limit(9, 60, { key: 'all' })].map((one) => ({ ...one, limiter: 'golang-rate' }));
    expect(() => printStack('bucket4j', { ...stack, limits: [each!, all!] })).toThrow(/^Limit 2 is for all keys/);
    expect(() => printStack('kong', { ...stack, limits: [limit(10, 1), limit(9, 7)] })).toThrow(
      /^Limit 2 cannot be expressed; the nearest is /,
    );
    expect(printStack('kong', { ...stack, charge: 'in-order' }).notes).toEqual([
      expect.stringMatching(
        /^Not the same: Kong.* charges only if every limit admits the request; the lane charges as /,
      ),
    ]);
  });

  it('are for all keys where nginx keys them by the server, one alone too', () => {
    const zones =
      'limit_req_zone $binary_remote_addr zone=a:1m rate=1r/s;\nlimit_req_zone $server_name zone=b:1m rate=10r/s;\n';
    const { limits } = readConfig(`${zones}limit_req zone=a;\nlimit_req zone=b burst=5;\n`);
    expect(limits.map(({ key }) => key)).toEqual([undefined, 'all']);
    const shared = {
      ...limit(10, 1),
      limiter: 'nginx-limit-req',
      options: { burst: 5, delay: 0 },
      key: 'all' as const,
    };
    const { text } = printStack('nginx', { charge: 'together', limits: [shared] });
    expect(text).toContain('limit_req_zone $server_name');
    expect(readConfig(text).limits).toMatchObject([{ key: 'all', policy: { n: 10 } }]);
  });

  it.each([
    [8, [8]],
    [9, Array<number>(9).fill(1)],
  ])('are one lane up to eight: of %d the groups have %j', (count, sizes) => {
    const uses = 'limit_req zone=a;\n'.repeat(count);
    const { limits } = readConfig(`limit_req_zone $k zone=a:1m rate=1r/s;\n${uses}`);
    expect(groupsOf(limits).map(({ length }) => length)).toEqual(sizes);
  });

  it('stand in a group where the same requests pass them, and alone elsewhere', () => {
    const zones = 'limit_req_zone $k zone=a:1m rate=1r/s;\nlimit_req_zone $k zone=b:1m rate=9r/m;\n';
    const { limits } = readConfig(
      `${zones}location / { limit_req zone=a; limit_req zone=b; }\nlocation /b { limit_req zone=b; }\n`,
    );
    expect(groupsOf(limits).map((group) => group.map(({ line }) => line))).toEqual([[3, 3], [4]]);
  });
});
