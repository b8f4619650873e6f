/**
 * Config text of real systems, both ways: a lane's policy and options as its product writes them, and the limits in a text
 * that somebody pastes. Nothing is executed, and nothing that a text refers to is fetched.
 *
 * The systems' own rules say what they take, so `loadSystems` has to be done before anything here is called.
 */
import {
  catalogueEntryById,
  defaultsOf,
  formatNumber,
  limiterById,
  secondsFromMicros,
  type Duration,
  type Options,
  type Policy,
} from '../sim/index.ts';
import { Findings, type ConfigProblem, type FoundLimit } from './findings.ts';
import { nearestPolicies } from './nearest.ts';
import {
  CannotPrintError,
  type ConfigLane,
  type ConfigProduct,
  type DryRun,
  type PrintedConfig,
  type StackForm,
} from './product.ts';
import { notesOnStack, type ConfigStack } from './stacks.ts';
import { products } from './products/index.ts';
import { refusal } from './refusal.ts';

export type { ConfigProblem, FoundLimit } from './findings.ts';
export { choicesOf, configLaneOf, configStackOf, groupsOf } from './stacks.ts';
export { CannotPrintError, type ConfigLane, type DryRun, type PrintedConfig } from './product.ts';

export interface ReadConfig {
  /** A limiter's id; empty where no product was recognised. */
  readonly product: string;
  /** In the order in which they stand in the text. */
  readonly limits: readonly FoundLimit[];
  readonly problems: readonly ConfigProblem[];
}

export interface ConfigProductInfo {
  /** A limiter's id. */
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly dryRun?: DryRun;
  readonly stack?: StackForm;
}

const byName = new Map(products.flatMap((product) => [product.id, ...product.aliases].map((name) => [name, product])));

/** In the order in which they are offered. */
export const configProducts: readonly ConfigProductInfo[] = products.map(({ id, aliases, dryRun, stack }) => ({
  id,
  name: catalogueEntryById(id)?.name ?? id,
  aliases,
  ...(dryRun === undefined ? {} : { dryRun }),
  ...(stack === undefined ? {} : { stack }),
}));

/** The id of the product with this id or alias. */
export function configProductId(name: string): string | undefined {
  return byName.get(name)?.id;
}

/**
 * The limits in a text, and the lines that are not understood. Never throws for a text.
 * @param name an id or an alias; the product is recognised if it is left out
 * @param keepT a lane's T, which stays where it gives a whole n at a rate that the text states
 */
export function readConfig(text: string, name?: string, keepT?: Duration): ReadConfig {
  const plain = text.replace(/\r\n?/g, '\n');
  const candidates = name === undefined ? products.filter(({ sign }) => sign.test(plain)) : [productOf(name)];
  let best: ReadConfig | null = null;
  for (const product of candidates) {
    const findings = new Findings(product.id, keepT);
    product.read(plain, findings);
    const { limits, problems } = findings;
    // A file may have signs of several; its limits are of the one that understands most of it.
    if (best === null || limits.length > best.limits.length)
      // Guava's two limiters, say, are read as one product.
      best = {
        product: limits[0]?.limiter ?? product.id,
        limits: limits.sort(byLine),
        problems: problems.sort(byLine),
      };
  }
  if (best !== null) return best;
  return {
    product: '',
    limits: [],
    problems: [{ line: 1, message: 'No rate limit of a known product is in this text.' }],
  };
}

function byLine(a: { readonly line: number }, b: { readonly line: number }): number {
  return a.line - b.line;
}

/** The lane in the product's own words. @throws {CannotPrintError} where the product cannot say it */
export function printConfig(name: string, lane: ConfigLane): PrintedConfig {
  const product = productOf(name);
  const refused = refusal(product.id, lane.policy, lane.options);
  if (refused !== null) throw new CannotPrintError(refused, nearestPolicies(product, lane));
  try {
    const { fileName, language } = product;
    return { text: product.print(lane), fileName, language, notes: product.notes?.(lane) ?? [] };
  } catch (error) {
    if (!(error instanceof CannotPrintError) || error.nearest.length > 0) throw error;
    throw new CannotPrintError(error.message, nearestPolicies(product, lane));
  }
}

export interface PrintedStack extends PrintedConfig {
  /** The product's lanes that the text says. */
  readonly lanes: readonly NearestLane['lane'][];
}

/** How a product charges several limits of the same requests. */
export function stackChargeOf(product: string): StackForm['charge'] {
  return configProducts.find(({ id }) => id === product)?.stack?.charge ?? 'together';
}

