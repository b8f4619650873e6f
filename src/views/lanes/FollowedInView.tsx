/** Its children follow the store at once while an element is in view, and else once nothing changes. */
import { useEffect, useState, type ReactNode, type RefObject } from 'react';
import { StoreProvider, useStoreApi } from '../../store/playgroundContext.tsx';
import { viewedStoreOf } from '../../store/viewedStore.ts';
import { observeView } from '../charts/observers.ts';

interface FollowedInViewProps {
  readonly element: RefObject<Element | null>;
  readonly children: ReactNode;
}

export function FollowedInView({ element, children }: FollowedInViewProps) {
  const store = useStoreApi();
  const [viewed] = useState(() => viewedStoreOf(store));
  useEffect(
    () => (element.current === null ? undefined : observeView(element.current, viewed.setInView, '0px')),
    [element, viewed],
  );
  return <StoreProvider store={viewed}>{children}</StoreProvider>;
}
