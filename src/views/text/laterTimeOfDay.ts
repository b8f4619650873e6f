import { laterModule } from '../hooks/laterModule.ts';

/** Times of day, which no first chart needs. */
export const useTimeOfDay = laterModule(() => import('./TimeOfDay.tsx'));