/** The limits of a stack in one text. @throws {CannotPrintError} where the product cannot say it */
export function printStack(name: string, stack: ConfigStack): PrintedStack {
  const product = productOf(name);
  const notes = [...notesOnStack(catalogueEntryById(product.id)?.name ?? product.id, product.stack, stack)];
  const lanes = stack.limits.map((limit, index) => {
    const { lane, differs } = nearestLane(product.id, limit);
    if (lane.policy.n !== limit.policy.n || lane.policy.T !== limit.policy.T)
      throw new CannotPrintError(`Limit ${index + 1} cannot be expressed; the nearest is ${differs}`);
    if (differs !== '') notes.push(`Limit ${index + 1} is not the same: ${differs}`);
    return { ...lane, ...(limit.key === 'all' && { key: limit.key }) };
  });
  const { fileName, language } = product;
  const [first] = lanes;
  if (first === undefined) throw new TypeError('a stack without limits');
  const isPlain = lanes.length === 1 && first.key !== 'all';
  const text = isPlain ? product.print(first) : (product.stack as StackForm).print(lanes);
  return { text, fileName, language, notes: [...notes, ...(product.notes?.(first) ?? [])], lanes };
}

export interface NearestLane {
  /** A lane of the product. */
  readonly lane: ConfigLane & { readonly limiter: string };
  /** Whether it has the same rate, period and burst. */
  readonly exact: boolean;
  /** What is different, a sentence; empty if nothing is. */
  readonly differs: string;
}

/**
 * The lane of the product with the policy nearest to that of any lane.
 * @throws {CannotPrintError} where the product has none
 */
export function nearestLane(name: string, lane: ConfigLane & { readonly limiter: string }): NearestLane {
  const product = productOf(name);
  const wanted: Policy = { ...lane.policy, capacity: burstOf(lane) };
  const options = lane.limiter === product.id ? lane.options : optionsFor(product.id, lane, wanted.capacity);
  const first = { policy: wanted, options };
  const isSaid = canPrint(product, first);
  const policy = isSaid ? wanted : nearestPolicies(product, first)[0];
  if (policy === undefined) printConfig(product.id, first); // throws, and says why
  const chosen = policy ?? wanted;
  const differences = [
    ...(chosen.n === wanted.n && chosen.T === wanted.T ? [] : [`${rateText(chosen)} instead of ${rateText(wanted)}`]),
    ...burstDifference(product.id, chosen, wanted),
  ];
  return {
    lane: { limiter: product.id, policy: chosen, options },
    exact: differences.length === 0,
    differs: differences.length === 0 ? '' : `${differences.join('; ')}.`,
  };
}

function canPrint(product: ConfigProduct, lane: ConfigLane): boolean {
  if (refusal(product.id, lane.policy, lane.options) !== null) return false;
  try {
    product.print(lane);
    return true;
  } catch (error) {
    if (error instanceof CannotPrintError) return false;
    throw error;
  }
}

/** As many as a lane admits at once: its capacity, or what it has in its place. Its options are complete. */
export function burstOf({ limiter, policy, options }: ConfigLane & { readonly limiter: string }): number {
  if (limiter === 'nginx-limit-req') return (options['burst'] as number) + 1;
  return catalogueEntryById(limiter)?.usesCapacity === true ? policy.capacity : policy.n;
}

/** The product's defaults; where the burst is an option, one that admits as many at once, late if the lane delays. */
function optionsFor(id: string, lane: ConfigLane & { readonly limiter: string }, burst: number): Options {
  const options = defaultsOf(limiterById(id)?.knobs ?? []);
  if (id !== 'nginx-limit-req') return options;
  const delays = catalogueEntryById(lane.limiter)?.outcomes.includes('delay') === true;
  return { ...options, burst: burst - 1, delay: delays ? 0 : 'none' };
}

function burstDifference(id: string, chosen: Policy, wanted: Policy): readonly string[] {
  if (id === 'nginx-limit-req') return [];
  const burst = limiterById(id)?.usesCapacity === true ? chosen.capacity : chosen.n;
  return burst === wanted.capacity || (burst === chosen.n && wanted.capacity === wanted.n)
    ? []
    : [`a burst of ${formatNumber(burst)} instead of ${formatNumber(wanted.capacity)}`];
}

function rateText({ n, T }: Policy): string {
  return `${formatNumber(n)} per ${formatNumber(secondsFromMicros(T), 6)} s`;
}

/** @throws {RangeError} for a name that none has */
function productOf(name: string): ConfigProduct {
  const product = byName.get(name);
  if (product === undefined) throw new RangeError(`${name} is not a product with a config here.`);
  return product;
}
