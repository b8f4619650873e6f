import { isNotLoaded } from '../worker/loadPart.ts';
import { WORKER_LOST } from '../worker/questionClient.ts';
import { asSentence } from './asSentence.ts';

/** Why a worker did not answer. @param what as in `The simulation` */
export function stoppedText(what: string, { name, message }: Pick<Error, 'name' | 'message'>): string {
  const cause =
    name === WORKER_LOST ? `${what} ended unexpectedly: ` : `${what} stopped because of an internal error: `;
  return `${isNotLoaded(message) ? '' : cause}${asSentence(message)} Your scenario is unchanged.`;
}
