/** The works as rows of the list, renewed whenever this or another tab changes one. */
import { useEffect, useState } from 'react';
import { useWorks } from '../../store/playgroundContext.tsx';
import type { Works, WorkSummary } from '../../store/works/works.ts';
import { deleteWork, errorText, readRows, undeleteWork, type WorkRow } from './workRows.ts';

interface ReadList {
  /** Newest first, a deleted work in its place; null until they have been read. */
  readonly rows: readonly WorkRow[] | null;
  /** Why the works could not be read, a sentence; null where they could. */
  readonly problem: string | null;
  /** When they were read, milliseconds since 1970: ages are told from it. */
  readonly readAt: number;
}

export interface WorkList extends ReadList {
  /** @throws {Error} with a sentence for the user */
  readonly deleteWork: (work: WorkSummary) => Promise<void>;
  /** @throws {Error} with a sentence for the user */
  readonly undelete: (id: string) => Promise<void>;
}

export function useWorkList(): WorkList {
  const works = useWorks();
  const [list, setList] = useState<ReadList>({ rows: null, problem: null, readAt: 0 });

  useEffect(() => {
    let reading = 0;
    const renew = (): void => {
      const own = ++reading;
      void readList(works).then((read) => {
        // A list that was asked for later may arrive earlier.
        if (own === reading) setList(read);
      });
    };
    renew();
    const unsubscribe = works.subscribe(renew);
    return () => {
      reading = -1;
      unsubscribe();
    };
  }, [works]);

  return {
    ...list,
    deleteWork: (work) => deleteWork(works, work),
    undelete: (id) => undeleteWork(works, id),
  };
}

async function readList(works: Works): Promise<ReadList> {
  try {
    return { rows: await readRows(works), problem: null, readAt: Date.now() };
  } catch (error) {
    return { rows: [], problem: errorText(error), readAt: Date.now() };
  }
}
