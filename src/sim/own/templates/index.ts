/** Programs to begin with: textbook limiters as their users would write them. */
import { tokenBucket } from './tokenBucket.ts';

export interface OwnTemplate {
  /** The limiter that decides alike. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly code: string;
}

export const ownTemplates: readonly OwnTemplate[] = [
  { id: 'token-bucket', title: 'Token bucket', description: 'n tokens every T, at most capacity.', code: tokenBucket },
];
