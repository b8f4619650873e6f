/** All programs that a node can run: those of the distributed schemes, and of the real systems that are loaded. */
import { ownLua } from '../cluster/schemes/ownLua.ts';
import { ownScheme } from '../cluster/schemes/ownScheme.ts';
import { schemePrograms } from '../cluster/schemes/programs.ts';
import type { Scheme } from '../cluster/scheme.ts';
import { systemProgram } from '../cluster/systems/index.ts';
import { limiterById } from '../limiters/index.ts';

const schemes = new Map<string, Scheme>(
  [...schemePrograms, ownScheme as Scheme, ownLua as Scheme].map((scheme) => [scheme.id, scheme]),
);

export function findProgram(id: string): Scheme | undefined {
  const limiter = limiterById(id);
  return schemes.get(id) ?? (limiter && systemProgram(limiter));
}
