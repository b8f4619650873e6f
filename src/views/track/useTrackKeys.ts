import { useMemo } from 'react';
import { useActions, useStoreApi } from '../../store/playgroundContext.tsx';
import { laterModule } from '../hooks/laterModule.ts';
import type { TrackKeys } from './trackKeys.ts';

const useLaterTrackKeys = laterModule(() => import('./trackKeys.ts'));

/** Keyboard handling of the track, which comes after the first chart; null until then. */
export function useTrackKeys(): TrackKeys | null {
  const store = useStoreApi();
  const actions = useActions();
  const part = useLaterTrackKeys();
  return useMemo(() => part?.createTrackKeys(store, actions) ?? null, [part, store, actions]);
}
