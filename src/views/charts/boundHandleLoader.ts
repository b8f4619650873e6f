import { laterModule } from '../hooks/laterModule.ts';

/** The handle of a limit's line: until then the line is drawn, and the policy's sliders do what it does. */
export const useBoundHandle = laterModule(() => import('./BoundHandle.tsx'));
