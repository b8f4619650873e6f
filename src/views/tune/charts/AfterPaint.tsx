/** What costs a frame to make, in a task of its own: what is around it is painted first. */
import { useEffect, useState, type ReactNode } from 'react';
import { afterPaint } from '../../../store/afterPaint.ts';

export function AfterPaint({ children }: { readonly children: ReactNode }): ReactNode {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    let isHere = true;
    void afterPaint().then(() => {
      if (isHere) setPainted(true);
    });
    return () => {
      isHere = false;
    };
  }, []);
  return isPainted ? children : null;
}
