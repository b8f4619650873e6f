/** Loads the real systems, stacks and what the user writes where one is named: few scenarios need them, and no first load. */
import { schemeById } from '../cluster/schemes/index.ts';
import { limiterById } from '../limiters/index.ts';
import { laterWordsById } from './words.ts';

/** From then on `limiterById` finds them; nothing happens if it does already. */
export async function loadSystems(): Promise<void> {
  await import('./register.ts');
}

interface NamesLimiter {
  readonly limiter: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly of?: readonly NamesLimiter[];
}

/** Whether a lane, or a limiter within one, is a real system or a stack that is not loaded yet. */
export function lacksSystem({ lanes }: { readonly lanes: readonly NamesLimiter[] }): boolean {
  return lanes.some(isLacking);
}

function isLacking({ limiter, options, of = [] }: NamesLimiter): boolean {
  if (laterWordsById(limiter) !== undefined && (limiterById(limiter) ?? schemeById(limiter)) === undefined) return true;
  return [...of, ...Object.values(options)].some((option) => namesLimiter(option) && isLacking(option));
}

function namesLimiter(option: unknown): option is NamesLimiter {
  return typeof option === 'object' && option !== null && 'limiter' in option && 'options' in option;
}
