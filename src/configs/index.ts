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
  type Lane,
  type Options,
  type Policy,
} from '../sim/index.ts';
import { burstDifferenceText, burstOf, sizeOf, type LaneOfLimiter } from './burst.ts';
import { canPrint, nearestPolicies } from './nearest.ts';
import {
  CannotPrintError,
  type ConfigLane,
  type ConfigProduct,
  type DryRun,
  type PrintedConfig,
  type StackForm,
} from './product.ts';
import type { Charge, FoundLimit } from './findings.ts';
import { keyRefusal, notesOnStack, type ConfigStack } from './stacks.ts';
import { nameOf, productOf, productNamed, products, readers } from './products/index.ts';
import { refusal } from './refusal.ts';

export { sizeOf } from './burst.ts';
export type { FoundLimit } from './findings.ts';
export { hasSignOf, readConfig, type ReadConfig } from './readConfig.ts';
export { choicesOf, configLaneOf, configStackOf, groupsOf } from './stacks.ts';
export { CannotPrintError, type ConfigLane, type DryRun, type PrintedConfig } from './product.ts';

export interface ConfigProductInfo {
  /** A limiter's id. */
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
  /** Whether a limit of it is one for all requests together, unless its text says otherwise. */
  readonly isShared: boolean;
  /** Whether its text can say such a limit. */
  readonly sharesLimits: boolean;
  readonly dryRun?: DryRun;
  readonly stack?: StackForm;
}

/** In the order in which they are offered. */
export const configProducts: readonly ConfigProductInfo[] = products.map((product) => {
  const { id, aliases, shared, sharesLimits, dryRun, stack } = product;
  return {
    id,
    name: nameOf(product),
    aliases,
    isShared: shared !== undefined,
    sharesLimits: shared !== undefined || sharesLimits === true,
    ...(dryRun === undefined ? {} : { dryRun }),
    ...(stack === undefined ? {} : { stack }),
  };
});

/** What config text is read of, by name. */
export const readableNames: readonly string[] = [...new Set(readers.map(nameOf))].sort((a, b) =>
  a.localeCompare(b, 'en'),
);

/**
 * A product's dry run of a lane; undefined where there is none. It is of one limit, and counts by a client's key unless the
 * product never does.
 */
export function dryRunOf(product: string, { of }: Pick<Lane, 'of'>): DryRun | undefined {
  const info = configProducts.find(({ id }) => id === product);
  const isSingle = of === undefined || (of.length === 1 && info?.isShared === true);
  return isSingle ? info?.dryRun : undefined;
}

/** The id of the product with this id or alias. */
export function configProductId(name: string): string | undefined {
  return productNamed(name)?.id;
}

/** The lane in the product's own words. @throws {CannotPrintError} where the product cannot say it */
export function printConfig(name: string, lane: ConfigLane): PrintedConfig {
  const product = productOf(name);
  const refused = refusal(product.id, lane.policy, lane.options) ?? keyRefusal(product, [lane]);
  if (refused !== null) throw new CannotPrintError(refused, nearestPolicies(product, lane));
  try {
    const { fileName, language } = product;
    return { text: product.print(lane), fileName, language, notes: notesOn(product, lane) };
  } catch (error) {
    if (!(error instanceof CannotPrintError) || error.nearest.length > 0) throw error;
    throw new CannotPrintError(error.message, nearestPolicies(product, lane));
  }
}

function notesOn(product: ConfigProduct, lane: ConfigLane): readonly string[] {
  const { shared } = product;
  const others = product.notes?.(lane) ?? [];
  if (shared === undefined || lane.key === 'all') return others;
  return [`This is ${shared.is}, and the lane has one for each client. ${shared.perClient}`, ...others];
}

export interface PrintedStack extends PrintedConfig {
  /** The product's lanes that the text says. */
  readonly lanes: readonly NearestLane['lane'][];
}

/** How a product charges several limits of the same requests. */
export function stackChargeOf(product: string): Charge {
  return configProducts.find(({ id }) => id === product)?.stack?.charge ?? 'together';
}

/** The same of limits that are found in a text. */
export function chargeOf([first]: readonly FoundLimit[]): Charge {
  return first?.charge ?? stackChargeOf(first?.limiter ?? '');
}

/** Whether no product writes such a lane: they are of one that is only read, or stack as their limiter's product does not. */
export function isForeign(limits: readonly FoundLimit[]): boolean {
  const [first] = limits;
  if (first === undefined) return false;
  const product = productNamed(first.limiter);
  const stacks = limits.length === 1 || product?.stack?.charge === chargeOf(limits);
  return product === undefined || !stacks || keyRefusal(product, limits) !== null;
}

