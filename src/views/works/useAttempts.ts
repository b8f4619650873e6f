/** Tries what may fail with the works of the list; a failure is said, and shown where it happened. */
import { useState } from 'react';
import { useActions } from '../../store/playgroundContext.tsx';
import { pluralize } from '../format/numbers.ts';
import { errorText } from './workRows.ts';

/** Problems shown of an import. */
const MAX_PROBLEMS = 20;

/** What could not be done with one work or, without an id, with all. */
interface Problems {
  readonly id: string | null;
  readonly texts: readonly string[];
}

export interface Attempts {
  readonly attempt: (id: string | null, task: () => Promise<void>) => void;
  readonly report: (problems: Problems) => void;
  readonly problemsOf: (id: string | null) => readonly string[];
}

export function useAttempts(): Attempts {
  const actions = useActions();
  const [problems, setProblems] = useState<Problems | null>(null);
  return {
    attempt(id, task) {
      setProblems(null);
      task().catch((error: unknown) => {
        setProblems({ id, texts: [errorText(error)] });
        actions.say(errorText(error));
      });
    },
    report: setProblems,
    problemsOf: (id) => (problems !== null && problems.id === id ? shortened(problems.texts) : []),
  };
}

function shortened(texts: readonly string[]): readonly string[] {
  const others = texts.length - MAX_PROBLEMS;
  return others <= 0 ? texts : [...texts.slice(0, MAX_PROBLEMS), `${pluralize(others, 'more problem')}.`];
}