/** The limits of a stack in one text. @throws {CannotPrintError} where the product cannot say it */
export function printStack(name: string, stack: ConfigStack): PrintedStack {
  const product = productOf(name);
  const notes = [...notesOnStack(product, stack)];
  const lanes = stack.limits.map((limit, index) => {
    const { lane, differences } = nearestLimit(product, limit);
    if (lane.policy.n !== limit.policy.n || lane.policy.T !== limit.policy.T)
      throw new CannotPrintError(`Limit ${index + 1} cannot be expressed; the nearest is ${sentenceOf(differences)}`);
    if (differences.length > 0) notes.push(`Limit ${index + 1} is not the same: ${sentenceOf(differences)}`);
    return { ...lane, ...(limit.key === 'all' && { key: limit.key }) };
  });
  const { fileName, language } = product;
  const [first] = lanes;
  if (first === undefined) throw new TypeError('a stack without limits');
  const text = lanes.length === 1 ? product.print(first) : (product.stack as StackForm).print(lanes);
  return {
    text,
    fileName,
    language,
    notes: [...new Set([...notes, ...lanes.flatMap((lane) => notesOn(product, lane))])],
    lanes,
  };
}

export interface NearestLane {
  /** A lane of the product. */
  readonly lane: LaneOfLimiter;
  /** Whether it has the same rate, period, burst and clients. */
  readonly exact: boolean;
  /** What is different, a sentence; empty if nothing is. */
  readonly differs: string;
}

/**
 * The lane of the product with the policy nearest to that of any lane.
 * @throws {CannotPrintError} where the product has none
 */
export function nearestLane(name: string, lane: LaneOfLimiter): NearestLane {
  const product = productOf(name);
  const nearest = nearestLimit(product, lane);
  const isAnothers = product.shared !== undefined && lane.key !== 'all';
  const differences = [...nearest.differences, ...(isAnothers ? [ONE_FOR_ALL] : [])];
  return { lane: nearest.lane, exact: differences.length === 0, differs: sentenceOf(differences) };
}

/** A product whose limit counts all requests together says no lane that counts for each client. */
const ONE_FOR_ALL = 'one limit for all clients instead of one for each';

function sentenceOf(differences: readonly string[]): string {
  return differences.length === 0 ? '' : `${differences.join('; ')}.`;
}

/** But for the clients whose requests it counts. */
function nearestLimit(product: ConfigProduct, lane: LaneOfLimiter) {
  const isOwn = lane.limiter === product.id;
  const wanted: Policy = isOwn ? lane.policy : { ...lane.policy, capacity: Math.max(1, sizeOf(lane)) };
  const options = isOwn ? lane.options : optionsFor(product.id, lane, wanted.capacity);
  const first = { policy: wanted, options };
  const policy = canPrint(product, first) ? wanted : nearestPolicies(product, first)[0];
  if (policy === undefined) printConfig(product.id, first); // throws, and says why
  const chosen = { limiter: product.id, policy: policy ?? wanted, options };
  const { n, T } = chosen.policy;
  const burst = burstDifference(chosen, lane);
  const differences = [
    ...(n === wanted.n && T === wanted.T ? [] : [`${rateText(chosen.policy)} instead of ${rateText(wanted)}`]),
    ...(burst === null ? [] : [burst]),
  ];
  return { lane: chosen, differences };
}

/** The product's defaults; where the burst is an option, one that admits as many at once, late if the lane delays. */
function optionsFor(id: string, lane: LaneOfLimiter, burst: number): Options {
  const options = defaultsOf(limiterById(id)?.knobs ?? []);
  if (id !== 'nginx-limit-req') return options;
  const delays = catalogueEntryById(lane.limiter)?.outcomes.includes('delay') === true;
  return { ...options, burst: burst - 1, delay: delays ? 0 : 'none' };
}

/** What a crowd gets of the one and not of the other, in words; null where it gets the same. */
function burstDifference(chosen: LaneOfLimiter, wanted: LaneOfLimiter): string | null {
  const [has, had] = [burstOf(chosen), burstOf(wanted)];
  const isSame = has.atOnce === had.atOnce && has.late === had.late;
  // Of windows, another n is said already.
  const isN = has.atOnce === chosen.policy.n && had.atOnce === wanted.policy.n && has.late === 0 && had.late === 0;
  return isSame || isN ? null : burstDifferenceText(has, had);
}

function rateText({ n, T }: Policy): string {
  return `${formatNumber(n)} per ${formatNumber(secondsFromMicros(T), 6)} s`;
}
